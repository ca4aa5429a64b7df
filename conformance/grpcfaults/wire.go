package grpcfaults

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/errand-go/errand/conformance/faults"
)

// A wire is a raw HTTP/2 connection from a client to a misbehaving server. Write
// errors are dropped, because a client that has left cannot read them.
type wire struct {
	site   *site
	conn   *net.TCPConn
	framer *http2.Framer
	block  bytes.Buffer
	pack   *hpack.Encoder
}

// serve serves raw HTTP/2: act answers each complete request.
func (w *wire) serve(act func(*wire, uint32)) {
	w.framer, w.pack = http2.NewFramer(w.conn, w.conn), hpack.NewEncoder(&w.block)
	w.framer.AllowIllegalWrites = true
	defer w.finish()
	skip(w.conn)
	_ = w.framer.WriteSettings()
	for {
		f, err := w.framer.ReadFrame()
		if err != nil {
			return
		}
		switch f := f.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				_ = w.framer.WriteSettingsAck()
			}
		case *http2.PingFrame:
			if !f.IsAck() {
				_ = w.framer.WritePing(true, f.Data)
			}
		case *http2.GoAwayFrame:
			return
		case *http2.HeadersFrame, *http2.DataFrame:
			if f.Header().Flags.Has(http2.FlagDataEndStream) {
				w.site.waiters.Call()
				act(w, f.Header().StreamID)
			}
		}
	}
}

// headers sends a block of fields, alternating names and values, and ends the stream if end
// is set.
func (w *wire) headers(stream uint32, end bool, fields ...string) {
	w.block.Reset()
	for i := 0; i < len(fields); i += 2 {
		_ = w.pack.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
	}
	_ = w.framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, BlockFragment: w.block.Bytes(), EndHeaders: true, EndStream: end,
	})
}

// answer sends the headers of a gRPC response.
func (w *wire) answer(stream uint32, more ...string) {
	w.headers(stream, false, append([]string{":status", "200", "content-type", "application/grpc", "x-upstream-note", faults.CanaryHeader}, more...)...)
}

// ok ends a gRPC response with success.
func (w *wire) ok(stream uint32) { w.headers(stream, true, "grpc-status", "0") }

// data sends bytes.
func (w *wire) data(stream uint32, end bool, p []byte) { _ = w.framer.WriteData(stream, end, p) }

// message sends a message with its prefix: the flag for compression, and the stated length.
func (w *wire) message(stream uint32, compressed byte, length int, p []byte) {
	prefix := binary.BigEndian.AppendUint32([]byte{compressed}, uint32(length))
	w.data(stream, false, append(prefix, p...))
}

// reset ends a stream.
func (w *wire) reset(stream uint32, code http2.ErrCode) { _ = w.framer.WriteRSTStream(stream, code) }

// goAway states that streams after last were not processed.
func (w *wire) goAway(last uint32, code http2.ErrCode, debug string) {
	_ = w.framer.WriteGoAway(last, code, []byte(debug))
}

// finish ends the connection with a FIN, after all written bytes, and waits for the client
// to do the same: closing with unread bytes would send a RST.
func (w *wire) finish() { finish(w.conn) }

func finish(conn *net.TCPConn) {
	_ = conn.CloseWrite()
	hold(conn)
}

// skip reads the client's first bytes.
func skip(c *net.TCPConn) { _, _ = io.ReadFull(c, make([]byte, len(http2.ClientPreface))) }

// hold keeps a connection open and silent until the client leaves.
func hold(conn *net.TCPConn) { _, _ = io.Copy(io.Discard, conn) }
