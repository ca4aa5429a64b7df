package geminiadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as those of the SDK, until restore is called.
func Imitate(standIn shape.Type) (restore func()) {
	before := gemini
	gemini = gemini.Imitate(apiError, standIn)
	return func() { gemini = before }
}
