package fieldproof_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/digitalocean/godo"
	"github.com/emersion/go-smtp"
	"github.com/gorilla/websocket"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
)

// Numbers of other protocols are not HTTP statuses, even if they look like one.
func TestOtherNumbers(t *testing.T) {
	c, err := smtp.Dial(mailServer(t, "421 4.7.0 Try again later"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	refused := c.Mail("a@example.com", nil)
	require.IsType(t, &smtp.SMTPError{}, refused)

	for name, err := range map[string]error{
		"a reply of SMTP": refused,
		// The codes are constants of the protocol; a broker would have to be an external program.
		"a reply of AMQP":     &amqp.Error{Code: amqp.NotFound, Reason: "NOT_FOUND", Server: true},
		"a reply of AMQP, 5":  &amqp.Error{Code: amqp.CommandInvalid, Server: true},
		"a close of a socket": &websocket.CloseError{Code: websocket.CloseTryAgainLater},
		// A server of MCP may choose its codes, and their client keeps them.
		"a code of JSON-RPC": &godo.ActionGatewayProtocolError{Code: 404, Message: "no such tool"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, httpadapter.Adapter{}.FromError(fmt.Errorf("call: %w", err)))
		})
	}
}

// mailServer starts a server that refuses every MAIL with a line, and returns its address.
func mailServer(t *testing.T, line string) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		_, _ = fmt.Fprint(conn, "220 ready\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			answer := "250 ok"
			if strings.HasPrefix(lines.Text(), "MAIL") {
				answer = line
			}
			_, _ = fmt.Fprint(conn, answer+"\r\n")
		}
	}()
	return l.Addr().String()
}
