package openaimodel_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net/http"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// TestMain runs more faults concurrently than there are processors, because they mostly
// wait, and there are suites of five clients. It does not do so for fuzzing, which has
// workers.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.fuzz").Value.String() == "" {
		if err := flag.Set("test.parallel", "8"); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// shape is the form of OpenAI's bodies.
func shape(d dialect) faults.Shape {
	return faults.Shape{
		Name: "openai",
		Error: func(a faults.Answer) faults.Content {
			return faults.Content{Type: "application/json", Body: []byte(encode(object{"error": object{
				"message": a.Message + " " + a.Resource, "type": "invalid_request_error", "param": nil, "code": a.Code,
			}}))}
		},
		Success: func(faults.Request) faults.Content {
			said := words{text: faults.CanaryBody}
			if !d.stream {
				return faults.Content{Type: "application/json", Body: []byte(encode(d.object(said)))}
			}
			var b bytes.Buffer
			for _, e := range d.pieces(said) {
				b.WriteString(framed(e))
			}
			return faults.Content{Type: "text/event-stream", Body: b.Bytes()}
		},
	}
}

const (
	badURL  = "the SDK says by a text alone that the base URL cannot be parsed, before it makes a request"
	coerced = "the SDK reads a number where a text is due"
	origin  = "the SDK follows no redirect to another origin, and never meets the refusal"
	early   = "a stream that ends early is not an error of the model: the loop sees that there is no finish"
)

func client(target conformance.Target, base http.RoundTripper) openai.Client {
	c := *target.Client
	c.Transport = base
	return openai.NewClient(option.WithBaseURL(target.URL), option.WithAPIKey(faults.CredentialBearer),
		option.WithHTTPClient(&c), option.WithMaxRetries(0))
}

// TestConformance checks the model in every dialect. The SDK alone, and the rows of the
// table, are checked in proof/vendorproof.
func TestConformance(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		skip := map[string]string{
			"law/rows": "proof/vendorproof reaches them", "fault/json-wrong-type": coerced, "fault/redirect-refused": origin,
			"fault/url-bad-ipv6": badURL, "fault/url-control-char": badURL, "fault/url-bad-port": badURL,
		}
		if d.stream {
			for _, name := range []string{"array", "empty", "truncated"} {
				skip["fault/json-"+name] = early
			}
		}
		conformance.Suite{
			Adapter:  openaiadapter.Adapter{},
			Defaults: []adapter.Adapter{httpadapter.Adapter{}},
			Client:   "openai/chat",
			Shape:    shape(d),
			Have:     []faults.Need{faults.NeedJSON, faults.NeedBody},
			Skip:     skip,
			Call: func(ctx context.Context, target conformance.Target) error {
				m := d.model(client(target, httpadapter.Transport{Base: target.Client.Transport}))
				err := modeltest.AssertSound(ctx, t, m, question(d)).Err
				if hard, ok := errors.AsType[*agent.RunError](err); ok {
					return hard.Detail()
				}
				return err
			},
		}.Run(t)
	})
}
