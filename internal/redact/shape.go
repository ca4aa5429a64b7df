package redact

import "strings"

// A Shape is a form that a vendor or a standard gives its credentials, by which
// they are recognised wherever they stand.
type Shape struct {
	Name    string // what the credential is
	Example string // an invented one, which opens nothing
	Source  string // the vendor's page or the RFC that describes it
}

// Shapes returns the shapes that [Text] redacts and [HasCredential] recognises.
// The caller may change the slice.
func Shapes() []Shape {
	out := make([]Shape, len(shapes))
	for i, r := range shapes {
		out[i] = r.Shape
	}
	return out
}

// A shape is a row of the table: a fixed beginning, and either a body of some
// bytes or a function for what those two cannot say.
type shape struct {
	Shape
	starts []string // one of these is the beginning
	keep   bool     // the beginning is no secret (the host and path of a web hook)
	body   class    // the bytes after the beginning
	min    int      // at least this many of them
	max    int      // and at most this many; 0: any number
	random bool     // words have such a beginning too: the body must not look like one

	// A credential without a beginning has the byte has at probe.
	probe int
	has   byte

	// find returns the end of the credential whose beginning is s[i:start], or -1.
	find func(s string, i, start int) int
}

// A start is a beginning in the index.
type start struct {
	text string
	row  *shape
}

// index holds the rows with beginnings by their first byte, and firsts the
// first two bytes of all beginnings: most words are done with there.
var index, firsts = func() (t [256][]start, p pairs) {
	for n := range shapes {
		r := &shapes[n]
		for _, text := range r.starts {
			t[text[0]] = append(t[text[0]], start{text, r})
			if len(text) > 1 {
				p.add(text[0], text[1])
				continue
			}
			for c := range 256 {
				if classes[c]&b64url != 0 {
					p.add(text[0], byte(c))
				}
			}
		}
	}
	return t, p
}()

// anywhere are the rows without a beginning.
var anywhere = func() (rows []*shape) {
	for n := range shapes {
		if len(shapes[n].starts) == 0 {
			rows = append(rows, &shapes[n])
		}
	}
	return rows
}()

// pairs is a set of pairs of bytes.
type pairs [256][4]uint64

func (p *pairs) add(a, b byte)      { p[a][b>>6] |= 1 << (b & 63) }
func (p *pairs) has(a, b byte) bool { return p[a][b>>6]&(1<<(b&63)) != 0 }

// shapeAt returns the credential of a known shape that begins at i, without the
// part of it that is no secret.
func shapeAt(s string, i int) (from, to int, ok bool) {
	if i+1 < len(s) && firsts.has(s[i], s[i+1]) {
		for _, e := range index[s[i]] {
			if !strings.HasPrefix(s[i:], e.text) {
				continue
			}
			if to := e.row.match(s, i, i+len(e.text)); to >= 0 {
				if e.row.keep {
					i += len(e.text)
				}
				return i, to, true
			}
		}
	}
	for _, r := range anywhere {
		if at(s, i+r.probe, r.has) {
			if to := r.find(s, i, i); to >= 0 {
				return i, to, true
			}
		}
	}
	return 0, 0, false
}

// match returns the end of the credential whose beginning is s[i:start], or -1.
func (r *shape) match(s string, i, start int) int {
	if r.find != nil {
		return r.find(s, i, start)
	}
	// Whether there is a credential shows in the first bytes. What looks on for
	// it must not do so from every dash of a long run of bytes.
	const ahead = 256
	near := runTo(s, start, ahead, r.body)
	if near-start < r.min || r.random && !random(s[start:near]) {
		return -1
	}
	end := run(s, near, r.body)
	if r.body&dot != 0 {
		end = start + len(strings.TrimRight(s[start:end], ".,:;!'*]}"))
	}
	if n := end - start; n < r.min || r.max > 0 && n > r.max || is(s, end, alnum) {
		return -1
	}
	return end
}

