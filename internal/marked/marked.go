// Package marked has the error of a text: of a result that a tool itself marked as a
// failure, and of an error that was made from another one's text.
package marked

import "github.com/errand-go/errand/internal/errtree"

// A Result is the error of a result in which a tool wrote a text about its failure, as the
// integrations of the Model Context Protocol pass it to a chain. The text is read like a
// service's, because usually nothing else is left of the failure.
type Result struct {
	Text string
	Err  error // the error that the tool kept beside its text, or nil
}

// Error returns the text.
func (r *Result) Error() string { return r.Text }

// DeveloperMessage returns the text of the tool's error.
func (r *Result) DeveloperMessage() string {
	if r.Err == nil {
		return ""
	}
	return errtree.Text(r.Err)
}

// Unwrap returns the tool's error.
func (r *Result) Unwrap() error { return r.Err }
