package faults

// Names for the external tests of this package.
var (
	AnswerDNS   = answerDNS
	AppendHPACK = appendHPACK
	ReadFrame   = readFrame
)

// Frame is a frame of HTTP/2.
type Frame = frame

// NewFrame returns a frame.
func NewFrame(kind, flags byte, stream uint32, payload []byte) Frame {
	return frame{kind: kind, flags: flags, stream: stream, payload: payload}
}

// Bytes returns the frame as it is sent.
func (f frame) Bytes() []byte { return f.bytes() }

// Equal reports whether two frames are the same.
func (f frame) Equal(g Frame) bool {
	return f.kind == g.kind && f.flags == g.flags && f.stream == g.stream && string(f.payload) == string(g.payload)
}
