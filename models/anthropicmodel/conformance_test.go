package anthropicmodel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// shape is the form of Anthropic's bodies. It omits the code of the fault: a failing
// service sends one of its own types.
func shape() faults.Shape {
	write := func(v any) faults.Content {
		raw, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return faults.Content{Type: "application/json", Body: raw}
	}
	return faults.Shape{
		Name: "anthropic",
		Error: func(a faults.Answer) faults.Content {
			return write(map[string]any{
				"type":       "error",
				"error":      map[string]any{"type": a.Code, "message": a.Message + " " + a.Resource},
				"request_id": a.RequestID,
			})
		},
		Success: func(c faults.Request) faults.Content {
			if streams(c.Body) {
				var b bytes.Buffer
				for _, e := range eventsOf(message("end_turn", text(faults.CanaryBody))) {
					b.WriteString(framed(e))
				}
				return faults.Content{Type: "text/event-stream", Body: b.Bytes()}
			}
			return faults.Content{Type: "application/json", Body: []byte(message("end_turn", text(faults.CanaryBody)))}
		},
	}
}

const (
	badURL  = "the SDK says by a text alone that the base URL cannot be parsed, before it makes a request"
	numbers = "the SDK reads a number where a text is due"
)

func newClient(target conformance.Target, base http.RoundTripper) anthropic.Client {
	client := *target.Client
	client.Transport = base
	return anthropic.NewClient(option.WithBaseURL(target.URL), option.WithAPIKey(faults.CredentialBearer),
		option.WithHTTPClient(&client), option.WithMaxRetries(0))
}

// TestConformance checks the model with and without a stream. The SDK alone, and the rows
// of the table, are checked in proof/vendorproof.
func TestConformance(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		skip := map[string]string{
			"law/rows": "proof/vendorproof reaches them", "fault/json-wrong-type": numbers,
			"fault/url-bad-ipv6": badURL, "fault/url-control-char": badURL, "fault/url-bad-port": badURL,
		}
		if stream {
			skip["fault/json-truncated"] = "a stream that ends early is not an error of the model: the loop sees that there is no finish"
		}
		conformance.Suite{
			Adapter:  anthropicadapter.Adapter{},
			Defaults: []adapter.Adapter{httpadapter.Adapter{}},
			Client:   "anthropic/messages",
			Shape:    shape(),
			Have:     []faults.Need{faults.NeedJSON},
			Skip:     skip,
			Call: func(ctx context.Context, target conformance.Target) error {
				m := newModel(newClient(target, httpadapter.Transport{Base: target.Client.Transport}))
				failed := modeltest.AssertSound(ctx, t, m, hello(stream)).Err
				if hard, ok := errors.AsType[*agent.RunError](failed); ok {
					return hard.Detail()
				}
				return failed
			},
		}.Run(t)
	})
}
