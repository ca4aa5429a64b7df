package graphqladapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// networkError is what go-graphql-client keeps of an answer with a status from
// 400 up.
type networkError interface {
	StatusCode() int
	Body() string
}

// network is the error of such an answer. Services that refuse with a status
// have the list of errors in its body.
func network(err, e error) *toolerr.ToolRuntimeError {
	status, _ := shape.Call(e, func(n networkError) int { return n.StatusCode() })
	body, _ := shape.Call(e, func(n networkError) string { return n.Body() })
	return answer{node: e, status: status, items: itemsOfBody(body)}.of(err)
}
