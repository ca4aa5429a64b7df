// Package signs finds adapters by the signs of errors whose Go types many services share: by
// the beginnings of texts, and by what plain HTTP responses have.
package signs

import (
	"bytes"
	"slices"
	"strings"
)

// Signs are those of one adapter; see adapter.Signs.
type Signs struct {
	Texts     []string
	Hosts     []string
	Headers   []string
	Members   []string
	Responses bool
}

// A Set is a set of adapters, by their index. It allocates nothing for the first 256.
type Set struct {
	first [4]uint64
	more  []uint64
}

// Add adds an adapter.
//
//go:noinline
func (s *Set) Add(i int) {
	if i < 256 {
		s.first[i>>6] |= 1 << (i & 63)
		return
	}
	for len(s.more) <= i>>6 {
		s.more = append(s.more, 0)
	}
	s.more[i>>6] |= 1 << (i & 63)
}

// Has reports whether an adapter is in the set.
func (s *Set) Has(i int) bool {
	if i < 256 {
		return s.first[i>>6]>>(i&63)&1 == 1
	}
	return i>>6 < len(s.more) && s.more[i>>6]>>(i&63)&1 == 1
}

// Clone returns a copy that can be changed.
func (s *Set) Clone() Set { return Set{s.first, slices.Clone(s.more)} }

// An Index finds the adapters that have a sign. The zero Index has none.
type Index struct {
	texts, hosts, headers, members map[string][]sign
	responses                      []int // asked for every plain response
}

// A sign is the rest of a sign of one adapter.
type sign struct {
	begin   string // of the text, or of the header's value
	adapter int
}

// maxBegin is the length of a text's beginning by which it is looked up.
const maxBegin = 4

// Add records the signs of adapter i.
func (x *Index) Add(i int, s Signs) {
	if x.texts == nil {
		x.texts, x.hosts, x.headers, x.members = map[string][]sign{}, map[string][]sign{}, map[string][]sign{}, map[string][]sign{}
	}
	for _, text := range s.Texts {
		key := text[:min(len(text), maxBegin)]
		x.texts[key] = append(x.texts[key], sign{text, i})
	}
	for _, host := range s.Hosts {
		x.hosts[host] = append(x.hosts[host], sign{"", i})
	}
	for _, header := range s.Headers {
		name, value, _ := strings.Cut(header, ": ")
		x.headers[name] = append(x.headers[name], sign{value, i})
	}
	for _, member := range s.Members {
		x.members[member] = append(x.members[member], sign{"", i})
	}
	if s.Responses {
		x.responses = append(x.responses, i)
	}
}

// OfText adds the adapters that have a sign in a text.
func (x *Index) OfText(s *Set, text string) {
	for n := 1; n <= min(len(text), maxBegin); n++ {
		s.add(x.texts[text[:n]], text)
	}
}

// OfResponse adds the adapters that have a sign in a plain response: the host of the
// request, in lower case, the headers, and the beginning of the body.
func (x *Index) OfResponse(s *Set, host string, header map[string][]string, body []byte) {
	for _, i := range x.responses {
		s.Add(i)
	}
	for rest, more := host, host != ""; more; _, rest, more = strings.Cut(rest, ".") {
		s.add(x.hosts[rest], "")
	}
	for name, values := range header {
		if len(values) > 0 {
			s.add(x.headers[name], values[0])
		}
	}
	if len(x.members) > 0 {
		x.ofMembers(s, bytes.TrimPrefix(body, []byte("\ufeff")))
	}
}

// add adds the adapters of the signs with which a text begins.
func (s *Set) add(signs []sign, text string) {
	for i := range signs {
		if strings.HasPrefix(text, signs[i].begin) {
			s.Add(signs[i].adapter)
		}
	}
}

// ofMembers adds the adapters whose responses have a member of the JSON object in a body, or
// of the first object of a list. The body may be cut off.
func (x *Index) ofMembers(s *Set, body []byte) {
	depth := 0
	body = bytes.TrimPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("["))
	for at := 0; at < len(body); at++ {
		switch body[at] {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			start := at + 1
			for at++; at < len(body) && body[at] != '"'; at++ {
				if body[at] == '\\' {
					at++
				}
			}
			if depth == 1 && at < len(body) {
				s.add(x.members[string(body[start:at])], "")
			}
		default:
			if depth == 0 { // not an object
				return
			}
		}
	}
}
