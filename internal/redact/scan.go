package redact

import "strings"

// triggers are the bytes, besides the first byte of a word, at which the scan checks for a
// credential.
const triggers = ":=@?#-(<>$\"'`"

// A scanner reads a text once, from left to right, and stops at each credential. Its
// methods that check a position store the credential there as the finding, and report
// whether there is one.
type scanner struct {
	s     string
	bare  bool // only credentials that need no name
	inner bool // s was decoded from another text

	i        int  // the next position of the scan
	left     int  // the bytes that checks may still read ahead of the scan
	floor    int  // the end of the last finding or mark, before which no check looks back
	from, to int  // the finding
	weak     bool // it is only a value in a URL

	urlEnd   int // the end of the URL around or before i
	lastAt   int // the last @ of that URL, or -1
	queryEnd int // the end of the query around or before i

	vain    [3][depths]int // by quotation mark and depth: no closing mark before here
	nextTag int            // the first < at or after the last content that was read
	decoded int            // runs of base64 or hexadecimal digits before here were decoded

	program       command // the last command
	programAt     int
	named         kind // the kind of the last name in a carrier
	namedAt       int
	taken         int // the end of a name that belongs to the value before it
	held          int // the object of several credentials
	heldEnd       int
	cells         cells
	shown         int // the end of the tag of an element whose content is not a credential
	data, dataEnd int // the data of a Secret
	secret        int // whether the text has one: 1 yes, -1 no, 0 not yet known
}

// next finds the next credential, s[from:to].
func (sc *scanner) next() bool {
	s, i := sc.s, sc.i
	for i < len(s) {
		if sc.left < 0 { // made to be read again and again
			sc.left = 0
			return sc.found(max(i, sc.floor), len(s))
		}
		if i >= sc.cells.at && sc.cells.end > 0 {
			from, to := max(sc.cells.at, i), sc.cells.end
			sc.cells.next(s)
			if sc.found(from, to) {
				return true
			}
			continue
		}
		if i < sc.queryEnd {
			sc.i = i
			if sc.pair() {
				sc.weak = true
				return true
			}
			i = sc.i
			continue
		}
		switch k := classes[s[i]]; {
		case k&alnum != 0:
			end := run(s, i+1, alnum)
			if i == 0 || classes[s[i-1]]&alnum == 0 {
				if sc.word(i) || sc.marked(i, end) {
					return true
				}
			}
			if !sc.bare && end > 1 && tails.has(s[end-2]|0x20, s[end-1]|0x20) && end < len(s) && strings.IndexByte(" |,;\t\n)\"'`", s[end]) >= 0 && sc.claimed(i, end) {
				return true
			}
			if end-i >= shortest && sc.encoded(i, end) {
				return true
			}
			i = end
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

// found makes s[from:to] the finding. It returns false if that is empty.
func (sc *scanner) found(from, to int) bool {
	if from >= to {
		return false
	}
	if n := strings.Index(sc.s[from:to], pemHead); n >= 0 {
		// The value of a field may end inside a private key.
		start := from + n + len(pemHead)
		to = max(to, privateKey(sc.s, 0, start))
	}
	sc.from, sc.to, sc.i, sc.floor, sc.weak = from, to, to, to, false
	return true
}

// marked checks the word from i to end for a credential without a fixed beginning: these
// are longer than words, or continue after a sign.
func (sc *scanner) marked(i, end int) bool {
	s := sc.s
	const longWord = 33
	switch {
	case end-i >= longWord, at(s, end, '.') && (end-i == 14 || end-i == 32), end-i == 32 && at(s, end, '-'), at(s, end, '_') && end-i == 6, at(s, i+5, '~'):
	case is(s, end, pad|dash|under) && is(s, i+longWord-1, alnum|pad|dash|under):
	default:
		return false
	}
	from, to, ok := markedAt(s, i)
	if !ok && i > 0 && (s[i-1] == '+' || s[i-1] == '/') && !is(s, i-2, alnum) {
		from, to, ok = markedAt(s, i-1)
	}
	return ok && sc.found(from, to)
}

// word checks the word that begins at i: a credential of a known shape, or the name of an
// authentication scheme with its value.
func (sc *scanner) word(i int) bool {
	if i >= len(sc.s) {
		return false
	}
	if from, to, ok := shapeAt(sc.s, i); ok {
		return sc.found(from, to)
	}
	if !leads.at(sc.s, i) {
		return false
	}
	return sc.s[i]|0x20 <= 'b' && sc.bearer(i) || !sc.bare && sc.command(i)
}

// trigger checks one of the [triggers].
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
	case '-', '$':
		if from, to, ok := shapeAt(s, i); ok {
			return sc.found(from, to)
		}
		return s[i] == '-' && is(s, i+1, b64url|dash) && sc.flag(i)
	case '=':
		return sc.keyed(i) || sc.assigned(i)
	case '?':
		return sc.query(i)
	case '#':
		return !sc.bare && i < sc.urlEnd && !anchor(s[i+1:sc.urlEnd]) && sc.found(i+1, sc.urlEnd)
	case '<':
		return sc.tag(i)
	case '>':
		return sc.tagEnd(i) || at(s, i-1, '-') && at(s, i+1, ' ') && sc.assigned(i)
	default:
		return sc.statement(i) || sc.quoted(i)
	}
}
