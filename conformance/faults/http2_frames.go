package faults

import (
	"bufio"
	"encoding/binary"
	"io"
)

// The part of RFC 9113 that a misbehaving server needs: it reads the headers of frames
// only, and writes field lines without compression (RFC 7541 section 6.2.2).

const http2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// Frame types, RFC 9113 section 6.
const (
	frameData        = 0x0
	frameHeaders     = 0x1
	frameResetStream = 0x3
	frameSettings    = 0x4
	framePing        = 0x6
	frameGoAway      = 0x7
)

// Frame flags, RFC 9113 section 6.
const (
	flagAck        = 0x1
	flagEndStream  = 0x1
	flagEndHeaders = 0x4
)

// Error codes, RFC 9113 section 7.
const (
	http2NoError         = 0x0
	http2InternalError   = 0x2
	http2RefusedStream   = 0x7
	http2Cancel          = 0x8
	http2EnhanceYourCalm = 0xb
	http2HTTP11Required  = 0xd
)

// A frame is one of RFC 9113, with its payload.
type frame struct {
	kind, flags byte
	stream      uint32
	payload     []byte
}

func (f frame) has(flag byte) bool { return f.flags&flag != 0 }

// frameLimit is the largest payload that a server must accept (section 4.2).
const frameLimit = 1 << 14

// readFrame reads a frame. A payload over the limit ends the connection.
func readFrame(r *bufio.Reader) (frame, error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	length := binary.BigEndian.Uint32(head[:4]) >> 8
	if length > frameLimit {
		return frame{}, io.ErrUnexpectedEOF
	}
	f := frame{
		kind: head[3], flags: head[4],
		stream:  binary.BigEndian.Uint32(head[5:]) &^ (1 << 31),
		payload: make([]byte, length),
	}
	_, err := io.ReadFull(r, f.payload)
	return f, err
}

// bytes returns the wire form of the frame.
func (f frame) bytes() []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(f.payload))<<8|uint32(f.kind))
	b = append(b, f.flags)
	b = binary.BigEndian.AppendUint32(b, f.stream)
	return append(b, f.payload...)
}

func resetFrame(stream, code uint32) frame {
	return frame{kind: frameResetStream, stream: stream, payload: binary.BigEndian.AppendUint32(nil, code)}
}

// goAwayFrame states that streams after last were not processed.
func goAwayFrame(last, code uint32, debug string) frame {
	p := binary.BigEndian.AppendUint32(nil, last)
	p = binary.BigEndian.AppendUint32(p, code)
	return frame{kind: frameGoAway, payload: append(p, debug...)}
}

// headersFrame contains complete headers; fields alternates names in lower case and values,
// all shorter than 127 bytes (RFC 7541 section 5.1).
func headersFrame(stream uint32, flags byte, fields ...string) frame {
	var p []byte
	for i, field := range fields {
		if i%2 == 0 {
			p = append(p, 0) // a literal that is not indexed, with a literal name
		}
		p = append(append(p, byte(len(field))), field...)
	}
	return frame{kind: frameHeaders, flags: flags | flagEndHeaders, stream: stream, payload: p}
}
