package gemini_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

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
	shape := proof.Shape("Gemini", "application/json", func(a faults.Answer) []byte { return refusal(a.Status, a.Code) }, chunk)
	skip := proof.WithoutRows("TestWords has them")
	if streaming {
		shape.Success = func(faults.Request) faults.Content {
			return faults.Content{Type: "text/event-stream", Body: []byte("data: " + chunk + "\n\n")}
		}
		skip.Faults("the iterator's first error is that of decoding the part that came; that of the connection comes after it",
			"truncated-body", "truncated-chunked", "reset-mid-body", "h2-rst-mid-body", "client-timeout-in-body")
		s := proof.Suite(geminiadapter.Adapter{}, "genai/generate-stream", shape, skip, stream)
		s.Have, s.Only = s.Have[:1], func(fault string) bool { return proof.WithoutHeaders(fault) && proof.Begun(fault) }
		return s
	}
	skip.Faults("no URL is that of the service itself, which no test may call", "url-empty").
		Faults("a success to the client", "json-empty")
	s := proof.Suite(geminiadapter.Adapter{}, "genai/generate", shape, skip, ask)
	s.Only = proof.WithoutHeaders
	s.Wants = map[string]conformance.Want{
		"fault/json-wrong-type": faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnknown).Because("genai v1.77.0 panics on a text where a list was due"),
	}
	return s
}
