package httpadapter

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// fields are the headers of a response, with canonical keys.
type fields struct{ h http.Header }

// keys maps the names of the headers that this package reads, in the services' spelling, to
// their keys.
var keys = func() map[string]string {
	all := map[string]string{}
	for _, s := range waitSources {
		all[s.Header], all[s.remaining] = http.CanonicalHeaderKey(s.Header), http.CanonicalHeaderKey(s.remaining)
	}
	for _, name := range []string{"Date", "WWW-Authenticate"} {
		all[name] = http.CanonicalHeaderKey(name)
	}
	return all
}()

// scan returns the headers of a map with keys in any letter case: http.Header is a plain map,
// and middleware and tests fill it without its methods. Of several spellings of a name, the
// first in alphabetical order is used.
func scan(h http.Header) fields {
	canonical := true
	for key := range h {
		canonical = canonical && isCanonical(key)
	}
	if canonical {
		return fields{h}
	}
	all := make(http.Header, len(h))
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(h))) {
		all[http.CanonicalHeaderKey(key)] = h[key]
	}
	return fields{all}
}

// isCanonical reports whether a key is that of [http.CanonicalHeaderKey], which takes longer.
func isCanonical(key string) bool {
	first := true
	for i := range len(key) {
		c := key[i]
		if first && 'a' <= c && c <= 'z' || !first && 'A' <= c && c <= 'Z' {
			return false
		}
		first = c == '-'
	}
	return true
}

func (f *fields) values(name string) []string { return f.h[keys[name]] }

// first returns the first value of a header that is not empty.
func (f *fields) first(name string) string { return first(f.values(name)) }

func first(values []string) string {
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			return v
		}
	}
	return ""
}
