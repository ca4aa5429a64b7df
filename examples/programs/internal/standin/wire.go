package standin

import (
	"net"

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
