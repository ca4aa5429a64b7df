package redact

import (
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// gap replaces the parts of a route that name one of many things.
const gap = "…"

// Endpoint returns the part of a URL that a report may contain: scheme, host with port, and
// route. Userinfo, query and fragment are left out. Of the path, plain words and versions
// stay ("/v1/items"). Any other segments in a row become one "…", and so does the secret
// part of a web hook.
//
// A host name without a scheme is read as https, and a path that begins with a slash gives
// only its route. If the parts are not certain, the result is empty. It never contains text
// that was not understood. Endpoint of an endpoint is the same endpoint.
func Endpoint(rawURL string) string {
	rest := strings.TrimSpace(rawURL)
	if n := strings.IndexAny(rest, "?#"); n >= 0 {
		// An @ after it may be the end of a password that contains the ? or #.
		if strings.IndexByte(rest[n:], '@') >= 0 && !hasHost(rest[:n]) {
			return ""
		}
		rest = rest[:n]
	}
	scheme, rest, ok := strings.Cut(rest, "://")
	switch {
	case ok:
		if scheme = strings.ToLower(scheme); !validScheme(scheme) {
			return ""
		}
	case strings.HasPrefix(scheme, "//"):
		scheme, rest = "https", scheme[2:]
	case strings.HasPrefix(scheme, "/"):
		return route("", scheme)
	default:
		if !looksLikeHost(scheme) {
			return ""
		}
		scheme, rest = "https", scheme
	}
	host, path := rest, ""
	if n := strings.IndexAny(rest, `/\`); n >= 0 {
		host, path = rest[:n], rest[n:]
	}
	if n := strings.LastIndexByte(host, '@'); n >= 0 {
		host = host[n+1:]
	} else if strings.Contains(path, "@") && !certainHost(scheme, host) {
		return "" // the path may begin inside a password
	}
	host = strings.ToLower(strings.TrimSuffix(host, ":"))
	if !validHosts(host) {
		return ""
	}
	return scheme + "://" + host + route(host, path)
}

// hasHost reports whether the authority of a URL is complete before its query.
func hasHost(rawURL string) bool {
	_, rest, ok := strings.Cut(rawURL, "://")
	if !ok {
		rest = strings.TrimPrefix(rawURL, "//")
	}
	return strings.Contains(rest, "@") || strings.Contains(rest, "/") || strings.Contains(rest, ".")
}

// looksLikeHost reports whether a text without a scheme begins with a host: a host with a
// domain or a port, followed by a path or a port.
func looksLikeHost(s string) bool {
	host, _, slash := strings.Cut(s, "/")
	host, _, port := strings.Cut(host, ":")
	domain := host[strings.LastIndexByte(host, '.')+1:]
	return (slash || port) && !strings.Contains(host, "@") &&
		(host == "localhost" || domain != host && len(domain) > 1 && all(domain, letter) || port && strings.Contains(host, "."))
}

// certainHost reports whether host is a host although an @ follows: paths of web URLs can
// contain an @, those of data sources cannot.
func certainHost(scheme, host string) bool {
	name, _, port := strings.Cut(host, ":")
	return slices.Contains(webSchemes, scheme) && (!port || strings.Contains(name, "."))
}

func validScheme(s string) bool {
	return len(s) <= 24 && is(s, 0, letter) && all(strings.ReplaceAll(s, "+", "-"), alnum|dash|dot)
}

// validHosts reports whether s is a host with or without a port, or several with commas
// between them, as database clusters have.
func validHosts(s string) bool {
	if s == "" || len(s) > 512 || HasCredential(s) {
		return false
	}
	for host := range strings.SplitSeq(s, ",") {
		if !validHost(host) {
			return false
		}
	}
	return true
}

func validHost(s string) bool {
	name, port := s, ""
	if n := strings.LastIndexByte(s, ':'); n > strings.IndexByte(s, ']') {
		name, port = s[:n], s[n+1:]
		if len(port) > 5 || port == "" || !all(port, digit) {
			return false
		}
	}
	if strings.HasPrefix(name, "[") {
		address, ok := strings.CutSuffix(name[1:], "]")
		ip, err := netip.ParseAddr(address)
		return ok && err == nil && ip.Is6() && ip.Zone() == ""
	}
	if name == "" || len(name) > 253 || name[0] == '.' || strings.Contains(name, "..") {
		return false
	}
	for _, r := range name {
		switch {
		case r == utf8.RuneError:
			return false
		case r < utf8.RuneSelf:
			if classes[r]&(alnum|dash|under|dot) == 0 {
				return false
			}
		case !unicode.In(r, unicode.L, unicode.M, unicode.Nd):
			return false
		}
	}
	return true
}

// route returns a path with only its words and versions.
func route(host, path string) string {
	const depth = 32 // more segments than any route has
	var out strings.Builder
	secret := webhook(host, path)
	after := ""
	for n, segment := range strings.Split(path, "/") {
		switch {
		case n == 0 && segment == "":
			continue
		case n == 0, n > depth, n > secret, segment != "" && !plain(segment):
			segment = gap
		}
		if segment == gap && after == gap {
			continue
		}
		if segment == "" && after == gap {
			continue
		}
		out.WriteByte('/')
		out.WriteString(segment)
		after = segment
	}
	return out.String()
}

// webhook returns the index of the last path segment that is not secret.
func webhook(host, path string) int {
	for n := range shapes {
		r := &shapes[n]
		if !r.keep {
			continue
		}
		for _, text := range strings.Fields(r.starts) {
			name, front, ok := strings.Cut(text, "/")
			if ok && (host == name || strings.HasSuffix(host, "."+name)) && strings.HasPrefix(path[min(1, len(path)):], front) {
				return strings.Count(text, "/") - 1
			}
		}
	}
	return len(path)
}

// plain reports whether a segment is a word, words, or a version.
func plain(s string) bool {
	if version(s) {
		return true
	}
	if len(s) > 32 || !all(s, letter|dash|under) || is(s, 0, dash|under) || is(s, len(s)-1, dash|under) || HasCredential(s) {
		return false
	}
	for i := 0; i < len(s); {
		end := run(s, i, letter)
		if end == i || !pronounceable(s[i:end]) {
			return false
		}
		i = end + 1
	}
	return true
}

// version reports whether s is like v1, v1beta2, v1.43, or 2024-01-01 with or
// without -preview.
func version(s string) bool {
	if day := strings.TrimSuffix(s, "-preview"); len(day) == len("2024-01-01") && day[4] == '-' && day[7] == '-' {
		return all(day[:4], digit) && all(day[5:7], digit) && all(day[8:], digit)
	}
	if !at(s, 0, 'v') && !at(s, 0, 'V') {
		return false
	}
	major := run(s, 1, digit)
	if n := major - 1; n < 1 || n > 3 {
		return false
	}
	switch rest := s[major:]; {
	case rest == "":
		return true
	case rest[0] == '.':
		return len(rest) > 1 && len(rest) <= 4 && all(rest[1:], digit)
	}
	for _, stage := range []string{"alpha", "beta", "rc", "eap", "p1alpha", "p1beta", "p2beta", "p3beta"} {
		if n, ok := strings.CutPrefix(s[major:], stage); ok {
			return len(n) <= 3 && all(n, digit)
		}
	}
	return false
}

// pronounceable reports whether a run of letters can be read: camel case and acronyms can,
// random letters seldom can.
func pronounceable(s string) bool {
	dry, single, mixed := 0, 0, false
	for i := range len(s) {
		if strings.IndexByte("aeiouyAEIOUY", s[i]) >= 0 {
			dry = 0
		} else if dry++; dry > 6 {
			return false
		}
		if i > 0 && classes[s[i]]&upper != classes[s[i-1]]&upper {
			mixed = true
			if is(s, i, lower) && is(s, i+1, upper) {
				single++ // a single lower-case letter between capitals
			}
		}
	}
	if mixed {
		return single < 2
	}
	return is(s, 0, lower) || len(s) <= 16
}
