package resolve

import (
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// A spot is a position for the model, and the place of the statement that contains it, if
// that is certain.
type spot struct {
	path     string
	at       toolerr.Position
	stated   toolerr.Position // by the service's count, if the word is elsewhere
	received bool             // the position is in the text that the service received
}

// position returns the position of a finding in a text of the call. The word at the
// position, or the only occurrence in the call, determines the text.
func (v *view) position(f *toolerr.Finding, unplaced bool) spot {
	at, word, find := f.At, f.Word, occurrences
	if word == "" && (at != (toolerr.Position{}) || unplaced) {
		word, find = f.Value, func(p *place, value string) []spot { return spots(p, literals(p.text, value)) }
	}
	if at == (toolerr.Position{}) && (word == "" || f.Rule == toolerr.RuleRequired) { // a missing word has no position
		return spot{}
	}
	var there, anywhere []spot
	var whole []string // the arguments that the word is; the position is in a text of the tool
	if v.mayShow(word) {
		for i := range v.call.values {
			p := &v.call.values[i]
			if p.kind != '"' || p.secret || !strings.Contains(p.text, word) {
				continue
			}
			if i, ok := byteAt(p.text, at.Line, at.Column, at.Offset); ok && stands(p.text, i, word) {
				there = append(there, spot{path: p.path, at: positionIn(p.text, i)})
			}
			if p.text == word {
				whole = append(whole, p.path)
			} else if len(anywhere) < 2 {
				anywhere = append(anywhere, find(p, word)...)
			}
		}
	}
	switch {
	case len(there) == 1:
		return there[0]
	case len(there) == 0 && len(anywhere) == 1:
		if sameLine := at == (toolerr.Position{Line: anywhere[0].at.Line}); !sameLine && max(at.Line, at.Column, at.Offset) <= maxPosition {
			anywhere[0].stated = at
		}
		return anywhere[0]
	case f.Word != "" && len(whole) == 1 && len(anywhere) == 0 && mentionable(word):
		if i, ok := byteAt(word+" ", at.Line, at.Column, at.Offset); ok && at.Line <= 1 {
			return spot{path: whole[0], at: positionIn(word, i)}
		}
		return spot{path: whole[0]}
	case len(whole) > 0:
		return spot{}
	case max(at.Line, at.Column, at.Offset) > maxPosition:
		return spot{}
	case at.Line > 0:
		return spot{at: toolerr.Position{Line: at.Line, Column: at.Column}, received: true}
	}
	return spot{at: toolerr.Position{Offset: at.Offset}, received: at.Offset > 0}
}

// maxPosition is the largest number with maxDigits digits.
const maxPosition = 999_999_999

func positionIn(text string, at int) toolerr.Position {
	line, column := lineColumn(text, at)
	return toolerr.Position{Line: line, Column: column}
}

// stands reports whether a word is at a byte of a text, with or without a quotation mark
// before it, outside comments, and not as a part of a longer word.
func stands(text string, i int, word string) bool {
	if i < len(text) && strings.ContainsRune("\"'`[", rune(text[i])) && !strings.HasPrefix(text[i:], word) {
		i++
	}
	if !strings.HasPrefix(text[i:], word) {
		return false
	}
	after, _ := utf8.DecodeRuneInString(text[i+len(word):])
	return (!inWord(after) || i+len(word) == len(text)) && outside(text, i)
}

// occurrences returns the positions of a word in a text, as a token or else in quotation
// marks. It returns at most two, and none in a comment.
func occurrences(p *place, word string) []spot {
	var all []spot
	for start, end := range code(p.text) {
		for i, token := range tokens(p.text[start:end]) {
			at, ok := within(token, word)
			if !ok {
				continue
			}
			all = append(all, spot{path: p.path, at: positionIn(p.text, start+i+at)})
			if len(all) == 2 {
				return all
			}
		}
	}
	if len(all) == 0 {
		all = spots(p, literals(p.text, word))
	}
	if len(all) == 0 {
		all = spots(p, spelled(p.text, word))
	}
	return all
}

// spots returns the positions of offsets in a text.
func spots(p *place, offsets []int) (all []spot) {
	for _, at := range offsets {
		all = append(all, spot{path: p.path, at: positionIn(p.text, at)})
	}
	return all
}
