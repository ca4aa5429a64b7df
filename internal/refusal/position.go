package refusal

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Parsers write a position in many ways: "line 2", "line 2, column 5", "on line [1,12]",
// "<input>:1:18:", "main.tf:1,5-8:", "(2:5)", "sh: 1:", "at offset 14", "char 14".

// lineUnits and columnUnits are words before the number of a line, and of a character in it
// or in the text.
var (
	lineUnits   = set("line row lineno ln")
	limited     = set("start starts begin begins capped limited fixed ends") // words before "at" and a number that is not a position
	columnUnits = set("column col pos position char character offset byte index")
)

// PositionIn returns the position that a text states.
func PositionIn(text string) toolerr.Position {
	at, _ := positionIn(strings.ToLower(text[:min(len(text), 1<<10)]))
	return at
}

// positionIn returns the first position in a text in lower case, and the offset after it. PyYAML
// states first where the part begins that it was in.
func positionIn(text string) (at toolerr.Position, end int) {
	start := 0
	if strings.HasPrefix(text, "while ") {
		start = max(strings.LastIndex(text, "line "), 0)
	}
	for i := start; i < len(text); i++ {
		if !isDigit(text[i]) || i > 0 && (isDigit(text[i-1]) || inWord(text[i-1])) {
			continue
		}
		n, rest := digits(text[i:])
		if unit := unitBefore(text[:i]); n == 0 && (text[i] != '0' || !columnUnits[unit] && !lineUnits[unit]) {
			continue
		}
		switch unit := unitBefore(text[:i]); {
		case strings.HasSuffix(text[:i], "the "+unit+" "): // of a database
			continue
		case lineUnits[unit]:
			column, tail := columnIn(rest)
			if n == 0 && column == 0 {
				continue
			}
			return toolerr.Position{Line: max(n, 1), Column: column}, len(text) - len(tail)
		case columnUnits[unit] && strings.HasPrefix(rest, ":") && len(rest) > 1 && isDigit(rest[1]): // "position 1:15"
			column, tail := digits(rest[1:])
			return toolerr.Position{Line: n, Column: column}, len(text) - len(tail)
		case columnUnits[unit], unit == "at" && !limited[unitBefore(strings.TrimSuffix(text[:i], "at "))] && strings.Trim(rest, " .)\n") == "" && !strings.HasSuffix(text[:i], "("):
			return toolerr.Position{Offset: max(n, 1)}, len(text) - len(rest)
		}
		if at = pair(text[:i], n, rest); at.Line > 0 {
			if at.Column > 0 {
				_, rest = digits(strings.TrimLeft(rest[1:], " "))
			}
			return at, len(text) - len(rest)
		}
	}
	return at, 0
}

// unitBefore returns the last word of a text if only punctuation follows.
func unitBefore(text string) string {
	head := strings.TrimRight(text, " :=#[(")
	if len(head) == len(text) {
		return ""
	}
	i := len(head)
	for i > 0 && inWord(head[i-1]) {
		i--
	}
	return head[i:]
}

// columnIn returns the number of a column directly after that of a line, or 0, and the rest.
func columnIn(text string) (column int, tail string) {
	rest := strings.TrimPrefix(strings.TrimLeft(text, " ,:;([\n"), "at ")
	if len(rest) == len(text) {
		return 0, text
	}
	i := 0
	for i < len(rest) && inWord(rest[i]) {
		i++
	}
	if i > 0 && !columnUnits[rest[:i]] || i == 0 && text[0] == ' ' {
		return 0, text
	}
	if column, tail = digits(strings.TrimLeft(rest[i:], " :=")); column == 0 {
		return 0, text
	}
	return column, tail
}

// pair returns the position of a number without a unit: with a column, as in "1:18:", "(2,5)"
// and "main.tf:1,5-8", or the line of a file, as in "Makefile:2:" and "sh: 1:".
func pair(before string, line int, rest string) toolerr.Position {
	opening, named := byte(' '), false
	if before != "" {
		opening = before[len(before)-1]
	}
	if head := strings.TrimRight(before, " "); strings.HasSuffix(head, ":") {
		opening, named = ':', true
	}
	if strings.IndexByte(" ([:", opening) < 0 || rest == "" || opening == ':' && rest[0] == ',' && strings.HasSuffix(before, " ") { // "invalid amount: 12,50"
		return toolerr.Position{}
	}
	column, tail := digits(rest[1:])
	if opening == '(' || opening == '[' {
		column, tail = digits(strings.TrimLeft(rest[1:], " "))
	}
	closed := tail == "" || strings.IndexByte(" :)],;-\n", tail[0]) >= 0 && (len(tail) == 1 || !isDigit(tail[1]) || tail[0] == '-')
	last := strings.HasSuffix(before, " at ") || strings.HasSuffix(before, " - ") || strings.HasSuffix(before, " @ ")
	inside := opening != ' ' || strings.HasPrefix(tail, ":") || last && tail == "" && (line < 10 || column > 59) // not the time of day
	switch {
	case column > 0 && closed && inside && (rest[0] == ':' || rest[0] == ',' && opening != ' '):
		return toolerr.Position{Line: line, Column: column}
	case named && line < 10_000 && (rest[0] == ':' && !strings.HasPrefix(rest, "::") || rest[0] == '\n'):
		return toolerr.Position{Line: line}
	}
	return toolerr.Position{}
}

// digits returns the decimal number at the beginning of a text, and the rest. It returns 0
// if there is none or it has more than six digits.
//
//go:noinline
func digits(text string) (n int, rest string) {
	i := 0
	for ; i < len(text) && isDigit(text[i]); i++ {
		if i == 6 {
			return 0, text
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, text[i:]
}
