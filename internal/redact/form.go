package redact

import "strings"

// uuidForm is the form of a UUID.
const uuidForm = "%8x-%4x-%4x-%4x-%12x"

var uuidPieces = parseForm(uuidForm)

// uuid returns the end of a UUID, or -1.
func uuid(s string, i int) int { return formEnd(s, i, uuidPieces) }

// A piece is a part of a form: from least to most bytes of class k, or the byte literal.
type piece struct {
	literal     byte
	k           class
	least, most int
}

// kinds are the classes that forms name by a letter.
var kinds = [...]class{
	'd': digit, 'x': hexDigit, 'u': upper | digit, 'm': alnum, 'w': b64url, 'k': b64url | pad, 'v': alnum | dot | under, 't': b64url | dot | tilde,
}

// parseForm returns the pieces of a form, which has literal bytes, and runs such as %14m,
// %6-16d and %40+w: the least and the most number of bytes, and their class in kinds.
func parseForm(form string) (out []piece) {
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			out = append(out, piece{literal: form[i]})
			continue
		}
		number := func(from int) (n int) {
			for i = from; is(form, i, digit); i++ {
				n = 10*n + int(form[i]-'0')
			}
			return n
		}
		p := piece{least: number(i + 1)}
		switch p.most = p.least; form[i] {
		case '+':
			p.most = 1 << 20
			i++
		case '-':
			p.most = number(i + 1)
		}
		p.k = kinds[form[i]]
		out = append(out, p)
	}
	return out
}

// formEnd returns the end of the text of a form that begins at i, or -1. A run ends where
// its class does, or where the next run begins.
func formEnd(s string, i int, form []piece) int {
	end := i
	for n, p := range form {
		if p.k == 0 {
			if !at(s, end, p.literal) {
				return -1
			}
			end++
			continue
		}
		longest := p.most + 1
		if n+1 < len(form) && form[n+1].k != 0 {
			longest = p.most
		}
		to := runTo(s, end, longest, p.k)
		if to-end < p.least || to-end > p.most {
			return -1
		}
		end = to
	}
	if is(s, end, alnum) {
		return -1
	}
	return i + len(strings.TrimRight(s[i:end], "."))
}
