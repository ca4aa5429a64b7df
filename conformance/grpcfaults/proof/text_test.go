package proof_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/base"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/grpcfaults"
)

// texts are the adapter's texts. The adapter does not export them, so they are read from
// its source.
type texts struct {
	client   []clientText
	parts    []string // after a client's text
	wrappers []string
}

type clientText struct {
	code   string // the name in package codes, "" for any
	prefix string
	whole  bool
	read   bool // parts of the rest decide
}

func (s clientText) String() string { return s.code + ": " + s.prefix }

// row matches a row of a list of texts.
var row = regexp.MustCompile("(?m)^\t\\{(?:code: code(\\w+), )?(prefix: )?(\"[^\"]*\"|`[^`]*`), ?(.*)\\},")

func readTexts(t *testing.T) (all texts) {
	t.Helper()
	source, err := os.ReadFile("../../../adapters/grpcadapter/table_texts.go")
	require.NoError(t, err)
	for _, m := range row.FindAllStringSubmatch(string(source), -1) {
		text, err := strconv.Unquote(m[3])
		require.NoError(t, err)
		switch rest := m[4]; {
		case m[2] == "":
			all.parts = append(all.parts, text)
		case strings.Contains(rest, "connection: ") || strings.Contains(rest, "waited: "):
			all.wrappers = append(all.wrappers, text)
		default:
			all.client = append(all.client, clientText{m[1], text, strings.Contains(rest, "whole: "), strings.Contains(rest, "read: ")})
		}
	}
	require.Greater(t, len(all.client), 25)
	require.Greater(t, len(all.parts), 10)
	require.Len(t, all.wrappers, 4)
	return all
}

// reachTexts checks that the client returns each text that the adapter matches. The test
// fails if a version of gRPC changes one.
func reachTexts(t *testing.T, all []driven) {
	listed := readTexts(t)
	reached := map[string]bool{}
	count := func(err error) {
		st, ok := innermostStatus(err)
		if !ok || len(st.Proto().GetDetails()) > 0 {
			return
		}
		for _, text := range listed.reached(st.Code(), st.Message()) {
			reached[text] = true
		}
	}
	for _, d := range all {
		count(d.err)
	}
	count(keepaliveError(t))
	count(lastConnectionError(t))
	names := slices.Concat(listed.wrappers, listed.parts)
	for _, s := range listed.client {
		names = append(names, s.String())
	}
	for _, text := range names {
		assert.True(t, reached[text], "no call of the real client reaches the text %q", text)
	}
}

// reached returns the texts that match a status of the client.
func (all *texts) reached(code codes.Code, text string) (reached []string) {
	for range all.wrappers {
		i := slices.IndexFunc(all.wrappers, func(w string) bool { return strings.HasPrefix(text, w) })
		if i < 0 {
			break
		}
		wrap := all.wrappers[i]
		reached, text = append(reached, wrap), text[len(wrap):]
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			text, _ = strconv.Unquote(quoted)
		}
		if strings.Contains(wrap, "balancer") {
			code = codes.Unavailable // the caller's time is over, and this is the reason
		}
	}
	i := slices.IndexFunc(all.client, func(s clientText) bool {
		return (s.code == "" || s.code == code.String()) && strings.HasPrefix(text, s.prefix) && (!s.whole || text == s.prefix)
	})
	if i < 0 {
		return reached
	}
	listed := all.client[i]
	reached = append(reached, listed.String())
	for _, part := range all.parts {
		rest := text[len(listed.prefix):]
		if listed.read && strings.Contains(rest, part) && (part != "EOF" || strings.HasSuffix(rest, part)) {
			reached = append(reached, part)
		}
	}
	return reached
}

// innermostStatus returns the status of the last error in a chain that has one.
func innermostStatus(err error) (*status.Status, bool) {
	var st *status.Status
	for ; err != nil; err = errors.Unwrap(err) {
		if x, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
			st = x.GRPCStatus()
		}
	}
	return st, st != nil
}

// keepaliveError returns the error of a call on a connection whose peer has disappeared.
// The client waits at least ten seconds before it sends a ping, so the test uses a synctest
// bubble.
func keepaliveError(t *testing.T) (err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go silentServer(far)
		conn, dialErr := grpc.NewClient("passthrough:///pipe",
			grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return near, nil }),
			grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: time.Second}))
		require.NoError(t, dialErr)
		err = raw(t.Context(), conn)
		require.NoError(t, conn.Close())
		_ = far.Close()
	})
	return err
}

// silentServer begins HTTP/2, reads everything, and sends nothing more.
func silentServer(conn net.Conn) {
	go func() { _ = http2.NewFramer(conn, nil).WriteSettings() }()
	_, _ = io.Copy(io.Discard, conn)
}

const ownBalancer = "proof_test"

// TestMain registers the balancer, which gRPC requires before anything runs.
func TestMain(m *testing.M) {
	balancer.Register(base.NewBalancerBuilder(ownBalancer, noPicker{}, base.Config{}))
	m.Run()
}

// lastConnectionError returns the error of a client with its own balancer, most of which is
// from package base.
func lastConnectionError(t *testing.T) error {
	t.Helper()
	s := grpcfaults.New(t)
	all := grpcfaults.All()
	refused := slices.IndexFunc(all, func(f grpcfaults.Fault) bool { return f.Name == "grpc-refused" })
	conn, err := s.Target(all[refused]).Dial(grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"loadBalancingConfig":[{%q:{}}]}`, ownBalancer)))
	require.NoError(t, err)
	return raw(t.Context(), conn)
}

// noPicker is never called, because there is no connection.
type noPicker struct{}

func (noPicker) Build(base.PickerBuildInfo) balancer.Picker {
	return base.NewErrPicker(balancer.ErrNoSubConnAvailable)
}
