package twilioadapter

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// maxBody is how much of an answer is decoded, in bytes. A refusal is never
// longer.
const maxBody = 64 << 10

// FromAnswer returns what an answer of Twilio's means to who calls it without the
// SDK: the same that FromError makes of the SDK's error for it, with the wait that
// a header names. It is nil for a success, which is what an answer with a status
// below 300 is. err is the cause; options come last and win.
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	if status < http.StatusMultipleChoices {
		return nil
	}
	var said struct{ Code int }
	if len(body) > maxBody || json.Unmarshal(body, &said) != nil {
		said.Code = 0
	}
	te := meaning(err, said.Code, Code(said.Code), status, header, named(err))
	if te.Kind() == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // reset headers count
	}
	if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok && te.CanRetry() {
		te = te.With(toolerr.WithRetryAfter(wait))
	}
	return te.With(opts...)
}
