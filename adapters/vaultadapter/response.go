package vaultadapter

import (
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// FromAnswer returns what an answer of Vault's means to who calls it without its
// client: the same that FromError makes of the client's error for it, with the wait
// that a header names. It is nil for a success, which is what an answer with a
// status below 300 is. What stands in the body is not looked at: Vault has no codes.
// err is the cause; options come last and win.
func (Adapter) FromAnswer(err error, status int, header http.Header, _ []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	if status < http.StatusMultipleChoices {
		return nil
	}
	te := meaning(err, err, status, header, toolerr.Option{})
	if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok && te.CanRetry() {
		te = te.With(toolerr.WithRetryAfter(wait))
	}
	return te.With(opts...)
}
