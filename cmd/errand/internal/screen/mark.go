package screen

import "strings"

// A mark is the position of a marked word, in bytes.
type mark struct{ start, end int }

// find returns the positions of the words in text, in order and without overlaps.
func find(in string, words []string) []mark {
	var marks []mark
	lower := strings.ToLower(in)
	for at := 0; at < len(lower); {
		next, length := -1, 0
		for _, w := range words {
			if i := strings.Index(lower[at:], strings.ToLower(w)); w != "" && i >= 0 && (next < 0 || i < next || i == next && len(w) > length) {
				next, length = i, len(w)
			}
		}
		if next < 0 {
			break
		}
		marks = append(marks, mark{at + next, at + next + length})
		at += next + length
	}
	return marks
}

// paintMarked paints a line, which begins at position at of its paragraph.
func (s *Screen) paintMarked(style Style, line string, at int, marks []mark) string {
	var b strings.Builder
	done := 0
	for _, m := range marks {
		start, end := max(m.start-at, done), min(m.end-at, len(line))
		if start >= end {
			continue
		}
		b.WriteString(s.paint(style, line[done:start]))
		b.WriteString(s.paint(Alarm, line[start:end]))
		done = end
	}
	b.WriteString(s.paint(style, line[done:]))
	return b.String()
}
