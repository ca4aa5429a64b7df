package redact

import "strings"

// triggers are the bytes, besides the beginning of a word, at which something
// to be redacted can be told.
const triggers = ":=@?#-(>\"'`"

// A scanner goes through a text once, from left to right, and stops at each
// stretch that is a credential.
type scanner struct {
	s    string
	bare bool // only what needs no name to be recognised

	i        int // where the scan goes on
	floor    int // the end of the last finding or mark: nothing looks back past it
	from, to int // the finding

	urlEnd   int // the end of the URL around or before i
	lastAt   int // the last @ of that URL, or -1
	queryEnd int // the end of the query around or before i

	vain [3][depths]int // by quotation mark and depth: no closing one before here
}

// next finds the next credential, s[from:to].
func (sc *scanner) next() bool {
	s, i := sc.s, sc.i
	for i < len(s) {
		if i < sc.queryEnd {
			sc.i = i
			if sc.pair() {
				return true
			}
			i = sc.i
			continue
		}
		switch k := classes[s[i]]; {
		case k&alnum != 0:
			if i == 0 || classes[s[i-1]]&alnum == 0 {
				if sc.word(i) {
					return true
				}
				if i > 0 && (s[i-1] == '%' || s[i-1] == '\\') {
					if n := escapeBefore(s, i); n > 0 && sc.word(i+n) {
						return true
					}
				}
			}
			i = run(s, i+1, alnum)
		case k&trigger != 0:
			sc.i = i + 1
			if sc.trigger(i) {
				return true
			}
			i = sc.i
		default:
			i++
		}
	}
	sc.i = i
	return false
}

// found makes s[from:to] the finding. It is false for an empty one.
func (sc *scanner) found(from, to int) bool {
	if from >= to {
		return false
	}
	if n := strings.Index(sc.s[from:to], pemHead); n >= 0 {
		// The value of a field may end inside of a private key.
		start := from + n + len(pemHead)
		to = max(to, privateKey(sc.s, 0, start))
	}
	sc.from, sc.to, sc.i, sc.floor = from, to, to, to
	return true
}

// word looks at the word that begins at i: a credential of a known shape, or
// the name of an authentication scheme with its value.
func (sc *scanner) word(i int) bool {
	if i >= len(sc.s) {
		return false
	}
	if from, to, ok := shapeAt(sc.s, i); ok {
		return sc.found(from, to)
	}
	return sc.s[i]|0x20 == 'b' && sc.bearer(i)
}

// trigger looks at one of the [triggers].
func (sc *scanner) trigger(i int) bool {
	s := sc.s
	switch s[i] {
	case '(':
		if strings.HasPrefix(s[i:], mark) {
			sc.i = i + len(mark)
			sc.floor = sc.i
		}
		return false
	case ':':
		if strings.HasPrefix(s[i:], "://") {
			return sc.url(i)
		}
		return sc.assigned(i)
	case '@':
		return sc.userinfo(i)
	case '-':
		if from, to, ok := shapeAt(s, i); ok {
			return sc.found(from, to)
		}
		return sc.flag(i)
	case '=':
		return sc.keyed(i) || sc.assigned(i)
	case '?':
		return sc.query(i)
	case '#':
		return !sc.bare && i < sc.urlEnd && sc.found(i+1, sc.urlEnd)
	case '>':
		return sc.element(i)
	default:
		return sc.statement(i) || sc.quoted(i)
	}
}
