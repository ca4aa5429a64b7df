package openai_test

import (
	"net/http"
	"testing"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// breaking returns the error of a stream that begins well and ends with an event.
func breaking(t *testing.T, event []byte) error {
	t.Helper()
	s := serve(t, http.StatusOK, http.Header{"Content-Type": {"text/event-stream"}, "Retry-After": {"7"}},
		append([]byte("data: "+chunk+"\n\ndata: "), append(event, "\n\n"...)...))
	return stream(t.Context(), s.Client(), s.URL)
}

func kindOf(kind toolerr.Kind) conformance.Want {
	want := faults.ForKind(kind, toolerr.EffectNone)
	if kind == toolerr.KindUpstreamServerError || kind == toolerr.KindUpstreamUnmapped {
		want.Effect = toolerr.EffectUnknown
	}
	return want
}

// The client reads every row in the middle of an answer. The status and the wait were those
// of a success.
func TestCodesInStreams(t *testing.T) {
	for _, row := range spec.Of(openaiadapter.Adapter{}).Table().Rows() {
		code, typ := row.VendorCode, "server_error"
		if isType[row.VendorCode] {
			code, typ = "", row.VendorCode
		}
		check(t, proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: breaking(t, refusal(code, typ)), Want: kindOf(row.Kind)})
	}
}

// The events are those of servers.
func TestStreams(t *testing.T) {
	tests := map[string]struct {
		event any
		code  string
		want  toolerr.Kind
	}{
		"the status of another upstream":   {map[string]any{"message": faults.CanaryMessage, "code": 502}, "", toolerr.KindUpstreamServerError},
		"a number that is a rate limit":    {map[string]any{"message": faults.CanaryMessage, "type": invalidRequest, "code": "429"}, "", toolerr.KindUpstreamRateLimit},
		"a number that is not a status":    {map[string]any{"message": faults.CanaryMessage, "code": 7}, "", toolerr.KindUpstreamUnmapped},
		"words of its own":                 {words(faults.CanaryCode, faults.CanaryCode), "", toolerr.KindUpstreamUnmapped},
		"an unknown code and a known type": {words(faults.CanaryCode, "insufficient_quota"), "insufficient_quota", toolerr.KindUpstreamAuthError},
		"a bad request":                    {words("", invalidRequest), invalidRequest, toolerr.KindUpstreamBadRequest},
	}
	for name, tt := range tests {
		check(t, proof.Case{Name: name, Code: tt.code, Err: breaking(t, envelope(tt.event)), Want: kindOf(tt.want)})
	}
}

// A type shows that the stream broke.
func TestSentencesInStreams(t *testing.T) {
	for what, event := range map[string]any{"a sentence": faults.CanaryMessage, "a list": []string{faults.CanaryMessage}} {
		check(t, proof.Case{Name: what, Err: breaking(t, envelope(event)), Want: kindOf(toolerr.KindUpstreamUnmapped)})
	}
}
