package minioadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the client, with all fields: the library does not require it.
// conformance/vendorproof tests the real ones.
type (
	ErrorResponse struct {
		Code, Message, BucketName, Key, Resource, RequestID, HostID, Region, Server string

		StatusCode int
	}
	RemoveObjectError struct {
		ObjectName, VersionID string
		Err                   error
	}
	STSErrorResponse struct {
		STSError  struct{ Type, Code, Message string }
		RequestID string
	}
)

func (e ErrorResponse) Error() string      { return e.Message }
func (e *RemoveObjectError) Error() string { return e.Err.Error() }
func (e STSErrorResponse) Error() string   { return e.STSError.Message }

// answer returns a server's error that contains every text that must not be shown.
func answer(status int, code string) ErrorResponse {
	return ErrorResponse{
		Code: code, Message: faults.CanaryMessage + " " + faults.CredentialQuery, BucketName: faults.CanaryResource, Key: faults.CanaryPath,
		Resource: "/" + faults.CanaryPath, RequestID: "17A9", HostID: "host", Server: "MinIO", StatusCode: status,
	}
}

// own returns an error that the client makes.
func own(status int, code, id string) ErrorResponse {
	return ErrorResponse{Code: code, Message: faults.CanaryMessage, BucketName: faults.CanaryResource, RequestID: id, StatusCode: status}
}

func sts(code string) STSErrorResponse {
	e := STSErrorResponse{RequestID: "17A9"}
	e.STSError.Code, e.STSError.Message = code, faults.CanaryMessage+" "+faults.CredentialBearer
	return e
}

// closed returns the client's error for a connection that ended.
func closed() error {
	u := "http://" + faults.CanaryHost + "/b/" + faults.CanaryPath + "?X-Amz-Signature=" + faults.CredentialQuery
	return &url.Error{Op: "Put", URL: u, Err: errors.New("Connection closed by foreign host " + u + ". Retry again.")}
}

func offline() error { return errors.New("https://" + faults.CanaryHost + " is offline.") }

func types(t testing.TB) {
	t.Helper()
	t.Cleanup(minioadapter.Imitate(shape.TypeOf(ErrorResponse{}), shape.TypeOf(RemoveObjectError{}), shape.TypeOf(STSErrorResponse{})))
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := minioadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	return te
}

func TestAnswers(t *testing.T) {
	types(t)
	te := adapt(t, fmt.Errorf("put: %w", answer(412, "PreconditionFailed")))
	assert.Equal(t, toolerr.KindUpstreamBadRequest, te.Kind())
	assert.Equal(t, 412, te.StatusCode())
	assert.Equal(t, "17A9", te.Extra().RequestID)
	assert.Equal(t, "_minio", te.Service())
	assert.Equal(t, "PreconditionFailed", te.VendorCode())
	assert.Contains(t, te.Hint().String(), "Read it again")

	te = adapt(t, answer(403, "ExpiredToken"))
	assert.Equal(t, toolerr.GuidanceRefreshAuthThenRetry, te.Guidance())

	te = adapt(t, answer(502, "502 Bad Gateway"))
	assert.Empty(t, te.VendorCode(), "a status line is not a code")
	assert.Equal(t, "Upstream MinIO request failed with status code 502 (Bad Gateway).", te.Message().String())
}

// An error that the client made has neither the status nor the request id of a response.
func TestOwnErrors(t *testing.T) {
	types(t)
	for name, err := range map[string]error{
		"its own id":  own(400, "InvalidArgument", "minio"),
		"no id":       own(400, "XMinioInvalidObjectName", ""),
		"unsupported": own(501, "APINotSupported", "minio"),
	} {
		te := adapt(t, err)
		assert.Zero(t, te.StatusCode(), name)
		assert.Empty(t, te.Extra().RequestID, name)
		assert.Equal(t, none, te.Effect(), name)
		assert.False(t, te.CanRetry(), name)
	}
	assert.Equal(t, 400, adapt(t, answer(400, "InvalidArgument")).StatusCode(), "a server's")
	assert.Equal(t, 404, adapt(t, own(404, "NoSuchKey", "")).StatusCode(), "a server's, without a body")
	for text, code := range minioadapter.Names() {
		te := adapt(t, fmt.Errorf("put: %w", errors.New(text)))
		assert.Equal(t, code, te.VendorCode(), text)
		assert.Equal(t, toolerr.KindUpstreamValidationError, te.Kind(), text)
	}
}

