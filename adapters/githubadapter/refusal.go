package githubadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusal returns the refusal in the errors of a response, or otherwise in its message. The
// clients drop the value that GitHub sends with a field.
func refused(node any) toolerr.Refusal {
	var errors []refusal.GitHubError
	for item := range shape.Items(node, "Errors") {
		var e refusal.GitHubError
		e.Code, _ = fieldCode.Of(item)
		e.Field, _ = fieldName.Of(item)
		e.Message, _ = fieldMessage.Of(item)
		errors = append(errors, e)
	}
	text, _ := fieldMessage.Of(node)
	return refusal.Refusal(text, refusal.GitHub(text, errors))
}
