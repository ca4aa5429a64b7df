package minioadapter

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// maxBody is how much of an answer is decoded, in bytes. A refusal is never
// longer.
const maxBody = 64 << 10

// FromAnswer returns what an answer of a store means to who got it without MinIO's
// client: the same that FromError makes of the client's error for it, with the wait
// that a header names. It is nil for a success, which is what an answer with a
// status below 300 is unless its body is an error. err is the cause; options come
// last and win.
//
// An answer without a body, as HEAD has it, does not say whether it is the bucket
// or the object that is missing; the client knows what it asked for.
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	said, isError := spoken(body)
	if status < http.StatusMultipleChoices && !isError {
		return nil
	}
	if !isError {
		said = silent[status]
	}
	if code := header.Get("X-Minio-Error-Code"); code != "" {
		said = code
	}
	known := []toolerr.Option{toolerr.WithVendorType(err), toolerr.WithRequestID(header.Get("X-Amz-Request-Id"))}
	te := refused(err, said, status, header, known)
	if te.Kind() == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // reset headers count
	}
	if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok && te.CanRetry() {
		te = te.With(toolerr.WithRetryAfter(wait))
	}
	return te.With(opts...)
}

// silent are the codes that the client takes an answer without any for (minio-go
// v7.4.1, api-error-response.go).
var silent = map[int]string{403: "AccessDenied", 412: "PreconditionFailed"}

// spoken returns the code of a body of XML, and whether that is an error: of the
// store, or of the service that gives temporary credentials.
func spoken(body []byte) (code string, isError bool) {
	var said struct {
		XMLName xml.Name
		Code    string
		Error   struct{ Code string }
	}
	if len(body) > maxBody || !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) || xml.Unmarshal(body, &said) != nil {
		return "", false
	}
	switch said.XMLName.Local {
	case "Error":
		return said.Code, true
	case "ErrorResponse":
		return said.Error.Code, true
	}
	return "", false
}
