package openai_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const answer = `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,` +
	`"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`

const chunk = `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`

// The client runs with the fault server: with a call, and with a stream, including faults
// after the answer has begun.
func TestFaults(t *testing.T) {
	for name, streaming := range map[string]bool{"one answer": false, "a stream": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			suite(streaming).Run(t)
		})
	}
}

func suite(streaming bool) conformance.Suite {
	shape := proof.Shape("OpenAI", "application/json", func(a faults.Answer) []byte { return refusal(a.Code, invalidRequest) }, answer)
	name, call, skip := "v3", ask, proof.WithoutRows("TestCodes has them").
		Faults("the option that takes the URL keeps the text of the failure alone: a plain error", "url-bad-ipv6", "url-control-char", "url-bad-port").
		Faults("a success to the client, as everything below 400", "status-300", "redirect-no-location-302")
	if streaming {
		name, call = name+"-stream", stream
		shape.Success = func(faults.Request) faults.Content {
			return faults.Content{Type: "text/event-stream", Body: []byte("data: " + chunk + "\n\ndata: [DONE]\n\n")}
		}
		skip.Faults("a success to the client, as everything below 400", "status-304")
	} else {
		skip.Faults("the decoder takes what it can use, and leaves the rest out", "json-array", "json-wrong-type")
	}
	s := proof.Suite(openaiadapter.Adapter{}, "openai/"+name, shape, skip, call)
	if streaming {
		s.Have, s.Only = s.Have[:1], proof.Begun
	}
	s.Wants = wants()
	s.Canary = conformance.Canary{Credentials: []string{organization, project}}
	return s
}

// wants returns the expected results for the client, which follows redirects within its
// origin only.
func wants() map[string]conformance.Want {
	return map[string]conformance.Want{
		"fault/redirect-refused": faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Retry(false).
			Because("the SDK refuses to leave its origin, and states that a retry does not help"),
	}
}
