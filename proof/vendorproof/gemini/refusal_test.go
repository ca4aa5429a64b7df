package gemini_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

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
			proof.Refusal(t, geminiadapter.Adapter{}, ask(t.Context(), s.Client(), s.URL), body, want)
		})
	}
}
