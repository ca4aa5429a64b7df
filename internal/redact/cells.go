package redact

import "strings"

// cells are the cells of columns that are named like credentials: in the rows of a table
// (Markdown, psql, mysql), in lines of CSV, or in the lists of an INSERT statement.
type cells struct {
	sep     byte
	columns uint64
	row     int  // the next row
	list    bool // rows are in parentheses
	todo    uint64
	line    int // the rest of the row
	column  int
	end, at int // the next cell, and 0 if there is none
}

// head checks whether the name at s[name:end] is in the first row of a table or in the list
// of columns of an INSERT, and prepares the cells below.
func (sc *scanner) head(name, end int) {
	const longest = 512
	s := sc.s
	if name < sc.cells.row {
		return
	}
	from := name
	for from > sc.floor && name-from < longest && s[from-1] != '\n' && s[from-1] != '(' {
		from--
	}
	to := end
	for to < len(s) && to-end < longest && s[to] != '\n' && s[to] != ')' {
		to++
	}
	line := s[from:to]
	sc.left -= len(line)
	c := cells{sep: ','}
	switch {
	case at(s, from-1, '(') && at(s, to, ')'):
		row := run(s, to+1, blank)
		if len(s) < row+len("VALUES") || !strings.EqualFold(s[row:row+len("VALUES")], "VALUES") {
			return
		}
		c.row, c.list = run(s, row+len("VALUES"), blank), true
	case at(s, to, '\n'):
		c.row = to + 1
		if strings.IndexByte(line, '|') >= 0 {
			c.sep = '|'
			if run(s, c.row, blank|dash|pad) == c.row && !at(s, c.row, '|') {
				return // no line between the names and the rows
			}
		} else if strings.IndexByte(line, '\t') >= 0 {
			c.sep = '\t'
		}
		next, _, _ := strings.Cut(s[c.row:min(len(s), c.row+longest)], "\n")
		if n := strings.Count(line, string(c.sep)); n == 0 || c.sep != '|' && (strings.Count(next, string(c.sep)) != n || !all(line, inName|blank|quote|trigger|inRoute) || strings.ContainsAny(line, ":={}[]")) {
			return
		}
	default:
		return
	}
	n := 0
	for cell := range strings.SplitSeq(line, string(c.sep)) {
		cell = strings.ReplaceAll(strings.Trim(cell, " \"'`\r[]"), " ", "_")
		if n < 64 && len(cell) <= maxName && kindOf(cell) != ordinary {
			c.columns |= 1 << n
		}
		n++
	}
	if c.columns != 0 {
		c.next(s)
		sc.cells = c
	}
}

// next finds the next cell.
func (c *cells) next(s string) {
	c.end = 0
	for {
		if c.todo == 0 { // the next row
			if c.list {
				if !at(s, c.row, '(') {
					return
				}
				c.row++
			} else if c.row >= len(s) || s[c.row] == '\n' {
				return
			}
			if rule := run(s, c.row, blank|dash|pad|trigger|inRoute); !c.list && c.sep == '|' && (rule == len(s) || is(s, rule-1, blank)) && strings.Contains(s[c.row:rule], "--") {
				c.row = c.row + 1 + max(strings.IndexByte(s[c.row:], '\n'), 0) // a line of hyphens
				continue
			}
			c.todo, c.line, c.column = c.columns, c.row, 0
		}
		from, to := c.line, c.line
		for open := byte(0); to < len(s) && s[to] != '\n'; to++ {
			switch b := s[to]; {
			case open != 0:
				if b == open {
					open = 0
				}
				continue
			case b == '\'' && c.list, b == '"' && c.sep != '|':
				open = b
				continue
			case b == c.sep, c.list && b == ')':
			default:
				continue
			}
			break
		}
		last := to >= len(s) || s[to] != c.sep
		bit := c.todo & (1 << c.column)
		c.todo &^= 1 << c.column
		c.line, c.column = to+1, c.column+1
		if last {
			if c.todo = 0; c.column < 2 && !c.list {
				c.row = len(s) // not a row
			} else if c.row = to + 1; c.list {
				c.row = run(s, c.row, blank)
				if at(s, c.row, ',') {
					c.row = run(s, c.row+1, blank)
				}
			}
		} else if c.todo == 0 {
			c.todo = 1 << 63 // read the rest of the row
		}
		for from < to && strings.IndexByte(" \"'\r", s[from]) >= 0 {
			from++
		}
		for to > from && strings.IndexByte(" \"'\r", s[to-1]) >= 0 {
			to--
		}
		f := field{kind: word}
		if bit != 0 && from < to && strings.IndexByte("?$:@%{", s[from]) < 0 && s[from:to] != mark && (c.list || secretive(s[from:to]) && strings.IndexByte(s[from:to], ' ') < 0) && !f.harmless(s, from, to) {
			c.at, c.end = from, to
			return
		}
	}
}
