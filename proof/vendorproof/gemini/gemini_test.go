// Package gemini_test tests geminiadapter with google.golang.org/genai, which a tool calls
// directly, without the loop's model.
//
// Not tested: Vertex AI, which returns the same type and texts, and requires Google's own
// credentials; an older minor version, because one module path has one version in a build;
// the package interactions, whose errors the adapter does not recognise.
package gemini_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"google.golang.org/genai"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// calls ask one question, and wait for the answer or read it as a stream.
var calls = map[string]proof.Call{"": ask, ", streaming": stream}

func connect(ctx context.Context, hc *http.Client, url string) (*genai.Client, error) {
	return genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: faults.CredentialAPIKey, Backend: genai.BackendGeminiAPI, HTTPClient: hc, HTTPOptions: genai.HTTPOptions{BaseURL: url},
	})
}

func ask(ctx context.Context, hc *http.Client, url string) error {
	c, err := connect(ctx, hc, url)
	if err != nil {
		return err
	}
	_, err = c.Models.GenerateContent(ctx, faults.CanaryResource, genai.Text(faults.CanaryUpload), nil)
	return err
}

func stream(ctx context.Context, hc *http.Client, url string) error {
	c, err := connect(ctx, hc, url)
	if err != nil {
		return err
	}
	for _, err := range c.Models.GenerateContentStream(ctx, faults.CanaryResource, genai.Text(faults.CanaryUpload), nil) {
		if err != nil {
			return err
		}
	}
	return nil
}

// refusal is Gemini's error.
func refusal(status int, code string, details ...map[string]any) []byte {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{ // strings and numbers encode
		"code": status, "status": code, "message": proof.Said, "details": details,
	}})
	return body
}

const detailTypes = "type.googleapis.com/google.rpc."

func reason(word string) map[string]any {
	return map[string]any{
		"@type": detailTypes + "ErrorInfo", "reason": word, "domain": "googleapis.com",
		"metadata": map[string]any{"service": faults.CanaryHost, "consumer": faults.CanaryResource},
	}
}

func delay(d string) map[string]any {
	return map[string]any{"@type": detailTypes + "RetryInfo", "retryDelay": d}
}

func quota(id string) map[string]any {
	return map[string]any{"@type": detailTypes + "QuotaFailure", "violations": []any{map[string]any{
		"quotaMetric": faults.CanaryResource, "quotaId": id,
	}}}
}

func serve(t *testing.T, status int, contentType string, body []byte) *httptest.Server {
	t.Helper()
	header := http.Header{"Content-Type": {contentType}, "X-Goog-Api-Key": {faults.CredentialQuery}}
	return proof.Serve(t, proof.Answer{Status: status, Header: header, Body: string(body)})
}

var check = proof.Checks(geminiadapter.Adapter)

// statusOf is the HTTP status of a canonical code (google/rpc/code.proto).
var statusOf = map[string]int{
	"INVALID_ARGUMENT": 400, "FAILED_PRECONDITION": 400, "OUT_OF_RANGE": 400, "UNAUTHENTICATED": 401,
	"PERMISSION_DENIED": 403, "NOT_FOUND": 404, "ALREADY_EXISTS": 409, "ABORTED": 409, exhausted: 429,
	"CANCELLED": 499, "INTERNAL": 500, "UNKNOWN": 500, "DATA_LOSS": 500, "UNIMPLEMENTED": 501, "UNAVAILABLE": 503,
	"DEADLINE_EXCEEDED": 504,
}

const exhausted = "RESOURCE_EXHAUSTED"

// wanted returns the expected result for a row, and the service's data for it.
func wanted(row string, kind toolerr.Kind) (status int, code string, details []map[string]any, want conformance.Want) {
	status, canonical := statusOf[row]
	code = row
	if !canonical {
		status, code, details = 400, "INVALID_ARGUMENT", append(details, reason(row))
	}
	want = faults.ForCode(kind, status)
	switch row {
	case "INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED", "CANCELLED": // an UNAVAILABLE with a wait had no effect
		want = want.With(toolerr.EffectUnknown)
	case "DATA_LOSS":
		want = want.With(toolerr.EffectUnknown).Retry(false)
	case "UNIMPLEMENTED":
		want = want.Retry(false)
	case "ABORTED":
		want = want.Retry(true)
	}
	return status, code, details, want
}

// The client reads every row, before an answer and in a stream.
func TestWords(t *testing.T) {
	for _, row := range spec.Of(geminiadapter.Adapter).Table().Rows() {
		status, code, details, want := wanted(row.VendorCode, row.Kind)
		if want.CanRetry {
			details, want = append(details, delay("17s")), want.Wait(17*time.Second)
		}
		s := serve(t, status, "application/json", refusal(status, code, details...))
		for how, call := range calls {
			check(t, proof.Case{Name: row.VendorCode + how, Code: row.VendorCode, Err: call(t.Context(), s.Client(), s.URL), Want: want})
		}
		s.Close()
		check(t, proof.Case{Name: row.VendorCode + ", in a stream", Code: row.VendorCode, Err: breaking(t, refusal(status, code, details...)), Want: want})
	}
}

// chunk is a part of an answer.
const chunk = `{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"}]},"index":0}],"modelVersion":"m"}`

