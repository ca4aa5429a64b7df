package googleadapter

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
)

// A refusal is what a googleapi.Error says. It is read by shape, because its
// package brings regular expressions with it for the sake of its URLs, which
// are a sixth of all that the adapters of this library add to a program.
type refusal struct {
	code      int // of the body, or else of the answer
	header    http.Header
	reasons   []string // of the older envelope: errors[].reason
	details   []any
	canonical string // the word for the canonical code
}

var (
	apiCode    = shape.NewGetter[int]("Code")
	apiHeader  = shape.NewGetter[http.Header]("Header")
	apiBody    = shape.NewGetter[string]("Body")
	apiDetails = shape.NewGetter[[]any]("Details")
	apiReason  = shape.NewGetter[string]("Reason")
)

// refusalOf reads a googleapi.Error, and its body for what it leaves there: the
// canonical code always, everything if it was made without looking into it, as
// by the reader of cloud.google.com/go/storage (measured with v1.69.0). The
// details are not taken from gax's apierror, which drops them all when the
// envelope has the older errors array (measured with gax-go v2.26.2).
func refusalOf(e error) (r refusal) {
	r.code, _ = apiCode.Of(e)
	r.header, _ = apiHeader.Of(e)
	r.details, _ = apiDetails.Of(e)
	for item := range shape.Items(e, "Errors") {
		reason, _ := apiReason.Of(item)
		r.reasons = append(r.reasons, reason)
	}
	body, _ := apiBody.Of(e)
	in := envelopeOf(body).Error
	r.canonical = in.Status
	if len(r.reasons) == 0 && len(r.details) == 0 {
		r.details = in.Details
		for _, item := range in.Errors {
			r.reasons = append(r.reasons, item.Reason)
		}
	}
	return r
}

// maxBody is how much of a body is searched for an envelope.
const maxBody = 64 << 10

// An envelope is what Google's JSON APIs answer instead of a success.
type envelope struct {
	Error struct {
		Status string `json:"status"`
		Errors []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
		Details []any `json:"details"`
	} `json:"error"`
}

// envelopeOf returns the envelope in a body: what there is of it, and nothing if
// there is none.
func envelopeOf(body string) (one envelope) {
	body = strings.TrimLeft(body, " \t\r\n")
	switch {
	case len(body) > maxBody:
	case strings.HasPrefix(body, "{"):
		_ = json.Unmarshal([]byte(body), &one)
	case strings.HasPrefix(body, "["):
		var all []envelope
		_ = json.Unmarshal([]byte(body), &all)
		if len(all) > 0 {
			return all[0]
		}
	}
	return one
}
