package openai_test

import (
	"context"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const answer = `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,` +
	`"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`

const chunk = `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`

// TestFaults drives the three majors through the server that misbehaves: asking,
// and reading streams, through what can happen once an answer has begun.
func TestFaults(t *testing.T) {
	for name, c := range majors {
		for how, streaming := range map[string]bool{"": false, ", streaming": true} {
			t.Run(name+how, func(t *testing.T) {
				t.Parallel()
				suite(name, c, streaming).Run(t)
			})
		}
	}
}

func suite(name string, c client, streaming bool) conformance.Suite {
	success, call, have := faults.Content{Type: "application/json", Body: []byte(answer)}, c.ask, []faults.Need{faults.NeedBody, faults.NeedJSON}
	if streaming {
		success = faults.Content{Type: "text/event-stream", Body: []byte("data: " + chunk + "\n\ndata: [DONE]\n\n")}
		name, call, have = name+"-stream", c.stream, have[:1]
	}
	var want map[string]conformance.Want
	var only func(string) bool
	if streaming {
		only = proof.Begun
	}
	if c == (v3{}) {
		want = wants()
	}
	return conformance.Suite{
		Adapter:  openaiadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "openai/" + name,
		Shape: faults.Shape{
			Name: "OpenAI",
			Error: func(a faults.Answer) faults.Content {
				return faults.Content{Type: "application/json", Body: envelope(words(a.Code, invalidRequest))}
			},
			Success: func(faults.Request) faults.Content { return success },
		},
		Have:   have,
		Skip:   skipped(streaming),
		Wants:  want,
		Only:   only,
		Canary: conformance.Canary{Credentials: []string{organization, project}},
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, clients.Recorded(target), target.URL)
		},
	}
}

// skipped are the faults that the clients make a success of, or an error that is
// nobody's.
func skipped(streaming bool) map[string]string {
	skip := map[string]string{"law/rows": "TestCodes has them"}
	for _, name := range []string{"url-bad-ipv6", "url-control-char", "url-bad-port"} {
		skip["fault/"+name] = "the option that takes the URL keeps the text of the failure alone: a plain error"
	}
	for _, name := range []string{"status-300", "redirect-no-location-302"} {
		skip["fault/"+name] = "a success to the clients, as everything below 400"
	}
	if streaming {
		skip["fault/status-304"] = "a success to the clients, as everything below 400"
		return skip
	}
	for _, name := range []string{"json-array", "json-wrong-type"} {
		skip["fault/"+name] = "the decoder takes what it can use, and leaves the rest out"
	}
	for _, name := range []string{"json-empty", "json-truncated", "json-html"} {
		skip["fault/"+name] = "the error of an answer that cannot be decoded has no type, and wraps the decoder's"
	}
	return skip
}

// wants is what to want of v3, which follows redirects within its origin alone.
func wants() map[string]conformance.Want {
	return map[string]conformance.Want{
		"fault/redirect-refused": faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Retry(false).
			Because("the SDK refuses to leave its origin, and says that a repeat is of no use"),
	}
}
