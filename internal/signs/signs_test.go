package signs_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/signs"
)

// An adapter is found by each of its signs, among any number of others.
func TestSigns(t *testing.T) {
	const last = 400
	var x signs.Index
	for i := range last {
		x.Add(i, signs.Signs{
			Texts: []string{fmt.Sprintf("v%d: ", i)}, Hosts: []string{fmt.Sprintf("v%d.example", i)},
			Headers: []string{fmt.Sprintf("X-V%d", i)}, Members: []string{fmt.Sprintf("v%d", i)},
		})
	}
	x.Add(last, signs.Signs{Texts: []string{`"`, "acme: "}, Hosts: []string{"acme.example"}, Headers: []string{"X-Acme", "Server: acme"}, Members: []string{"acme"}})
	for name, tt := range map[string]struct {
		text   string
		host   string
		header map[string][]string
		body   string
		want   bool
	}{
		"a text":                   {text: "acme: no", want: true},
		"a short beginning":        {text: `"x"`, want: true},
		"another text":             {text: "acme"},
		"no text":                  {},
		"a host":                   {host: "acme.example", want: true},
		"below a host":             {host: "eu.api.acme.example", want: true},
		"a host that ends like it": {host: "notacme.example"},
		"a header":                 {header: map[string][]string{"X-Acme": {""}}, want: true},
		"a value":                  {header: map[string][]string{"Server": {"acme/2"}}, want: true},
		"another value":            {header: map[string][]string{"Server": {"nginx acme"}}},
		"no value":                 {header: map[string][]string{"Server": nil}},
		"a member":                 {body: ` {"a": {"b": "\""}, "acme": 1}`, want: true},
		"after a byte order mark":  {body: "\ufeff{\"acme\": 1}", want: true},
		"a member of a member":     {body: `{"a": {"acme": 1}}`},
		"a body that is cut off":   {body: `{"acme": 1, "text": "a\`, want: true},
		"a list":                   {body: `[{"acme": 1}]`, want: true},
		"a page":                   {body: `<a "acme"`},
		"a text in JSON":           {body: `"acme"`},
	} {
		t.Run(name, func(t *testing.T) {
			var s signs.Set
			x.OfText(&s, tt.text)
			x.OfResponse(&s, tt.host, tt.header, []byte(tt.body))
			assert.Equal(t, tt.want, s.Has(last))
			for i := range last {
				assert.False(t, s.Has(i))
			}
			c := s.Clone()
			c.Add(last + 1)
			assert.False(t, s.Has(last+1))
		})
	}
	x.Add(last+2, signs.Signs{Responses: true})
	var s signs.Set
	x.OfResponse(&s, "", nil, nil)
	assert.True(t, s.Has(last+2))
}

// Reading any body ends.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{"", "{", `{"`, `{"a`, `{"a\`, `]]}`, `{"a":1}`} {
		f.Add([]byte(seed))
	}
	var x signs.Index
	x.Add(0, signs.Signs{Members: []string{"a"}})
	f.Fuzz(func(_ *testing.T, body []byte) {
		var s signs.Set
		x.OfResponse(&s, "", nil, body)
	})
}
