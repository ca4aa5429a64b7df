package faults

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
)

// keptBody is the number of bytes that an exchange keeps of a request's body.
const keptBody = 1 << 20

// An exchange is one connection of a client to a misbehaving server.
type exchange struct {
	site *site
	tcp  *net.TCPConn
	conn net.Conn // tcp, or TLS over it
	in   *bufio.Reader

	request *http.Request // nil until read
	body    []byte        // of the request, at most keptBody
}

// serve plays the site's fault on a connection.
func (s *site) serve(conn *net.TCPConn) {
	x := &exchange{site: s, tcp: conn, conn: conn}
	if secure := s.fault.run.secure; secure != nil {
		server := tls.Server(conn, secure())
		if err := server.Handshake(); err != nil {
			x.finish()
			return
		}
		x.conn = server
	}
	x.in = bufio.NewReader(x.conn)
	s.fault.run.play(x)
}

// readHead reads a request up to the end of its headers, and reports whether
// one came.
func (x *exchange) readHead() bool {
	r, err := http.ReadRequest(x.in)
	if err != nil {
		return false
	}
	x.request = r
	return true
}

// expect sends a 100 if the client waits for one before it sends its body.
func (x *exchange) expect() {
	if strings.EqualFold(x.request.Header.Get("Expect"), "100-continue") {
		x.write("HTTP/1.1 100 Continue\r\n\r\n")
	}
}

// read reads a whole request, notifies waiters, and reports whether one came.
func (x *exchange) read() bool {
	if !x.readHead() {
		return false
	}
	x.expect()
	kept, err := io.ReadAll(io.LimitReader(x.request.Body, keptBody))
	if err != nil {
		return false
	}
	if _, err := io.Copy(io.Discard, x.request.Body); err != nil {
		return false
	}
	x.body = kept
	x.site.seen()
	return true
}

// call returns the request in the form that a shape reads.
func (x *exchange) call() Request {
	return Request{
		Method: x.request.Method, Path: x.request.URL.Path, Query: x.request.URL.RawQuery,
		Header: x.request.Header, Body: x.body,
	}
}

// write sends text unchanged. The error is dropped, because a client that has left
// cannot read it.
func (x *exchange) write(text string) { _, _ = io.WriteString(x.conn, text) }

// reset ends the connection with a RST.
func (x *exchange) reset() {
	_ = x.tcp.SetLinger(0)
	_ = x.tcp.Close()
}

// finish ends the connection with a FIN, after all written bytes, and waits for the client
// to do the same: closing with unread bytes would send a RST, which can overtake the
// answer.
func (x *exchange) finish() {
	if t, ok := x.conn.(*tls.Conn); ok {
		_ = t.CloseWrite()
	}
	_ = x.tcp.CloseWrite()
	x.hold()
}

// hold keeps the connection open and silent until the client leaves.
func (x *exchange) hold() { _, _ = io.Copy(io.Discard, x.tcp) }

// respond sends a whole response and ends the connection. lines are additional header
// lines, sent unchanged.
func (x *exchange) respond(status int, lines []string, c Content) {
	x.write(x.head(status, lines, c, len(c.Body)))
	if x.request.Method != http.MethodHead && status != http.StatusNotModified {
		_, _ = x.conn.Write(c.Body)
	}
	x.finish()
}

// onRequest returns what plays act after a whole request was read.
func onRequest(act func(*exchange)) func(*exchange) {
	return func(x *exchange) {
		if x.read() {
			act(x)
		}
	}
}

// succeed answers a request with the success of the shape.
func (x *exchange) succeed() {
	if x.read() {
		x.respond(http.StatusOK, nil, x.site.shape.Success(x.call()))
	}
}

// head returns the status line and the headers of a response with a body of length bytes. A
// negative length means chunked.
func (x *exchange) head(status int, lines []string, c Content, length int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d %s %s\r\n", status, http.StatusText(status), CanaryStatusLine)
	for _, line := range slices.Concat(lines, c.Header) {
		b.WriteString(line + "\r\n")
	}
	if c.Type != "" {
		b.WriteString("Content-Type: " + c.Type + "\r\n")
	}
	if length < 0 {
		b.WriteString("Transfer-Encoding: chunked\r\n")
	} else {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", length)
	}
	b.WriteString(cannedHeader)
	return b.String()
}

// cannedHeader is the end of every response's headers. It contains canaries.
const cannedHeader = "X-Request-Id: " + CanaryRequestID + "\r\n" +
	"X-Upstream-Note: " + CanaryHeader + "\r\n" +
	"Set-Cookie: session=" + CredentialSetCookie + "\r\n" +
	"Connection: close\r\n\r\n"

// answer returns the content of an error body for a status and a code.
func answer(status int, code string) Answer {
	return Answer{
		Status: status, Code: code,
		Message:   CanaryMessage + ": " + CredentialBody + " may not touch " + CanaryResource,
		Resource:  "/" + CanaryResource,
		RequestID: CanaryRequestID,
	}
}
