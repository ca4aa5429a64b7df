package elasticadapter

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// maxBody is how much of an answer is decoded, in bytes: an error lists what went
// wrong in each shard.
const maxBody = 1 << 20

// FromAnswer returns what an answer of Elasticsearch or OpenSearch means to who
// asks without their typed clients: the same that FromError makes of the client's
// error for it, with the wait that a header names. Both go by the name of
// Elasticsearch: their answers are alike. It is nil for a success, which is what an
// answer with a status below 300 is, whatever failed of a bulk request or in a
// shard. err is the cause; options come last and win.
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	if status < http.StatusMultipleChoices {
		return nil
	}
	te := answered(err, heard(body), elastic, status, header)
	if te.Kind() == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // reset headers count
	}
	if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok && te.CanRetry() {
		te = te.With(toolerr.WithRetryAfter(wait))
	}
	return te.With(append([]toolerr.Option{toolerr.WithVendorType(err)}, opts...)...)
}

// An answer has the fields of Elasticsearch's own error, for one reader of both.
type answer struct{ ErrorCause cause }

// A cause is the error of an answer, and what it came from.
type cause struct {
	Type      string  `json:"type"`
	Reason    string  `json:"reason"`
	RootCause []cause `json:"root_cause"`
	CausedBy  *cause  `json:"caused_by"`
}

// Error says nothing: what the server said stays with the developer.
func (answer) Error() string { return "" }

// heard decodes a body. An error that is a text, and no object, has no type.
func heard(body []byte) (a answer) {
	var said struct {
		Error json.RawMessage `json:"error"`
	}
	if len(body) > maxBody || json.Unmarshal(body, &said) != nil {
		return a
	}
	_ = json.Unmarshal(said.Error, &a.ErrorCause) // what can be read of it counts
	return a
}