// breaking returns the error of a stream that begins well and ends with an event.
func breaking(t *testing.T, event []byte) error {
	t.Helper()
	s := serve(t, http.StatusOK, "text/event-stream", []byte("data: "+chunk+"\n\ndata: "+string(event)+"\n\n"))
	defer s.Close()
	return stream(t.Context(), s.Client(), s.URL)
}

// The cases are waits, daily quotas, and bodies with less data.
func TestAnswers(t *testing.T) {
	limited := faults.ForStatus(429)
	tests := map[string]struct {
		status int
		body   []byte
		code   string
		want   conformance.Want
	}{
		"a limit without a wait":         {429, refusal(429, exhausted), exhausted, limited},
		"a part of a second":             {429, refusal(429, exhausted, delay("1.5s")), exhausted, limited.Wait(1500 * time.Millisecond)},
		"a wait that cannot be read":     {429, refusal(429, exhausted, delay("soon")), exhausted, limited},
		"a limit of a minute":            {429, refusal(429, exhausted, quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"), delay("17s")), exhausted, limited.Wait(17 * time.Second)},
		"a limit of a day":               {429, refusal(429, exhausted, quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier"), delay("17s")), exhausted, limited.Retry(false)},
		"a bad key, which is a 400":      {400, refusal(400, "INVALID_ARGUMENT", reason("API_KEY_INVALID"), delay("17s")), "API_KEY_INVALID", faults.ForCode(toolerr.KindUpstreamAuthError, 400)},
		"an unknown reason":              {400, refusal(400, "INVALID_ARGUMENT", reason(faults.CanaryCode)), "INVALID_ARGUMENT", faults.ForStatus(400)},
		"an unknown word":                {400, refusal(400, faults.CanaryCode), "", faults.ForStatus(400)},
		"the status alone":               {404, refusal(404, ""), "", faults.ForStatus(404)}, // TestFaults has the others
		"no body":                        {503, nil, "", faults.ForStatus(503)},
		"a page":                         {502, []byte("<html>" + faults.CanaryBody), "", faults.ForStatus(502)},
		"another's body":                 {404, []byte(`{"detail":"` + faults.CanaryBody + `"}`), "", faults.ForStatus(404)},
		"a sentence for an error":        {429, []byte(`{"error":"` + faults.CanaryBody + `"}`), "", limited},
		"the body's status beats HTTP's": {500, refusal(429, exhausted), exhausted, limited},
	}
	for name, tt := range tests {
		s := serve(t, tt.status, "application/json", tt.body)
		for how, call := range calls {
			check(t, proof.Case{Name: name + how, Code: tt.code, Err: call(t.Context(), s.Client(), s.URL), Want: tt.want})
		}
		s.Close()
	}
}

// The bodies have an error without data: the client drops the status, and no adapter
// recognises the result.
func TestEmptyRefusals(t *testing.T) {
	s := serve(t, http.StatusBadGateway, "application/json", []byte(`{"error":{}}`))
	for how, call := range calls {
		check(t, proof.Case{Name: "an empty error" + how, Err: call(t.Context(), s.Client(), s.URL), Service: proof.Nobody, Want: faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnset)})
	}
}

// A prompt that is refused because of its content is an answer, not an error. The test
// fails if the client changes this.
func TestBlocked(t *testing.T) {
	s := serve(t, http.StatusOK, "application/json", []byte(`{"promptFeedback":{"blockReason":"SAFETY"}}`))
	if err := ask(t.Context(), s.Client(), s.URL); err != nil {
		t.Errorf("the client returned %v", err)
	}
}

// The fields were refused by Gemini. The SDK keeps them as decoded JSON.
func TestRefusals(t *testing.T) {
	const text = `Invalid JSON payload received. Unknown name \"const\" at 'tools[0].parameters': Cannot find field.`
	want := toolerr.Finding{Rule: toolerr.RuleUnknown, Fields: []string{"tools[0].parameters"}, Word: "const"}
	for name, details := range map[string]string{
		"a field":       `,"details":[{"@type":"` + detailTypes + `BadRequest","fieldViolations":[{"field":"tools[0].parameters","description":"` + text + `"}]}]`,
		"a message":     "",
		"other details": `,"details":[{"@type":"` + detailTypes + `ErrorInfo","reason":"X"}]`,
	} {
		body := `{"error":{"code":400,"message":"` + text + `","status":"INVALID_ARGUMENT"` + details + `}}`
		s := proof.Serve(t, proof.Answer{Status: 400, Body: body})
		t.Run(name, func(t *testing.T) {
			proof.Refusal(t, geminiadapter.Adapter, ask(t.Context(), s.Client(), s.URL), body, want)
		})
	}
}

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
		s := proof.Suite(geminiadapter.Adapter, "genai/generate-stream", shape, skip, stream)
		s.Have, s.Only = s.Have[:1], func(fault string) bool { return proof.WithoutHeaders(fault) && proof.Begun(fault) }
		return s
	}
	skip.Faults("no URL is that of the service itself, which no test may call", "url-empty").
		Faults("a success to the client", "json-empty")
	s := proof.Suite(geminiadapter.Adapter, "genai/generate", shape, skip, ask)
	s.Only = proof.WithoutHeaders
	s.Wants = map[string]conformance.Want{
		"fault/json-wrong-type": faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnknown).Because("genai v1.77.0 panics on a text where a list was due"),
	}
	return s
}