// random reports whether a text is too long or too mixed for a word: it holds
// 20 letters and digits in a row, or 16 with a digit among them.
func random(s string) bool {
	for i := 0; i < len(s); {
		end := run(s, i, alnum)
		if n := end - i; n >= 20 || n >= 16 && hasDigit(s[i:end]) {
			return true
		}
		i = end + 1
	}
	return false
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// jwt finds the three parts of a signed JSON web token (RFC 7515 section 3.1)
// or the five of an encrypted one (RFC 7516 section 3.1, where the second may
// be empty).
func jwt(s string, i, _ int) int {
	const longest = 4096 // a header with a chain of certificates
	first := runTo(s, i, longest, b64url)
	if first-i < 10 {
		return -1
	}
	end, dots := first, 0
	for dots < 4 && at(s, end, '.') {
		next := run(s, end+1, b64url)
		if next == end+1 && (dots > 0 || !at(s, next, '.')) {
			break
		}
		end = next
		dots++
	}
	if strings.HasPrefix(s[first:end], ".eyJ") || dots >= 2 && end-i >= 40 {
		return end
	}
	return -1
}

// pemHead is how a PEM block begins.
const pemHead = "-----BEGIN"

// privateKey finds a PEM block or an OpenPGP armor around a private key. One
// whose end was cut off has no end.
func privateKey(s string, _, start int) int {
	label := run(s, start, upper|digit|blank)
	if label-start > 64 || !strings.HasPrefix(s[label:], "-----") || !strings.Contains(s[start:label], "PRIVATE KEY") {
		return -1
	}
	const foot = "-----END "
	n := strings.Index(s[label:], foot)
	if n < 0 {
		return len(s)
	}
	end := label + n + len(foot)
	if n = strings.Index(s[end:], "-----"); n < 0 {
		return len(s)
	}
	return end + n + len("-----")
}

// clientSecret finds the secret in an object's id: pi_…_secret_….
func clientSecret(s string, i, start int) int {
	const word = "_secret_"
	const longest = 256
	end := runTo(s, start, longest, alnum|under)
	if n := strings.Index(s[i:end], word); n < 0 || end-i-n-len(word) < 8 {
		return -1
	}
	return run(s, end, alnum|under)
}

// telegram finds the number of a bot and the 35 characters after the colon.
func telegram(s string, i, start int) int {
	if classes[s[i]]&digit != 0 {
		start = i
	}
	colon := run(s, start, digit)
	if n := colon - start; n < 6 || n > 16 || !at(s, colon, ':') {
		return -1
	}
	end := run(s, colon+1, b64url)
	if end-colon-1 < 30 || !at(s, colon+1, 'A') {
		return -1
	}
	return end
}

// discord finds the three parts of a bot token: user id, time and signature.
func discord(s string, i, _ int) int {
	return parts(s, i, b64url, [][2]int{{23, 30}, {6, 7}, {27, 48}})
}

// sendgrid finds SG, a key id and a key.
func sendgrid(s string, _, start int) int {
	return parts(s, start, b64url, [][2]int{{16, 32}, {32, 64}})
}

// parts returns the end of runs of class k, with a dot between them, whose
// lengths are within the limits; or -1.
func parts(s string, i int, k class, limits [][2]int) int {
	for n, limit := range limits {
		if n > 0 {
			if !at(s, i, '.') {
				return -1
			}
			i++
		}
		end := runTo(s, i, limit[1]+1, k)
		if end-i < limit[0] || end-i > limit[1] {
			return -1
		}
		i = end
	}
	return i
}

// entra finds the secret of a Microsoft Entra application, which has a digit
// and Q~ behind its first three characters.
func entra(s string, i, _ int) int {
	const shortest, longest = 37, 44
	if len(s) < i+shortest || s[i+4] != 'Q' || !is(s, i+3, digit) {
		return -1
	}
	end := i
	for end < len(s) && end-i <= longest && (is(s, end, b64url|dot) || s[end] == '~') {
		end++
	}
	for end > i && s[end-1] == '.' {
		end--
	}
	if n := end - i; n < shortest || n > longest {
		return -1
	}
	return end
}

// terraform finds 14 characters, .atlasv1. and the rest.
func terraform(s string, i, _ int) int {
	const id, middle = 14, ".atlasv1."
	if len(s) < i+id+len(middle) || !strings.HasPrefix(s[i+id:], middle) || !all(s[i:i+id], alnum) {
		return -1
	}
	start := i + id + len(middle)
	end := run(s, start, b64url)
	if end-start < 40 {
		return -1
	}
	return end
}

// vaultLegacy finds s. and exactly 24 characters that are no identifier of a
// program, and the namespace that may follow.
func vaultLegacy(s string, i, start int) int {
	end := run(s, start, alnum)
	if end-start != 24 || !hasDigit(s[start:end]) || is(s, i-1, dot|under|dash) {
		return -1
	}
	if ns := run(s, end+1, alnum); at(s, end, '.') && ns-end-1 == 5 {
		return ns
	}
	return end
}
