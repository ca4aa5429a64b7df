package jsontree_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/jsontree"
)

var wide = jsontree.Limits{Depth: 200, Values: 100_000}

// shown returns a short form of a tree: KEY:VALUE, with {} and [] around kids.
func shown(n jsontree.Node) string {
	switch {
	case !n.Exists():
		return "none"
	case n.IsObject() || n.IsArray():
		var kids []string
		for _, k := range n.Kids {
			kids = append(kids, k.Key+":"+shown(k))
		}
		return string(n.Kind) + strings.Join(kids, " ") + string(n.Kind+2)
	}
	return string(n.Kind) + n.Text
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, text, want string
		complete         bool
	}{
		{"the order of members", `{"z":1,"a":[true,null,-2.5e3],"z":"two"}`, `{z:01 a:[0:ttrue 1:nnull 2:0-2.5e3] z:"two}`, true},
		{"escapes", `"a\n\u00e9\ud83d\ude00\"\\"`, "\"a\né😀\"\\", true},
		{"bytes that are not UTF-8", "\"a\xff\xfeb\"", "\"a\uFFFD\uFFFDb", true},
		{"a byte order mark", "\ufeff{}", `{}`, true},
		{"white space", " \t\r\n{ \"a\" : [ 1 , 2 ] } ", `{a:[0:01 1:02]}`, true},
		{"one number", "12", "012", true},
		{"nothing", "", "none", false},
		{"not JSON", "upstream said", "none", false},
		{"behind a value", `{"a":1} x`, `{a:01}`, false},
		{"cut in a string", `{"a":1,"b":"tw`, `{a:01}`, false},
		{"cut in an escape", `{"a":1,"b":"tw\`, `{a:01}`, false},
		{"cut in a key", `{"a":1,"b`, `{a:01}`, false},
		{"cut behind a key", `{"a":1,"b"`, `{a:01}`, false},
		{"cut behind a colon", `{"a":1,"b":`, `{a:01}`, false},
		{"cut in a number", `{"a":1,"b":12`, `{a:01}`, false},
		{"cut in a list", `{"a":[{"b":1},{"c":"x`, `{a:[0:{b:01} 1:{}]}`, false},
		{"cut behind a comma", `[1,`, `[0:01]`, false},
		{"a mistake", `{"a":[1,2 3],"b":1}`, `{a:[0:01 1:02]}`, false},
		{"a comma too much", `[1,]`, `[0:01]`, false},
		{"a key that is not a string", `{a:1}`, `{}`, false},
		{"a word", `[nul,1]`, `[]`, false},
		{"a number with a zero in front", `[01]`, `[]`, false},
		{"a control character", "[\"a\nb\"]", `[]`, false},
		{"a bracket of the other kind", `{"a":1]`, `{a:01}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, complete := jsontree.Parse(tt.text, wide)
			assert.Equal(t, tt.want, shown(n))
			assert.Equal(t, tt.complete, complete)
		})
	}
}

func TestLimits(t *testing.T) {
	n, complete := jsontree.Parse(`[1,2,3,4]`, jsontree.Limits{Depth: 5, Values: 3})
	assert.Equal(t, "[0:01 1:02]", shown(n))
	assert.False(t, complete)
	n, complete = jsontree.Parse(`{"a":1,"b":{"c":[1]}}`, jsontree.Limits{Depth: 2, Values: 10})
	assert.Equal(t, "{a:01 b:{c:[]}}", shown(n))
	assert.False(t, complete)
	_, complete = jsontree.Parse(strings.Repeat("[", 1<<20), wide)
	assert.False(t, complete)
}

func TestNode(t *testing.T) {
	n, _ := jsontree.Parse(`{"s":"x","n":12,"f":1.5,"t":true,"z":null,"l":["a",1,"b"],"o":{"p":"q"},"d":"34"}`, wide)
	assert.Equal(t, "q", n.At("o", "p").Str())
	assert.False(t, n.At("o", "none", "more").Exists())
	assert.Equal(t, "b", n.At("l", "2").Str())
	for _, index := range []string{"3", "-1", "x", ""} {
		assert.False(t, n.At("l", index).Exists(), index)
	}
	assert.False(t, n.Member("l").Member("0").Exists(), "an item is not a member")
	assert.Equal(t, []string{"a", "b"}, n.Member("l").Strings())
	assert.Nil(t, n.Member("s").Strings())
	for key, want := range map[string]struct {
		str, scalar string
		number      int
	}{
		"s": {"x", "x", 0}, "n": {"", "12", 12}, "f": {"", "1.5", 0}, "t": {"", "true", 0}, "z": {}, "l": {}, "o": {}, "d": {"34", "34", 34}, "none": {},
	} {
		m := n.Member(key)
		assert.Equal(t, want.str, m.Str(), key)
		assert.Equal(t, want.scalar, m.Scalar(), key)
		assert.Equal(t, want.number, m.Int(), key)
	}
	assert.True(t, n.Member("n").IsNumber())
}

// value returns a tree in the form of encoding/json.
func value(n jsontree.Node) any {
	switch n.Kind {
	case '{':
		m := map[string]any{}
		for _, k := range n.Kids {
			m[k.Key] = value(k)
		}
		return m
	case '[':
		l := []any{}
		for _, k := range n.Kids {
			l = append(l, value(k))
		}
		return l
	case '"':
		return n.Text
	case '0':
		return json.Number(n.Text)
	case 'n':
		return nil
	}
	return n.Text == "true"
}

// A tree is complete if and only if encoding/json accepts the text, and then both have the
// same values. The tree of a beginning of a text is a beginning of its tree.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,true,null,"x\u00e9\ud800"],"b":{"c":"d"}}`, `[1,2`, "\"\xff\"", `{"a":"b\`, "", " 1 ", `{"a":1,"a":2}`, `[1.]`, `tru`, `{"":{}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n, complete := jsontree.Parse(string(text), jsontree.Limits{Depth: 10_000, Values: len(text) + 1})
		plain := bytes.TrimPrefix(text, []byte("\ufeff"))
		require.Equal(t, json.Valid(plain), complete)
		if complete {
			d := json.NewDecoder(bytes.NewReader(plain))
			d.UseNumber()
			var want any
			require.NoError(t, d.Decode(&want))
			require.Equal(t, want, value(n))
		}
		if len(text) > 200 {
			return
		}
		whole := shown(n)
		for i := range text {
			cut, _ := jsontree.Parse(string(text[:i]), wide)
			if complete && n.IsObject() && cut.Exists() {
				begins := strings.TrimRight(shown(cut), "}]")
				require.Contains(t, whole, begins)
			}
		}
	})
}

// Read returns the same trees as Parse, also while another tree is in use, and after one
// that was larger than the memory of a parser.
func TestRead(t *testing.T) {
	large := "[" + strings.Repeat(`{"a":[1,"b"]},`, 1000) + "null]"
	for _, text := range []string{`{"a":{"b":[1,2,{"c":"d"}]},"e":"f"}`, large, `[[],{},"x"]`, `{"cut": [1, 2`, ""} {
		want, wantComplete := jsontree.Parse(text, wide)
		called := 0
		jsontree.Read(text, wide, func(n jsontree.Node, complete bool) {
			called++
			jsontree.Read(large, wide, func(jsontree.Node, bool) {})
			assert.Equal(t, want, n)
			assert.Equal(t, wantComplete, complete)
		})
		assert.Equal(t, 1, called)
	}
}
