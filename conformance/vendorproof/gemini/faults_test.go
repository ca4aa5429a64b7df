package gemini_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// TestUnreachable is a server that is not there.
func TestUnreachable(t *testing.T) {
	closed := "http://" + faults.ClosedPort(t)
	for how, call := range calls {
		check(t, proof.Case{
			Name: "refused" + how, Err: call(t.Context(), http.DefaultClient, closed), Service: "_http",
			Want: faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone),
		})
	}
}

// TestFaults drives the client through the server that misbehaves: asking, and
// reading a stream, through what can happen once an answer has begun.
func TestFaults(t *testing.T) {
	for how, streaming := range map[string]bool{"asking": false, "streaming": true} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			suite(streaming).Run(t)
		})
	}
}

func suite(streaming bool) conformance.Suite {
	name, call, have := "genai/generate", ask, []faults.Need{faults.NeedBody, faults.NeedJSON}
	success := faults.Content{Type: "application/json", Body: []byte(chunk)}
	only := whole
	if streaming {
		name, call, have, only = name+"-stream", stream, have[:1], begun
		success = faults.Content{Type: "text/event-stream", Body: []byte("data: " + chunk + "\n\n")}
	}
	return conformance.Suite{
		Adapter:  geminiadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   name,
		Shape: faults.Shape{
			Name: "Gemini",
			Error: func(a faults.Answer) faults.Content {
				return faults.Content{Type: "application/json", Body: refusal(a.Status, a.Code)}
			},
			Success: func(faults.Request) faults.Content { return success },
		},
		Have: have,
		Only: only,
		Skip: skipped(streaming),
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, clients.Recorded(target), target.URL)
		},
	}
}

// begun leaves out besides what strikes before there is a stream.
func begun(fault string) bool { return whole(fault) && proof.Begun(fault) }

// whole leaves out what hangs on headers: the client drops them, and a 403 that is a
// rate limit by its headers is one about rights without them.
func whole(fault string) bool { return !strings.HasPrefix(fault, "403-") }

// skipped are the faults that the client makes a success of, or an error that is
// nobody's.
func skipped(streaming bool) map[string]string {
	skip := map[string]string{"law/rows": "TestWords has them"}
	if streaming {
		for _, name := range []string{"truncated-body", "truncated-chunked", "reset-mid-body", "h2-rst-mid-body", "client-timeout-in-body"} {
			skip["fault/"+name] = "the iterator's first error is that of decoding the part that came; that of the connection comes after it"
		}
		return skip
	}
	skip["fault/url-empty"] = "no URL is that of the service itself, which no test may call"
	skip["fault/json-empty"] = "a success to the client"
	for _, name := range []string{"json-array", "json-wrong-type", "json-truncated", "json-html"} {
		skip["fault/"+name] = "the error of an answer that cannot be decoded has no type, and wraps the decoder's"
	}
	return skip
}
