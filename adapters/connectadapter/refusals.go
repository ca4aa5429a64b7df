package connectadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// refusing are the codes of errors about the content of the request.
var refusing = []string{"invalid_argument", "not_found", "already_exists", "failed_precondition", "aborted", "out_of_range", "unimplemented"}

// refusal returns the refusal in the details and the message of an error.
func refused(node any) toolerr.Refusal {
	text, _ := shape.Call(node, func(e interface{ Message() string }) string { return e.Message() })
	var violations []rpcdetails.Violation
	eachDetail(node, func(x rpcdetails.Detail) {
		violations = append(violations, x.Violations()...)
	})
	return refusalOf(codeOf(node), text, violations)
}

// twirpRefusal returns the refusal in an error of Twirp, which names the argument
// separately (twirp v8.1.3, InvalidArgumentError).
func twirpRefusal(node any) toolerr.Refusal {
	code, _ := shape.Field[string](node, "code")
	text, _ := shape.Call(node, func(e interface{ Msg() string }) string { return e.Msg() })
	argument, _ := shape.Call(node, func(e metaError) string { return e.Meta("argument") })
	return refusalOf(code, text, []rpcdetails.Violation{{Field: argument, Description: text}})
}

func refusalOf(code, text string, violations []rpcdetails.Violation) toolerr.Refusal {
	r := toolerr.Refusal{Message: text}
	if slices.Contains(refusing, code) {
		r.Findings = rpcdetails.Google(text, violations)
	}
	return r
}