// The error of one object in a removal of several: other objects may have been removed.
func TestRemovals(t *testing.T) {
	types(t)
	one := func(err error) error {
		return fmt.Errorf("clean: %w", &RemoveObjectError{ObjectName: faults.CanaryPath, Err: err})
	}
	te := adapt(t, one(answer(0, "AccessDenied")))
	assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
	assert.Equal(t, unknown, te.Effect())
	assert.ErrorIs(t, te, te.Cause())
	te = adapt(t, one(errors.New("Bucket name cannot be empty")))
	assert.Equal(t, toolerr.KindUpstreamValidationError, te.Kind())
	te = adapt(t, one(&url.Error{Op: "Post", URL: "http://" + faults.CanaryHost, Err: io.ErrUnexpectedEOF}))
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
	assert.Equal(t, "_minio", te.Service())
	for name, err := range map[string]error{"an unknown cause": one(errors.New("x")), "nothing": &RemoveObjectError{}} {
		assert.Nil(t, minioadapter.Adapter{}.FromError(err), name)
	}
	var itself RemoveObjectError
	itself.Err = &itself
	assert.Nil(t, minioadapter.Adapter{}.FromError(&itself), "a circle")
}

func TestUnrecognisedErrors(t *testing.T) {
	types(t)
	for _, text := range []string{
		"", "x", "Bucket name ", "Bucket name cannot be blue", "Object name cannot be blue", "printer is offline.", "Connection closed by foreign host x",
		"http://x is online.", strings.Repeat("Bucket name ", 1<<16),
	} {
		assert.Nil(t, minioadapter.Adapter{}.FromError(errors.New(text)), text)
	}
	assert.Nil(t, minioadapter.Adapter{}.FromError(fmt.Errorf("Bucket name cannot be empty%w", io.EOF)))
}

// The result for a response does not depend on the client.
func TestFromAnswerMatchesFromError(t *testing.T) {
	types(t)
	err := errors.New(faults.CanaryCause)
	for _, code := range []string{"", "xyzzy", "SlowDownNow", "ThrottledX", "NoSuchThing", "SlowDown", "AccessDenied", "XMinioStorageFull"} {
		for _, status := range []int{200, 301, 403, 412, 429, 503} {
			want := adapt(t, answer(status, code))
			body := fmt.Sprintf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>m</Message><Key>%s</Key></Error>", code, faults.CanaryPath)
			got := spec.Of(minioadapter.Adapter{}).FromAnswer(err, status, nil, []byte(body))
			meaning.Same(t, want, got, body)
			assert.ErrorIs(t, got.Cause(), err)
			if status >= 300 && code != "" {
				meaning.Same(t, want, spec.Of(minioadapter.Adapter{}).FromAnswer(err, status, http.Header{"X-Minio-Error-Code": {code}}, nil), code)
			}
			sts := fmt.Sprintf("<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code></Error></ErrorResponse>", code)
			meaning.Same(t, want, spec.Of(minioadapter.Adapter{}).FromAnswer(err, status, nil, []byte(sts)), sts)
		}
	}
	for status, code := range map[int]string{403: "AccessDenied", 412: "PreconditionFailed", 404: "", 502: ""} {
		meaning.Same(t, adapt(t, answer(status, code)), spec.Of(minioadapter.Adapter{}).FromAnswer(err, status, nil, []byte("<Error><Code>x")), code)
	}
}
