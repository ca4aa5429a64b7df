package httpadapter

import (
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
)

// TextRules returns the texts that are matched, for the test that makes a real client
// return each of them.
func TextRules() []string {
	var all []string
	for _, t := range textRules {
		all = append(all, t.text)
	}
	return append(all, givingUp+"n"+attempts, unexpectedStatus)
}

// RowsOfBodies returns the codes and sentences that are read in bodies.
func RowsOfBodies() (all []string) {
	for _, w := range slices.Concat(codeWords, deniedWords) {
		all = append(all, strings.Join(w.words, " "))
	}
	return all
}

// Words is words.
var Words = words

// HasLayout reports whether fields of a Go type are read.
func HasLayout(t reflect.Type) bool { return layoutOf(t) != nil }

// CountsOther is countsOther of the type with the given path and name.
func CountsOther(whole string) bool { return countsOther(typeOf(whole)) }

// NamedForHTTP is speaksHTTP of the type with the given path and name.
func NamedForHTTP(whole string) bool { return speaksHTTP(typeOf(whole)) }

func typeOf(whole string) shape.Type {
	dot := strings.LastIndexByte(whole, '.')
	return shape.T(whole[:dot], whole[dot+1:])
}

// Codes is the table of codes.
var Codes = codes
