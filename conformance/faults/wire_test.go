package faults_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

// query is a DNS query for the A record of a name.
func query(name string) []byte {
	q := []byte{0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1}
	for label := range strings.SplitSeq(name, ".") {
		q = append(append(q, byte(len(label))), label...)
	}
	return append(q, 0, 0, 1, 0, 1, 0, 0, 41, 4, 0xd0, 0, 0, 0, 0, 0, 0) // the root, A, IN, and an OPT record
}

func TestAnswerDNS(t *testing.T) {
	q := query("quorvexdns.invalid")
	reply := faults.AnswerDNS(3)(q)
	require.Len(t, reply, 12+20+4, "the header and the question, without the OPT record")
	assert.Equal(t, q[:2], reply[:2], "the same id")
	assert.Equal(t, byte(0x81), reply[2], "a response that keeps the wish for recursion")
	assert.Equal(t, byte(0x83), reply[3], "recursion available, NXDOMAIN")
	assert.Equal(t, []byte{0, 1, 0, 0, 0, 0, 0, 0}, reply[4:12], "one question, no records")
	assert.Equal(t, q[12:36], reply[12:])
}

func FuzzAnswerDNS(f *testing.F) {
	f.Add(query("a.b.c"))
	f.Add([]byte{})
	f.Add(query("")[:13])
	f.Add(append(query("x")[:12], 0xff, 'a'))
	f.Fuzz(func(t *testing.T, q []byte) {
		before := bytes.Clone(q)
		reply := faults.AnswerDNS(2)(q)
		assert.Equal(t, before, q, "the query is left alone")
		if reply == nil {
			return
		}
		assert.LessOrEqual(t, len(reply), len(q), "an answer is never larger than the question")
		assert.Equal(t, q[:2], reply[:2])
		assert.Equal(t, byte(2), reply[3]&0xf)
	})
}

func TestAppendHPACK(t *testing.T) {
	assert.Equal(t, []byte("\x03abc"), faults.AppendHPACK(nil, "abc"))
	assert.Equal(t, []byte{126}, faults.AppendHPACK(nil, strings.Repeat("a", 126))[:1])
	assert.Equal(t, []byte{127, 0}, faults.AppendHPACK(nil, strings.Repeat("a", 127))[:2])
	// 1337 = 127 + 58 + 9·128, computed as in RFC 7541 C.1.2 for a 5-bit prefix.
	assert.Equal(t, []byte{127, 0xba, 9}, faults.AppendHPACK(nil, strings.Repeat("a", 1337))[:3])
}

func TestFrameBytes(t *testing.T) {
	f := faults.NewFrame(3, 0, 5, []byte{0, 0, 0, 8})
	assert.Equal(t, []byte{0, 0, 4, 3, 0, 0, 0, 0, 5, 0, 0, 0, 8}, f.Bytes(), "RST_STREAM(CANCEL) of stream 5")
}

func FuzzReadFrame(f *testing.F) {
	f.Add(faults.NewFrame(0, 1, 1, []byte("data")).Bytes())
	f.Add([]byte{0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1})
	f.Add([]byte{0, 0, 9, 1, 4})
	f.Fuzz(func(t *testing.T, b []byte) {
		frame, err := faults.ReadFrame(bufio.NewReader(bytes.NewReader(b)))
		if err != nil {
			return
		}
		again := frame.Bytes()
		require.LessOrEqual(t, len(again), len(b))
		b = bytes.Clone(b[:len(again)])
		binary.BigEndian.PutUint32(b[5:], binary.BigEndian.Uint32(b[5:])&^(1<<31)) // the reserved bit is ignored
		assert.Equal(t, b, again, "what was read is what was sent")
	})
}
