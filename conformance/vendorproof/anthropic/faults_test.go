package anthropic_test

import (
	"context"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
)

const answer = `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi"}],` +
	`"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`

const stop = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

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
	name, call, have := "anthropic/messages", ask, []faults.Need{faults.NeedBody, faults.NeedJSON}
	success := faults.Content{Type: "application/json", Body: []byte(answer)}
	var only func(string) bool
	if streaming {
		name, call, have, only = name+"-stream", stream, have[:1], proof.Begun
		success = faults.Content{Type: "text/event-stream", Body: []byte(start + stop)}
	}
	return conformance.Suite{
		Adapter:  anthropicadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   name,
		Shape: faults.Shape{
			Name: "Anthropic",
			Error: func(faults.Answer) faults.Content {
				return faults.Content{Type: "application/json", Body: refusal(invalidRequest, "")}
			},
			Success: func(faults.Request) faults.Content { return success },
		},
		Have:   have,
		Only:   only,
		Skip:   skipped(streaming),
		Canary: conformance.Canary{Credentials: []string{workspace}},
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, clients.Recorded(target), target.URL)
		},
	}
}

// skipped are the faults that the client makes a success of, or an error that is
// nobody's.
func skipped(streaming bool) map[string]string {
	skip := map[string]string{"law/rows": "TestTypes has them"}
	for _, name := range []string{"status-300", "redirect-no-location-302"} {
		skip["fault/"+name] = "a success to the client, as everything below 400"
	}
	if streaming {
		skip["fault/status-304"] = "a success to the client, as everything below 400"
		return skip
	}
	for _, name := range []string{"url-bad-ipv6", "url-control-char", "url-bad-port"} {
		skip["fault/"+name] = "the option that takes the URL keeps the text of the failure alone: a plain error"
	}
	for _, name := range []string{"json-array", "json-wrong-type"} {
		skip["fault/"+name] = "the decoder takes what it can use, and leaves the rest out"
	}
	for _, name := range []string{"json-empty", "json-truncated", "json-html"} {
		skip["fault/"+name] = "the error of an answer that cannot be decoded has no type, and wraps the decoder's"
	}
	return skip
}
