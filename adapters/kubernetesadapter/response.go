package kubernetesadapter

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// maxBody is how much of an answer is decoded, in bytes: a Status lists every
// field that was refused.
const maxBody = 1 << 20

// FromAnswer returns what an answer of Kubernetes' API means to who calls it
// without client-go: the same that FromError makes of client-go's error for it,
// with the wait that a header names. It is nil for a success, which is what an
// answer with a status below 300 is. An answer that is no Status, of a proxy,
// means what its status says. err is the cause; options come last and win.
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	if status < http.StatusMultipleChoices {
		return nil
	}
	te := answered(err, heard(body), status, header)
	_, named := te.RetryAfter()
	if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok && !named && te.CanRetry() {
		te = te.With(toolerr.WithRetryAfter(wait))
	}
	return te.With(append([]toolerr.Option{toolerr.WithVendorType(err)}, opts...)...)
}

// An answer has the fields of apimachinery's error, for one reader of both.
type answer struct {
	ErrStatus struct {
		Reason  string `json:"reason"`
		Details struct {
			RetryAfterSeconds int     `json:"retryAfterSeconds"`
			Causes            []cause `json:"causes"`
		} `json:"details"`
	}
}

// A cause is what one field was refused for.
type cause struct {
	Type string `json:"reason"`
}

// Error says nothing: what the server said stays with the developer.
func (answer) Error() string { return "" }

// heard decodes a body.
func heard(body []byte) (a answer) {
	if len(body) <= maxBody {
		_ = json.Unmarshal(body, &a.ErrStatus) // what can be read of it counts
	}
	return a
}
