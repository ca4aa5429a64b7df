// Package private removes credentials from the command's quotes of its input.
package private

import "github.com/errand-go/errand/toolerr"

// Redacted returns text without likely credentials, in the form for developers. It cuts a
// long text.
func Redacted(text string) string {
	if text == "" {
		return ""
	}
	return toolerr.Fatal(toolerr.Message{}, toolerr.WithDeveloperMessage(text)).DeveloperMessage()
}
