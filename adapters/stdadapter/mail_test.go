package stdadapter_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"net/textproto"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

// A mailServer accepts every command without an entry in replies.
type mailServer struct {
	address string
	replies map[string]string // by command; "" is the greeting, "." the end of a message
}

func startMailServer(t *testing.T, replies map[string]string) mailServer {
	t.Helper()
	var ports loopback.Server
	t.Cleanup(ports.Close)
	s := mailServer{replies: replies}
	s.address = ports.Serve(s.serve)
	return s
}

func (s mailServer) serve(conn *net.TCPConn) {
	in := bufio.NewScanner(conn)
	s.reply(conn, "", "220 ready")
	for in.Scan() {
		command, _, _ := strings.Cut(strings.ToUpper(in.Text()), " ")
		switch command {
		case "EHLO":
			s.reply(conn, command, "250-hello\r\n250 AUTH PLAIN")
		case "AUTH":
			s.reply(conn, command, "235 come in")
		case "DATA":
			s.reply(conn, command, "354 go on")
			for ended := false; !ended && in.Scan(); {
				ended = in.Text() == "."
			}
			s.reply(conn, ".", "250 taken")
		case "QUIT":
			s.reply(conn, command, "221 bye")
			return
		default:
			s.reply(conn, command, "250 fine")
		}
	}
}

func (s mailServer) reply(w io.Writer, command, usual string) {
	reply, ok := s.replies[command]
	if !ok {
		reply = usual
	}
	_, _ = io.WriteString(w, reply+"\r\n")
}

// send sends a message with net/smtp.
func (s mailServer) send() error {
	host, _, _ := net.SplitHostPort(s.address)
	return smtp.SendMail(s.address, smtp.PlainAuth("", faults.CredentialUser, faults.CredentialPassword, host),
		"from@example.com", []string{faults.CanaryMessage + "@example.com"}, []byte("Subject: "+faults.CanaryBody+"\r\n\r\nx\r\n"))
}

// replyText is the text of a server's reply: its own words, and words of the request.
const replyText = "5.7.1 <" + faults.CanaryMessage + "@example.com>: " + faults.CanaryBanner + " password=" + faults.CredentialPassword

// mailFailures returns the error replies of a mail server, each to a matching command.
func mailFailures(t *testing.T) []failure {
	t.Helper()
	var all []failure
	for _, tt := range []struct {
		command string
		reply   int
		kind    toolerr.Kind
	}{
		{"", 421, serverError},
		{"", 554, badRequest},
		{"RCPT", 421, serverError},
		{"DATA", 426, serverError},
		{"DATA", 430, badRequest},
		{"RCPT", 450, serverError},
		{"RCPT", 451, serverError},
		{"RCPT", 452, serverError},
		{"AUTH", 454, serverError},
		{"AUTH", 432, authError},
		{"AUTH", 500, badRequest},
		{"RCPT", 501, validation},
		{"DATA", 502, badRequest},
		{"DATA", 503, badRequest},
		{"MAIL", 504, badRequest},
		{"", 521, badRequest},
		{"MAIL", 530, authError},
		{"AUTH", 534, authError},
		{"AUTH", 535, authError},
		{"AUTH", 538, authError},
		{"RCPT", 550, notFound},
		{"RCPT", 551, notFound},
		{".", 552, validation},
		{"RCPT", 553, validation},
		{".", 554, badRequest},
		{"MAIL", 555, validation},
		{"RCPT", 556, validation},
	} {
		err := startMailServer(t, map[string]string{tt.command: fmt.Sprint(tt.reply, " ", replyText)}).send()
		effect := none
		if tt.reply == 426 || tt.reply == 451 { // replies of an FTP server during a transfer
			effect = unknown
		}
		all = append(all, failed(fmt.Sprintf("reply %d to %q", tt.reply, tt.command), err, fmt.Sprintf("smtp_%d", tt.reply), tt.kind, effect))
	}
	return all
}

// The first digit decides, and the number is for developers.
func TestRepliesWithoutARow(t *testing.T) {
	tests := map[string]struct {
		reply  string
		kind   toolerr.Kind
		effect toolerr.Effect
	}{
		"for now":             {"499 " + replyText, serverError, unknown},
		"for good":            {"599 " + replyText, badRequest, none},
		"a success elsewhere": {"399 " + replyText, toolerr.KindUpstreamUnmapped, unknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := startMailServer(t, map[string]string{"RCPT": tt.reply}).send()
			te := stdadapter.Adapter{}.FromError(err)
			require.NotNil(t, te, "%v", err)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.kind.CanRetry(), te.CanRetry())
			assert.Equal(t, tt.effect, te.Effect())
			assert.Equal(t, tt.kind.Message(), te.Message())
			assert.Equal(t, "smtp_"+tt.reply[:3], te.Extra().VendorCode)
			assert.Empty(t, te.VendorCode(), "the agent sees listed codes alone")
			assert.Zero(t, te.StatusCode(), "no status outside of HTTP")
			assert.Equal(t, "_std", te.Service())
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

func TestInvalidReplies(t *testing.T) {
	for _, code := range []int{0, -1, 42, 600, 5500} {
		assert.Nil(t, stdadapter.Adapter{}.FromError(&textproto.Error{Code: code, Msg: replyText}), code)
	}
}
