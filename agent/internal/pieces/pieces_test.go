package pieces_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/internal/pieces"
)

type (
	piece = pieces.Piece[int]
	part  = pieces.Part[int]
)

func text(s string) part    { return part{Text: []byte(s)} }
func thought(s string) part { return part{Text: []byte(s), Thought: true} }
func other(n int) part      { return part{Other: &n} }
func delta(p ...part) piece { return piece{Partial: true, Parts: p} }

func called(index int, id, name, args string) piece {
	return piece{Partial: true, Call: &pieces.Call{Index: index, ID: id, Name: name, Args: []byte(args)}}
}

func TestPartsAreJoined(t *testing.T) {
	signed := text("a")
	signed.Signature = []byte("s")
	joined := text("ba")
	joined.Signature = []byte("s")
	tests := map[string]struct {
		pieces []piece
		want   []part
		text   string
	}{
		"nothing":                         {},
		"texts":                           {[]piece{delta(text("a"), text("b")), delta(text("c"))}, []part{text("abc")}, "abc"},
		"thoughts":                        {[]piece{delta(thought("a")), delta(thought("b")), delta(text("c"))}, []part{thought("ab"), text("c")}, "c"},
		"another part between":            {[]piece{delta(text("a")), delta(other(1)), delta(text("b"))}, []part{text("a"), other(1), text("b")}, "ab"},
		"other parts":                     {[]piece{delta(other(1), other(2))}, []part{other(1), other(2)}, ""},
		"a signature ends a text":         {[]piece{delta(signed), delta(text("b"))}, []part{signed, text("b")}, "ab"},
		"a text gets a signature":         {[]piece{delta(text("b")), delta(signed)}, []part{joined}, "ba"},
		"the last piece continues a text": {[]piece{delta(text("a")), {Reason: "stop", Parts: []part{text("b")}}}, []part{text("ab")}, "ab"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var a pieces.Answer[int]
			for _, p := range tt.pieces {
				require.True(t, a.Add(p).IsZero())
			}
			assert.Equal(t, tt.want, a.Parts)
			assert.Equal(t, tt.text, a.Text())
		})
	}
}

func TestCallsAreJoined(t *testing.T) {
	var a pieces.Answer[int]
	for _, p := range []piece{
		called(3, "x", "one", `{"a"`), called(1, "y", "two", ""), called(3, "", "", `:1}`), called(1, "", "two", `{}`), {Reason: "calls"},
	} {
		require.True(t, a.Add(p).IsZero())
	}
	assert.True(t, a.Finished)
	assert.Equal(t, []*pieces.Call{
		{Index: 3, ID: "x", Name: "one", Args: []byte(`{"a":1}`)},
		{Index: 1, ID: "y", Name: "two", Args: []byte(`{}`)},
	}, a.Calls, "in the order in which they began")
}

func TestRules(t *testing.T) {
	half := piece{Partial: true, Bytes: 16 << 20}
	tests := map[string]struct {
		pieces []piece
		want   string // about the last piece
	}{
		"a delta after the end":      {[]piece{{Reason: "stop"}, delta()}, "The model yielded a delta after it had finished."},
		"two ends":                   {[]piece{{Reason: "stop"}, {Reason: "stop"}}, "The model finished twice."},
		"no reason":                  {[]piece{{}}, "The model finished without a reason."},
		"a reason on a delta":        {[]piece{{Partial: true, Reason: "stop"}}, "The model put a finish reason on a delta."},
		"a call without a beginning": {[]piece{called(0, "", "", `{}`)}, "The model yielded a piece of a call it had not begun."},
		"a call with two names":      {[]piece{called(0, "", "a", ""), called(0, "", "b", "")}, "The model began a call twice."},
		"as large as it may be":      {[]piece{half, half}, ""},
		"too large":                  {[]piece{half, half, {Partial: true, Bytes: 1}}, "The model's answer is larger than 33554432 bytes."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var a pieces.Answer[int]
			last := len(tt.pieces) - 1
			for _, p := range tt.pieces[:last] {
				require.True(t, a.Add(p).IsZero())
			}
			assert.Equal(t, tt.want, a.Add(tt.pieces[last]).String())
		})
	}
}
