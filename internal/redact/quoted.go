package redact

import "strings"

// leaks are the words before a quoted part of a URL in the errors of net/url (read in Go
// 1.26). If a password contains a # or a %, these errors quote it.
var leaks = []string{"invalid port ", "invalid URL escape "}

// quoted checks the quotation mark at i, which may begin the part of a password that the
// errors of net/url quote.
func (sc *scanner) quoted(i int) bool {
	s := sc.s
	if sc.bare || i < sc.urlEnd || is(s, i+1, blank) {
		return false
	}
	bs := i
	for bs > sc.floor && s[bs-1] == '\\' {
		bs--
	}
	before := s[:bs]
	if !strings.HasSuffix(before, " ") {
		return false
	}
	for _, words := range leaks {
		if strings.HasSuffix(before, words) {
			end, ok := sc.closing(i)
			if !ok {
				end = urlEnd(s, i+1)
			}
			return sc.found(i+1, end)
		}
	}
	return false
}

// depths is the number of levels of quoting that are distinguished.
const depths = 4

// closing returns the end of the quotation that begins at i. If a quotation is inside a
// quoted string, its marks have one or more backslashes. closing stores how far it searched
// in vain, which keeps the scan linear.
func (sc *scanner) closing(i int) (int, bool) {
	s := sc.s
	depth := backslashes(s, i)
	if depth >= depths {
		return 0, false
	}
	vain := &sc.vain[strings.IndexByte("\"'`", s[i])][depth]
	if i < *vain {
		return 0, false
	}
	j := i + 1
	for ; j < len(s) && s[j] != '\n'; j++ {
		if s[j] != s[i] || s[i] == '\'' && is(s, j+1, alnum) {
			continue
		}
		if n := backslashes(s, j); n <= depth {
			sc.left -= j - i
			return max(j-n, i+1), true
		}
	}
	sc.left -= j - i
	*vain = j
	return 0, false
}

func backslashes(s string, i int) int {
	n := 0
	for n < 8 && at(s, i-n-1, '\\') {
		n++
	}
	return n
}
