package graphqladapter_test

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// bodies returns the format of a GraphQL service's responses.
func bodies() faults.Shape {
	return faults.Shape{
		Name: "GraphQL",
		Error: func(a faults.Answer) faults.Content {
			body, err := json.Marshal(map[string]any{"errors": []map[string]any{{
				"message": a.Message, "extensions": map[string]string{"code": a.Code, "requestId": a.RequestID},
			}}})
			if err != nil {
				panic(err)
			}
			return faults.Content{Type: "application/json", Body: body}
		},
		Success: func(faults.Request) faults.Content {
			return faults.Content{Type: "application/json", Body: []byte(`{"data":{"me":{"id":"` + faults.CanaryBody + `"}}}`)}
		},
	}
}

// wants returns the expected results if the client keeps too little: of a response with
// another status than 200, it keeps status and body.
func wants() map[string]conformance.Want {
	all := map[string]conformance.Want{}
	for _, f := range faults.All() {
		if f.Want.Status == 403 && f.Want.Kind == toolerr.KindUpstreamRateLimit {
			bare := faults.ForStatus(403)
			bare.RetryAfter, bare.HasRetryAfter, bare.Tolerance = f.Want.RetryAfter, f.Want.HasRetryAfter, f.Want.Tolerance
			all["fault/"+f.Name] = f.Want.Because("a limit").Or("the client keeps no header; the wait is what the transport recorded", bare)
		}
	}
	return all
}

func TestConformance(t *testing.T) {
	var cases []conformance.Case
	for _, row := range (graphqladapter.Adapter{}).Table().Rows() {
		code, te := row.VendorCode, row.Error(io.EOF)
		want := faults.ForKind(te.Kind(), te.Effect()).Retry(te.CanRetry())
		cases = append(cases,
			conformance.Case{Name: code, Err: refuse(t, 200, coded(code)), Want: want},
			conformance.Case{Name: code + " as a type", Err: &GraphQLError{Errors: []GraphQLErrorItem{{Type: code}}}, Want: want},
		)
	}
	conformance.Suite{
		Adapter:  graphqladapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "graphql",
		Shape:    bodies(),
		Cases:    cases,
		Wants:    wants(),
		Messages: clients.Messages(),
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, clients.Recorded(target), target.URL)
		},
	}.Run(t)
}
