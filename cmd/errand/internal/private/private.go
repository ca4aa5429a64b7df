// Package private keeps credentials out of what the command quotes of its input.
package private

import "github.com/errand-go/errand/toolerr"

// Redacted returns text without what looks like a credential, as developers may
// read it. A long text is cut.
func Redacted(text string) string {
	if text == "" {
		return ""
	}
	return toolerr.Fatal(toolerr.Message{}, toolerr.WithDeveloperMessage(text)).DeveloperMessage()
}
