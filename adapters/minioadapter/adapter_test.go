package minioadapter_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/conformance/faults"
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

func sts(code string) STSErrorResponse {
	e := STSErrorResponse{RequestID: "17A9"}
	e.STSError.Code, e.STSError.Message = code, faults.CanaryMessage+" "+faults.CredentialBearer
	return e
}

func types(t testing.TB) {
	t.Helper()
	t.Cleanup(minioadapter.Imitate(shape.TypeOf(ErrorResponse{}), shape.TypeOf(RemoveObjectError{}), shape.TypeOf(STSErrorResponse{})))
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
