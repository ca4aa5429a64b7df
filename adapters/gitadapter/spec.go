// Package gitadapter recognises the errors of go-git, github.com/go-git/go-git.
//
// The library is not imported. It makes nearly all of its errors with errors.New,
// without a prefix: they are recognised by their whole text, if the text cannot have
// another meaning in other programs. HTTP statuses are read from types that are
// recognised by name. Addresses, paths and a server's texts reach developers only.
package gitadapter

import (
	"maps"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
)

const module = "github.com/go-git/go-git"

var unexpected = shape.T(module+"/plumbing", "UnexpectedError")

// Adapter recognises the sentinels of go-git for remotes, references and worktrees,
// its PermanentError and UnexpectedError around an HTTP response, and
// NoMatchingRefSpecError.
//
// Errors of a login over SSH are left to sshadapter, those of the connection to
// httpadapter. go-git returns "already up-to-date" as an error, which a tool that
// pulls handles as a success.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{unexpected, shape.T(module+"/plumbing", "PermanentError")}, Response: "Err.Response", Read: readInner, Fallback: true},
		{Types: []shape.Type{shape.T(module, "NoMatchingRefSpecError")}, Code: noReference},
	},
	Begins: append(slices.Collect(maps.Keys(texts)), nonFastForwardText, commandText),
	Text: func(e error) *spec.Answer {
		code := codeOf(e.Error())
		if code == "" || spec.Wraps(e) {
			return nil
		}
		return &spec.Answer{Codes: []string{code}, Fallback: true}
	},
})

// readInner reads the error inside one that does not unwrap, unless that is an HTTP
// response.
func readInner(a *spec.Answer) bool {
	if a.Status != 0 {
		return true
	}
	a.Lost, _ = shape.Field[error](a.Node, "Err")
	if text, ok := spec.PlainText(a.Lost); ok {
		a.Is(codeOf(text))
	}
	return a.Lost != nil
}

const (
	nonFastForwardText = "non-fast-forward update: "
	commandText        = "command error on "
)

func codeOf(text string) string {
	if code, ok := texts[text]; ok {
		return code
	}
	if strings.HasPrefix(text, nonFastForwardText) { // followed by the name of the reference
		return nonFastForward
	}
	if strings.HasPrefix(text, commandText) { // packp.CommandStatus: the server's text
		return updateRefused
	}
	return ""
}
