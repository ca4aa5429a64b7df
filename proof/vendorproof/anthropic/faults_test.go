package anthropic_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
)

const answer = `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi"}],` +
	`"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`

const stop = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

// The client runs with the fault server: with a call, and with a stream, including faults
// after the answer has begun.
func TestFaults(t *testing.T) {
	for how, streaming := range map[string]bool{"asking": false, "streaming": true} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			suite(streaming).Run(t)
		})
	}
}

func suite(streaming bool) conformance.Suite {
	shape := proof.Shape("Anthropic", "application/json", func(faults.Answer) []byte { return refusal(invalidRequest, "") }, answer)
	name, call, skip := "anthropic/messages", ask, proof.WithoutRows("TestTypes has them").
		Faults("a success to the client, as everything below 400", "status-300", "redirect-no-location-302")
	if streaming {
		name, call = name+"-stream", stream
		shape.Success = func(faults.Request) faults.Content {
			return faults.Content{Type: "text/event-stream", Body: []byte(start + stop)}
		}
		skip.Faults("a success to the client, as everything below 400", "status-304")
	} else {
		skip.Faults("the option that takes the URL keeps the text of the failure alone: a plain error", "url-bad-ipv6", "url-control-char", "url-bad-port").
			Faults("the decoder takes what it can use, and leaves the rest out", "json-array", "json-wrong-type")
	}
	s := proof.Suite(anthropicadapter.Adapter{}, name, shape, skip, func(ctx context.Context, hc *http.Client, url string) error {
		return call(ctx, hc, url)
	})
	if streaming {
		s.Have, s.Only = s.Have[:1], proof.Begun
	}
	s.Canary = conformance.Canary{Credentials: []string{workspace}}
	return s
}
