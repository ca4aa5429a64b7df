package standin

import (
	"bufio"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Postgres starts a server of PostgreSQL's protocol that answers every statement with an
// error, and returns its address.
func Postgres(failure *pgproto3.ErrorResponse) (addr string, closeServer func()) {
	return listen(func(conn net.Conn) {
		b := pgproto3.NewBackend(conn, conn)
		if _, err := b.ReceiveStartupMessage(); err != nil {
			return
		}
		b.Send(&pgproto3.AuthenticationOk{})
		b.Send(&pgproto3.ParameterStatus{Name: "standard_conforming_strings", Value: "on"})
		b.Send(&pgproto3.ParameterStatus{Name: "client_encoding", Value: "UTF8"})
		for {
			b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
			if b.Flush() != nil {
				return
			}
			if m, err := b.Receive(); err != nil {
				return
			} else if _, ok := m.(*pgproto3.Query); ok {
				b.Send(failure)
			}
		}
	})
}

// NATS starts a server of the NATS protocol without responders, and returns its address.
func NATS() (addr string, closeServer func()) {
	return listen(func(conn net.Conn) {
		fmt.Fprint(conn, `INFO {"server_id":"x","version":"2.10.0","headers":true,"max_payload":1048576}`+"\r\n")
		inbox := ""
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			switch words := strings.Fields(lines.Text()); {
			case len(words) == 0: // the payload of a request
			case words[0] == "PING":
				fmt.Fprint(conn, "PONG\r\n")
			case words[0] == "SUB":
				inbox = words[len(words)-1]
			case words[0] == "PUB" && len(words) == 4: // a request has a subject for the response
				fmt.Fprintf(conn, "HMSG %s %s 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", words[2], inbox)
			}
		}
	})
}

// listen serves each connection on a port of this machine.
func listen(serve func(net.Conn)) (addr string, closeServer func()) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return // listener closed
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return ln.Addr().String(), func() { _ = ln.Close() }
}
