package openai_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	other "github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func otherClient(hc *http.Client, url string) *other.Client {
	config := other.DefaultConfig(faults.CredentialAPIKey)
	config.BaseURL, config.HTTPClient = url, hc
	return other.NewClientWithConfig(config)
}

var question = other.ChatCompletionRequest{Model: "gpt-4o", Messages: []other.ChatCompletionMessage{{Role: "user", Content: faults.CanaryBody}}}

func askOther(ctx context.Context, hc *http.Client, url string) error {
	_, err := otherClient(hc, url).CreateChatCompletion(ctx, question)
	return err
}

func streamOther(ctx context.Context, hc *http.Client, url string) error {
	s, err := otherClient(hc, url).CreateChatCompletionStream(ctx, question)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	for err == nil {
		_, err = s.Recv()
	}
	return err
}

var othersCalls = map[string]proof.Call{"": askOther, ", streaming": streamOther}

// go-openai, which drops the headers, reads every row.
func TestOtherCodes(t *testing.T) {
	for _, row := range spec.Of(openaiadapter.Adapter).Table().Rows() {
		status, code, typ := wordsOf(row)
		want := faults.ForCode(row.Kind, status)
		if row.Kind == toolerr.KindUpstreamServerError {
			want = want.With(faults.ForStatus(status).Effect)
		}
		s := serve(t, status, nil, refusal(code, typ))
		for how, call := range othersCalls {
			check(t, proof.Case{Name: row.VendorCode + how, Code: row.VendorCode, Err: call(t.Context(), s.Client(), s.URL), Want: want})
		}
		s.Close()
		event := "data: " + string(refusal(code, typ)) + "\n\n"
		in := serve(t, 200, http.Header{"Content-Type": {"text/event-stream"}}, []byte(event))
		want = want.With(toolerr.EffectUnset)
		want.Status = 0
		te := openaiadapter.Adapter.FromError(streamOther(t.Context(), in.Client(), in.URL))
		if assert.NotNil(t, te, row.VendorCode) {
			assert.Equal(t, row.Kind, te.Kind(), row.VendorCode)
			assert.Equal(t, row.VendorCode, te.VendorCode())
		}
	}
}

// The cases are a compatible server's codes, a proxy's pages, and a request that is not
// sent.
func TestOtherAnswers(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504} {
		for name, body := range map[string]string{
			"another service": `{"error":{"message":"` + proof.Said + `","code":"` + "strange" + `"}}`, "a proxy": "<html>" + faults.CanaryBody, "nothing": "",
			"a number": fmt.Sprintf(`{"error":{"message":%q,"code":%d}}`, proof.Said, status), "a list": `[{"error":{"message":"x"}}]`,
			"Azure": `{"error":{"message":"` + proof.Said + `","code":"` + fmt.Sprint(status) + `","innererror":{"code":"x"}}}`,
		} {
			s := serve(t, status, nil, []byte(body))
			check(t, proof.Case{Name: fmt.Sprint(name, " ", status), Err: askOther(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(status)})
		}
	}
	s := serve(t, 400, nil, []byte(`{"error":{"message":"Missing required parameter: 'messages[0].content'.","type":"invalid_request_error","param":"messages[0].content","code":"missing_required_parameter"}}`))
	proof.Told(t, openaiadapter.Adapter, askOther(t.Context(), s.Client(), s.URL), `{"messages":[{"role":"user"}]}`, "/messages/0 lacks a required part")
}

// The wait is the recorded one.
func TestOtherFaults(t *testing.T) {
	shape := proof.Shape("OpenAI", "application/json", func(a faults.Answer) []byte { return envelope(map[string]any{"message": a.Message, "type": "x"}) }, `{"id":"c1","choices":[]}`)
	skip := proof.WithoutRows("TestOtherCodes has them").Faults("the client takes it for a success", "status-300", "redirect-no-location-302")
	suite := proof.Suite(openaiadapter.Adapter, "go-openai", shape, skip, askOther)
	suite.Only = proof.WithoutHeaders
	suite.Run(t)
}
