// Package grafanaadapter recognises the errors of Grafana's API client,
// github.com/grafana/grafana-openapi-client-go.
//
// The client is not imported. Its generator makes a type for every status of every call;
// the types are recognised by their methods and by the path of the package. Grafana's texts
// reach developers only. Such types of other generated clients are left to httpadapter.
package grafanaadapter

import (
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// A generated error has a type for its status (go-swagger v0.31, generator/templates/client/response.gotmpl).
type generated interface {
	error
	Code() int
	IsCode(code int) bool
	IsClientError() bool
}

const client = "github.com/grafana/grafana-openapi-client-go/"

// Adapter recognises the client's types for the statuses that Grafana documents, and plain
// HTTP responses of Grafana Cloud. Other errors of the client are the generator's APIError,
// which is left to httpadapter, as are errors of the connection. The client drops the
// headers.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Implements: []reflect.Type{reflect.TypeFor[generated]()}, Codes: []string{"Payload.Status"}, Read: readStatus,
		Refusal: func(node any) toolerr.Refusal {
			text, _ := shape.Field[string](node, "Payload.Message")
			return refusal.Sentence(text, refusals.Read)
		},
	}},
	Body:     func(body []byte) any { return response{spec.JSON[payload](body)} },
	Hosts:    []string{"grafana.net"}, // Grafana Cloud, HTTP API: the URL of a stack
	Refusals: refusals,
})

// A response has the code in the same field as the client's errors.
type response struct{ Payload payload }

type payload struct {
	Status string `json:"status"`
}

// readStatus reads the status if the package belongs to Grafana's client.
func readStatus(a *spec.Answer) bool {
	if _, plain := a.Node.(response); plain {
		return true
	}
	a.Status, _ = shape.Call(a.Node, generated.Code)
	return strings.HasPrefix(shape.TypeOf(a.Node).Path()+"/", client)
}
