package protowire_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/protowire"
)

// text returns a field with a text or a message.
func text[T string | []byte](number uint64, value T) []byte {
	b := binary.AppendUvarint(nil, number<<3|2)
	b = binary.AppendUvarint(b, uint64(len(value)))
	return append(b, value...)
}

// number returns a field with a number.
func number(number uint64, value int64) []byte {
	b := binary.AppendUvarint(nil, number<<3)
	return binary.AppendUvarint(b, uint64(value)) //nolint:gosec // two's complement is how the wire has it
}

func join(fields ...[]byte) []byte { return bytes.Join(fields, nil) }

func decode(t *testing.T, body []byte) protowire.Message {
	t.Helper()
	m, ok := protowire.Decode(body)
	require.True(t, ok)
	return m
}

func TestValidMessages(t *testing.T) {
	for name, tt := range map[string]struct {
		body []byte
		ok   bool
	}{
		"nothing":                       {nil, true},
		"a number, a text":              {join(number(1, 7), text(2, "a")), true},
		"eight bytes, four bytes":       {[]byte{1<<3 | 1, 1, 2, 3, 4, 5, 6, 7, 8, 2<<3 | 5, 1, 2, 3, 4}, true},
		"seven of eight bytes":          {[]byte{1<<3 | 1, 1, 2, 3, 4, 5, 6, 7}, false},
		"three of four bytes":           {[]byte{1<<3 | 5, 1, 2, 3}, false},
		"a text that is longer":         {[]byte{1<<3 | 2, 2, 'a'}, false},
		"a text of a length past all":   {[]byte{1<<3 | 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, false},
		"a number without its end":      {[]byte{1 << 3, 0xff}, false},
		"a number that is too large":    {append([]byte{1 << 3}, bytes.Repeat([]byte{0xff}, 11)...), false},
		"a tag without its end":         {[]byte{0xff}, false},
		"field 0":                       {[]byte{2, 0}, false},
		"the last field there can be":   {number(1<<29-1, 1), true},
		"a field past the last":         {number(1<<29, 1), false},
		"a type that nothing has":       {[]byte{1<<3 | 6}, false},
		"a group":                       {[]byte{9<<3 | 3, 9<<3 | 4}, false},
		"as many fields as are read":    {bytes.Repeat(number(1, 1), 4096), true},
		"more fields than a sane one's": {bytes.Repeat(number(1, 1), 4097), false},
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := protowire.Decode(tt.body)
			assert.Equal(t, tt.ok, ok)
		})
	}
}

func TestFields(t *testing.T) {
	m := decode(t, join(
		text(1, "first"), text(1, "last"), number(1, 5), text(4, "x"),
		text(2, text(1, "a")), text(2, []byte{0xff}), text(2, text(1, "b")),
		text(3, join(text(1, "k"), text(2, "v"))), text(3, join(text(1, "other"), text(2, "w"))),
	))
	assert.Equal(t, "last", m.Text(1))
	assert.Empty(t, m.Text(5))
	assert.Equal(t, "\uFFFD", decode(t, text(1, "\xff")).Text(1))
	assert.Empty(t, decode(t, number(1, 5)).Text(1), "a number is not text")
	var inner []string
	for held := range m.Messages(2) {
		inner = append(inner, held.Text(1))
	}
	assert.Equal(t, []string{"a", "b"}, inner, "what is not a message is left out")
	for range m.Messages(2) {
		break
	}
	assert.Equal(t, "v", m.Entry(3, "k"))
	assert.Empty(t, m.Entry(3, "none"))
	assert.Empty(t, protowire.Message{}.Text(1))
}

// A message that occurs twice in a field is the sum of both, and the bytes after it are not
// changed.
func TestOneMergesMessages(t *testing.T) {
	body := join(text(1, text(1, "a")), text(1, text(2, "b")))
	before := bytes.Clone(body)
	whole, ok := decode(t, body).One(1)
	require.True(t, ok)
	assert.Equal(t, "a", whole.Text(1))
	assert.Equal(t, "b", whole.Text(2))
	assert.Equal(t, before, body)
	_, ok = decode(t, body).One(2)
	assert.False(t, ok)
}

// The copied bytes grow linearly with the parts, not quadratically.
func TestManyParts(t *testing.T) {
	m := decode(t, bytes.Repeat(text(1, text(1, bytes.Repeat([]byte("a"), 1<<10))), 4096))
	assert.Less(t, testing.AllocsPerRun(1, func() { _, _ = m.One(1) }), 100.0)
}

func TestDuration(t *testing.T) {
	const last = 315_576_000_000
	for name, tt := range map[string]struct {
		body []byte
		want time.Duration
		ok   bool
	}{
		"nothing":                 {nil, 0, true},
		"both":                    {join(number(1, 1), number(2, 5e8)), 1500 * time.Millisecond, true},
		"the last of two":         {join(number(1, 1), number(1, 2)), 2 * time.Second, true},
		"negative":                {number(1, -1), 0, false},
		"negative nanoseconds":    {number(2, -1), 0, false},
		"too many nanoseconds":    {number(2, 1e9), 0, false},
		"longer than can be held": {number(1, last), math.MaxInt64, true},
		"out of range":            {number(1, last+1), 0, false},
		"no number":               {join(number(1, 7), text(1, "8")), 7 * time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := decode(t, tt.body).Duration()
			assert.Equal(t, tt.ok, ok)
			assert.Equal(t, tt.want, got)
		})
	}
}

// Reading allocates only the string of a text.
func TestReadingAllocatesLittle(t *testing.T) {
	body := join(text(1, "a reason, in words"), text(2, join(number(1, 7), number(2, 5))))
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
		m, ok := protowire.Decode(body)
		if !ok || m.Text(1) == "" {
			panic("not read")
		}
		if inner, ok := m.One(2); ok {
			_, _ = inner.Duration()
		}
	}), 1.0)
}

// For any bytes, the result consists of parts of the message.
func FuzzMessage(f *testing.F) {
	f.Add(join(text(1, "a"), number(2, 7), text(3, join(text(1, "k"), text(2, "v")))), uint64(1))
	f.Add(join(text(1, join(number(1, 7), number(2, 5))), text(1, number(2, 6))), uint64(1))
	f.Add([]byte{0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f}, uint64(1))
	f.Add([]byte{0x0d, 1, 2, 3, 4, 0x09, 1, 2, 3, 4, 5, 6, 7, 8}, uint64(1))
	f.Fuzz(func(t *testing.T, body []byte, n uint64) {
		before := bytes.Clone(body)
		m, ok := protowire.Decode(body)
		if s := m.Text(n); utf8.Valid(body) && !bytes.Contains(body, []byte(s)) || !ok && s != "" {
			t.Fatalf("%q", s)
		}
		if d, ok := m.Duration(); d < 0 || !ok && d != 0 {
			t.Fatalf("%v %v", d, ok)
		}
		parts := 0
		for range m.Messages(n) {
			parts++
		}
		if _, ok := m.One(n); ok != (parts > 0) {
			t.Fatalf("%d parts, %v", parts, ok)
		}
		if v := m.Entry(n, "k"); utf8.Valid(body) && !bytes.Contains(body, []byte(v)) {
			t.Fatalf("%q", v)
		}
		if !bytes.Equal(before, body) {
			t.Fatal("the bytes were changed")
		}
	})
}
