package redact

import (
	"cmp"
	"slices"
	"strings"
)

// A Shape is the form of a vendor's or standard's credentials. It identifies them in any
// text.
type Shape struct {
	Name    string // the kind of credential
	Example string // an invented one
}

// Shapes returns the shapes that [Text] redacts and [HasCredential] recognises.
// The caller may change the slice.
func Shapes() (out []Shape) {
	for i := range shapes {
		out = append(out, shapes[i].exported())
	}
	return out
}

// A shape is a row of the table: a fixed beginning, and a body of some bytes, or a function
// if those two are not enough.
type shape struct {
	name    string
	example string // derived from the other fields if it is empty

	starts string // the beginnings, separated by spaces
	keep   bool   // the beginning is not a secret (the host and path of a web hook)
	body   class  // the bytes after the beginning
	min    int    // minimum length of the body
	max    int    // maximum length of the body; 0: any
	random bool   // words can begin in the same way, so the body must look random
	mixed  bool   // the same for a short body

	// A credential without a fixed beginning has one of marks at offset probe, and bytes of
	// body before it.
	marks string
	probe int

	// form describes the bytes after the beginning, or all bytes of a row with marks, in
	// place of body: see [parseForm]. It may have alternatives, separated by spaces.
	form  string
	forms [][]piece // form, parsed

	// find returns the end of the credential whose beginning is s[i:start], or -1, if a form
	// is not enough.
	find func(s string, i, start int) int
}

// exported returns r as a Shape.
func (r *shape) exported() Shape {
	example := r.example
	if r.form != "" {
		start, _, _ := strings.Cut(r.starts, " ")
		form, _, _ := strings.Cut(r.form, " ")
		example = start + drawn(form)
	} else if example == "" {
		n := cmp.Or(r.max, max(r.min, 20))
		start, _, _ := strings.Cut(r.starts+r.marks, " ")
		example = fill(r.body, r.probe) + start + fill(r.body, n)
	}
	return Shape{Name: r.name, Example: example}
}

// A start is a beginning, or a mark, in the index.
type start struct {
	text string
	row  *shape
}

// index has the rows with beginnings by their first byte, and beginnings the first bytes of
// these.
var index, beginnings = func() (t *[256][]start, b *heads) {
	t, b = new([256][]start), new(heads)
	for n := range shapes {
		r := &shapes[n]
		for _, form := range strings.Fields(r.form) {
			r.forms = append(r.forms, parseForm(form))
		}
		for _, text := range strings.Fields(r.starts) {
			t[text[0]] = append(t[text[0]], start{text, r})
			b.add(text)
		}
	}
	return t, b
}()

// A probe is an offset at which rows without a beginning have their marks.
type probe struct {
	at     int
	firsts [256]bool // the first bytes of the marks
	marks  []start
}

// probes are sorted by their offset.
var probes = func() (all []*probe) {
	for n := range shapes {
		r := &shapes[n]
		if r.marks == "" {
			continue
		}
		k := slices.IndexFunc(all, func(p *probe) bool { return p.at == r.probe })
		if k < 0 {
			k = len(all)
			all = append(all, &probe{at: r.probe})
		}
		for _, text := range strings.Fields(r.marks) {
			all[k].firsts[text[0]] = true
			all[k].marks = append(all[k].marks, start{text, r})
		}
	}
	slices.SortFunc(all, func(a, b *probe) int { return a.at - b.at })
	return all
}()

// pairs is a set of pairs of bytes.
type pairs [256][4]uint64

func (p *pairs) add(a, b byte)      { p[a][b>>6] |= 1 << (b & 63) }
func (p *pairs) has(a, b byte) bool { return p[a][b>>6]&(1<<(b&63)) != 0 }

// heads are the first three bytes of texts, as pairs, so that most words are dismissed at
// once.
type heads struct {
	only          [256]bool // texts of one byte
	first, second pairs
}

func (h *heads) add(text string) {
	if len(text) == 1 {
		h.only[text[0]] = true
		return
	}
	h.first.add(text[0], text[1])
	if len(text) > 2 {
		h.second.add(text[1], text[2])
		return
	}
	for c := range 256 {
		if classes[c]&b64url != 0 {
			h.second.add(text[1], byte(c))
		}
	}
}

// at reports whether one of the texts may begin at i.
func (h *heads) at(s string, i int) bool {
	return i+2 < len(s) && (h.first.has(s[i], s[i+1]) && h.second.has(s[i+1], s[i+2]) || h.only[s[i]])
}

// shapeAt returns the credential of a known shape that begins at i, without the part that
// is not secret.
func shapeAt(s string, i int) (from, to int, ok bool) {
	if beginnings.at(s, i) {
		for _, e := range index[s[i]] {
			if len(e.text) > 1 && e.text[1] != s[i+1] || len(e.text) > 3 && (e.text[2] != s[i+2] || !at(s, i+3, e.text[3])) || !strings.HasPrefix(s[i:], e.text) {
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
	return 0, 0, false
}

// markedAt returns the credential without a fixed beginning that begins at i.
func markedAt(s string, i int) (from, to int, ok bool) {
	for n := range probes {
		p := probes[n]
		if i+p.at >= len(s) {
			break
		}
		if !p.firsts[s[i+p.at]] {
			continue
		}
		for _, m := range p.marks {
			if len(m.text) > 1 && !at(s, i+p.at+1, m.text[1]) || !strings.HasPrefix(s[i+p.at:], m.text) {
				continue
			}
			if to := m.row.match(s, i, i+p.at+len(m.text)); to >= 0 {
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
	if r.form != "" {
		from := start
		if r.marks != "" {
			from = i
		}
		for _, form := range r.forms {
			if end := formEnd(s, from, form); end >= 0 && (!r.random || random(s[start:end])) && (!r.mixed || byLot(s[start:end])) {
				return end
			}
		}
		return -1
	}
	if r.marks != "" && !all(s[i:i+r.probe], r.body) {
		return -1
	}
	// The first bytes show whether there is a credential. The search for one must not continue
	// from every dash of a long run of bytes.
	first := max(64, r.min)
	if is(s, i-1, dash|under) { // in the middle of a run, all words of which may match
		first = max(24, r.min)
	}
	if r.max > 0 {
		first = r.max + 1
	}
	near := runTo(s, start, first, r.body)
	if near-start < r.min || r.random && !random(s[start:near]) || r.mixed && !byLot(s[start:near]) {
		return -1
	}
	end := near
	if r.max == 0 {
		end = run(s, near, r.body)
	}
	if r.body&dot != 0 {
		end = start + len(strings.TrimRight(s[start:end], ".,:;!'*]}"))
	}
	if r.max > 0 && end-start > r.max && r.body&pad != 0 {
		end = start + r.max // a slash after it is not part of it
	}
	if n := end - start; n < r.min || r.max > 0 && n > r.max || is(s, end, alnum) {
		return -1
	}
	return end
}

// random reports whether a text is too long or too mixed for a word: it has 20 consecutive
// letters and digits, or 16 with a digit among them.
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

// byLot reports whether letters and digits of a word seem to be drawn by lot: they change
// often between digits, capitals and small letters, and cannot be read.
func byLot(s string) bool {
	const shortest = 8
	changes, digits := 0, false
	for i := range len(s) {
		digits = digits || is(s, i, digit)
		if i > 0 && classes[s[i]]&classes[s[i-1]]&(upper|lower|digit) == 0 && is(s, i, alnum) && is(s, i-1, alnum) {
			changes++
		}
	}
	return len(s) >= shortest && (digits && changes > 2 || changes > 3 && !pronounceable(s))
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
