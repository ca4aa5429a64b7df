package minioadapter

import (
	"strings"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// readText reads an error that the client makes without a type: for a name that it does not
// send, for a closed connection (which replaces an unexpected end, with the URL in the
// middle), or for a server that its health check found down (after the server's URL).
// minio-go v6.0.57 and v7.4.1, api.go and pkg/s3utils/utils.go.
func readText(e error) *spec.Answer {
	if spec.Wraps(e) {
		return nil
	}
	text, code := e.Error(), ""
	switch {
	case strings.HasPrefix(text, "Bucket name "), strings.HasPrefix(text, "Object name "):
		code = names[text]
	case strings.HasPrefix(text, "Connection closed by foreign host ") && strings.HasSuffix(text, ". Retry again."):
		code = connectionClosed
	case strings.HasPrefix(text, "http") && strings.HasSuffix(text, " is offline."):
		code = endpointOffline
	}
	if code == "" {
		return nil
	}
	a := &spec.Answer{Codes: []string{code}}
	a.Add(toolerr.WithVendorCode("")) // no service sent it
	return a
}

// names are the texts about names for which the client makes no ErrorResponse.
var names = map[string]string{
	"Bucket name cannot be a relative path element":        invalidBucket,
	"Bucket name cannot be an ip address":                  invalidBucket,
	"Bucket name cannot be empty":                          invalidBucket,
	"Bucket name cannot be empty for S3 Express":           invalidBucket,
	"Bucket name cannot be longer than 63 characters":      invalidBucket,
	"Bucket name cannot be shorter than 3 characters":      invalidBucket,
	"Bucket name cannot contain path separators":           invalidBucket,
	"Bucket name contains invalid characters":              invalidBucket,
	"Object name cannot be empty":                          invalidObject,
	"Object name cannot be longer than 1024 characters":    invalidObject,
	"Object name with non UTF-8 strings are not supported": invalidObject,
}
