package httpadapter

import (
	"net/http"
	"strings"
)

// fields are the known headers that one pass over a header map found, in any letter case:
// http.Header is a plain map, and middleware and tests fill it without its methods.
type fields struct {
	h     http.Header
	n     int
	found [maxFields]field
}

// A field is a header of the map: its name as this package writes it, and its key.
type field struct{ name, key string }

// maxFields is larger than the number of known headers in any response.
const maxFields = 24

// knownFields maps the canonical names of all headers this package reads to its own
// spelling, which is the services'.
var knownFields = func() map[string]string {
	known := map[string]string{}
	add := func(names ...string) {
		for _, name := range names {
			known[http.CanonicalHeaderKey(name)] = name
		}
	}
	add("Date", "WWW-Authenticate")
	for _, s := range waitSources {
		add(s.Header, s.remaining)
	}
	add(requestIDs...)
	delete(known, "")
	return known
}()

func scan(h http.Header) (f fields) {
	f.h = h
	for key := range h {
		name, ok := knownFields[key]
		if !ok {
			if canonical(key) {
				continue
			}
			if name, ok = knownFields[http.CanonicalHeaderKey(key)]; !ok {
				continue
			}
		}
		f.add(name, key)
	}
	return f
}

// add records a header. If a map has several spellings, the first in byte order is used, so
// that the result does not depend on the map's order.
func (f *fields) add(name, key string) {
	for i := range f.found[:f.n] {
		if f.found[i].name == name {
			f.found[i].key = min(f.found[i].key, key)
			return
		}
	}
	if f.n < len(f.found) {
		f.found[f.n] = field{name, key}
		f.n++
	}
}

// values returns the values of a header by its name in this package.
func (f *fields) values(name string) []string {
	for i := range f.found[:f.n] {
		if f.found[i].name == name {
			return f.h[f.found[i].key]
		}
	}
	return nil
}

// first returns the first value of a header that is not empty.
func (f *fields) first(name string) string {
	for _, v := range f.values(name) {
		if v = strings.TrimSpace(v); v != "" {
			return v
		}
	}
	return ""
}

// canonical reports whether key is in the letter case of http.Header.
func canonical(key string) bool {
	upper := true
	for i := range len(key) {
		switch c := key[i]; {
		case upper && 'a' <= c && c <= 'z', !upper && 'A' <= c && c <= 'Z':
			return false
		default:
			upper = c == '-'
		}
	}
	return true
}
