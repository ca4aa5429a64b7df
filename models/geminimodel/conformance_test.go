package geminimodel_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// shape is the form of this API's bodies.
func shape() faults.Shape {
	return faults.Shape{
		Name: "gemini",
		Error: func(a faults.Answer) faults.Content {
			body := encode(map[string]any{"error": map[string]any{
				"code": a.Status, "message": a.Message + " " + a.Resource, "status": a.Code,
				"details": []any{map[string]any{"@type": "type.googleapis.com/google.rpc.RequestInfo", "requestId": a.RequestID}},
			}})
			return faults.Content{Type: "application/json; charset=UTF-8", Body: []byte(body)}
		},
		Success: func(c faults.Request) faults.Content {
			whole := chunk("STOP", text(faults.CanaryBody))
			if strings.HasSuffix(c.Path, ":streamGenerateContent") {
				return faults.Content{Type: "text/event-stream", Body: []byte(framed(whole))}
			}
			return faults.Content{Type: "application/json; charset=UTF-8", Body: []byte(whole)}
		},
	}
}

func clientOf(ctx context.Context, target conformance.Target, base http.RoundTripper) (*genai.Client, error) {
	client := *target.Client
	client.Transport = base
	return genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: faults.CredentialBearer, Backend: genai.BackendGeminiAPI, HTTPClient: &client,
		HTTPOptions: genai.HTTPOptions{BaseURL: target.URL},
	})
}

// inBodies omits rate limits with status 403 and a header: Google states limits in the
// body.
func inBodies(fault string) bool { return !strings.HasPrefix(fault, "403-") }

// TestConformance checks the model with and without a stream. The SDK alone, and the rows
// of the table, are checked in proof/vendorproof.
func TestConformance(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		conformance.Suite{
			Adapter:  geminiadapter.Adapter{},
			Defaults: []adapter.Adapter{httpadapter.Adapter{}},
			Client:   "gemini/generateContent",
			Shape:    shape(),
			Have:     []faults.Need{faults.NeedJSON},
			Only:     inBodies,
			Skip: map[string]string{
				"fault/url-empty": "to the SDK an empty base URL is none: the call goes to Google",
				"law/rows":        "proof/vendorproof reaches them",
			},
			Call: func(ctx context.Context, target conformance.Target) error {
				client, err := clientOf(ctx, target, httpadapter.Transport{Base: target.Client.Transport})
				if err != nil {
					return err
				}
				_, err = adapter.Do(ctx, adapter.NewChain(), func(ctx context.Context) (struct{}, error) {
					failed := modeltest.AssertSound(ctx, t, newModel(client), hello(stream)).Err
					if hard, ok := errors.AsType[*agent.RunError](failed); ok {
						return struct{}{}, hard.Detail()
					}
					return struct{}{}, failed
				}, adapter.WithEvidence()) // like the loop
				return err
			},
		}.Run(t)
	})
}
