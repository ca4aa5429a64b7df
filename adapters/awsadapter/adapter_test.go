package awsadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := awsadapter.Adapter.FromError(err)
	require.NotNil(t, te, "declined: %v", err)
	assert.Equal(t, "_aws", te.Extra().Service)
	return te
}

// The errors of a service, assembled like the SDK's.

func operation(err error) error {
	return &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: err}
}

// responseError is the wrapper of aws-sdk-go-v2 v1.47.6 around smithy's (its
// aws/transport/http.ResponseError), with the same fields and methods.
type responseError struct {
	*smithyhttp.ResponseError
	RequestID string
}

func (e *responseError) ServiceRequestID() string { return e.RequestID }

func (e *responseError) Error() string {
	return fmt.Sprintf("https response error StatusCode: %d, RequestID: %s, %v", e.Response.StatusCode, e.RequestID, e.Err)
}

func (e *responseError) As(target any) bool { return errors.As(e.ResponseError, target) }

func responded(status int, header http.Header, err error) error {
	r := &smithyhttp.Response{Response: &http.Response{StatusCode: status, Header: header}}
	return &responseError{ResponseError: &smithyhttp.ResponseError{Response: r, Err: err}}
}

func apiError(code string) error {
	return &smithy.GenericAPIError{Code: code, Message: faults.CanaryMessage, Fault: smithy.FaultClient}
}

// Each row decides, whatever the status: most services send every code with 400.
// proof/sdkmatrix drives the SDK.
func TestRows(t *testing.T) {
	for _, row := range spec.Of(awsadapter.Adapter).Table().Rows() {
		te := adapt(t, operation(responded(400, nil, apiError(row.VendorCode))))
		assert.Equal(t, row.Kind, te.Kind(), row.VendorCode)
		assert.Equal(t, row.CanRetry(), te.CanRetry(), row.VendorCode)
		assert.Equal(t, row.VendorCode, te.VendorCode())
		assert.Empty(t, faults.Planted().FindContent(te.Payload().String()), row.VendorCode)
	}
}

// The name decides, then the status. The report has the code.
func TestUnlistedCodes(t *testing.T) {
	tests := map[string]struct {
		code   string
		status int
		kind   toolerr.Kind
		retry  bool
	}{
		"not found, new style":        {"WidgetNotFoundException", 400, toolerr.KindUpstreamNotFound, false},
		"not found, EC2":              {"InvalidWidgetID.NotFound", 400, toolerr.KindUpstreamNotFound, false},
		"not found, RDS":              {"DBWidgetNotFoundFault", 404, toolerr.KindUpstreamNotFound, false},
		"not found, S3":               {"NoSuchWidget", 404, toolerr.KindUpstreamNotFound, false},
		"not found, SSM":              {"WidgetDoesNotExistException", 400, toolerr.KindUpstreamNotFound, false},
		"not found, Step Functions":   {"WidgetDoesNotExist", 400, toolerr.KindUpstreamNotFound, false},
		"access denied":               {"WidgetAccessDeniedException", 400, toolerr.KindUpstreamAuthError, false},
		"throttled":                   {"WidgetThrottlingException", 400, toolerr.KindUpstreamRateLimit, true},
		"throttled under a 500":       {"WidgetThrottledException", 500, toolerr.KindUpstreamRateLimit, true},
		"not found under a 500":       {"WidgetNotFoundException", 500, toolerr.KindUpstreamServerError, true},
		"no habit":                    {"Widgetry", 400, toolerr.KindUpstreamBadRequest, false},
		"no habit, another status":    {"Widgetry", 503, toolerr.KindUpstreamServerError, true},
		"no habit, and nothing known": {"Widgetry", 501, toolerr.KindUpstreamServerError, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, operation(responded(tt.status, nil, apiError(tt.code))))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.code, te.Extra().VendorCode)
			assert.NotContains(t, te.Payload().Map(), "vendor_code")
			assert.Contains(t, te.Error(), "AWS")
		})
	}
}

// A response without a body has no code, and the SDK makes one from the status's text.
func TestHead(t *testing.T) {
	for code, status := range map[string]int{"NotFound": 404, "Forbidden": 403, "BadRequest": 400, "TooManyRequests": 429, "BadGateway": 502} {
		te := adapt(t, operation(responded(status, nil, apiError(code))))
		assert.Equal(t, toolerr.StatusRuleOf(status).Kind, te.Kind(), code)
		assert.NotContains(t, te.Payload().Map(), "vendor_code", code)
	}
	te := adapt(t, operation(responded(502, nil, apiError("UnknownError"))))
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.Empty(t, te.Extra().VendorCode, "UnknownError stands for no code")
}

func TestCodesInTheirWrappings(t *testing.T) {
	for _, code := range []string{
		"ThrottlingException",
		"com.amazonaws.dynamodb.v20120810#ThrottlingException",
		"#ThrottlingException",
		"ThrottlingException:http://internal.amazon.com/coral/com.amazon.coral.availability/",
		"aws.protocoltests#ThrottlingException:http://internal.amazon.com/",
	} {
		te := adapt(t, operation(responded(400, nil, apiError(code))))
		assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind(), code)
		assert.Equal(t, "ThrottlingException", te.Extra().VendorCode)
	}
}

// These errors are those that no fault of proof/sdkmatrix leads to.
func TestTrees(t *testing.T) {
	refused := responded(404, nil, apiError("NoSuchKey"))
	lost := responded(0, http.Header{}, &smithyhttp.RequestSendError{Err: &url.Error{Op: "Put", URL: "http://h/", Err: io.EOF}})
	tests := map[string]struct {
		err    error
		kind   toolerr.Kind
		status int
		effect toolerr.Effect
	}{
		"behind the attempts": {
			operation(fmt.Errorf("exceeded maximum number of attempts, 3, %w", responded(503, nil, apiError("SlowDown")))),
			toolerr.KindUpstreamRateLimit, 503, toolerr.EffectNone,
		},
		"joined with the quota of the retries": {
			operation(errors.Join(responded(500, nil, apiError("InternalError")), errors.New("retry quota exceeded, 0 available, 5 requested"))),
			toolerr.KindUpstreamServerError, 500, toolerr.EffectUnknown,
		},
		"after a lost connection of another call": {
			errors.Join(operation(lost), operation(responded(500, nil, apiError("InternalError")))),
			toolerr.KindUpstreamServerError, 500, toolerr.EffectUnknown,
		},
		"the first of two": {
			errors.Join(operation(refused), operation(responded(503, nil, apiError("SlowDown")))),
			toolerr.KindUpstreamNotFound, 404, toolerr.EffectNone,
		},
		"a code under a 200": {
			operation(responded(200, nil, apiError("SlowDown"))), toolerr.KindUpstreamRateLimit, 0, toolerr.EffectNone,
		},
		"an unknown code under a 200": {
			operation(responded(200, nil, apiError("Widgetry"))), toolerr.KindUpstreamBadRequest, 0, toolerr.EffectNone,
		},
		"lost for an unknown reason": {
			operation(responded(0, nil, &smithyhttp.RequestSendError{Err: errors.New("mystery")})),
			toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown,
		},
		"a cause that is missing":           {operation(responded(0, nil, &smithyhttp.RequestSendError{})), toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown},
		"a cancellation without a response": {&smithy.CanceledError{Err: context.Canceled}, toolerr.KindToolCanceled, 0, toolerr.EffectUnknown},
		"a deadline between two attempts": {
			operation(&requestCanceledError{context.DeadlineExceeded}), toolerr.KindNetworkTransportTimeout, 0, toolerr.EffectUnknown,
		},
		"no credentials":   {operation(errors.New("get identity: get credentials: static credentials are empty")), toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"no endpoint":      {operation(fmt.Errorf("resolve endpoint: %w", &url.Error{Op: "parse", URL: "://", Err: errors.New("missing protocol scheme")})), toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"wrong input":      {operation(smithy.InvalidParamsError{Context: "PutObjectInput"}), toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"input alone":      {&smithy.InvalidParamsError{Context: "PutObjectInput"}, toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"a bare API error": {apiError("ThrottlingException"), toolerr.KindUpstreamRateLimit, 0, toolerr.EffectNone},
		"credentials that a service did not give in time": {
			operation(fmt.Errorf("get credentials: %w", &smithy.OperationError{ServiceID: "STS", OperationName: "AssumeRole", Err: responded(0, nil, &smithy.CanceledError{Err: context.DeadlineExceeded})})),
			toolerr.KindNetworkTransportTimeout, 0, toolerr.EffectNone,
		},
		"a response error with nothing in it": {&smithyhttp.ResponseError{}, toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown},
		"a response without a response":       {&smithyhttp.ResponseError{Response: &smithyhttp.Response{}}, toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, err := range []error{tt.err, fmt.Errorf("upload: %w", tt.err), errors.Join(errors.New("first"), tt.err)} {
				te := adapt(t, err)
				assert.Equal(t, tt.kind, te.Kind())
				assert.Equal(t, tt.status, te.StatusCode())
				assert.Equal(t, tt.effect, te.Effect())
				assert.Equal(t, err, te.Cause())
				assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
			}
		})
	}
}

// requestCanceledError is aws.RequestCanceledError of aws-sdk-go-v2 v1.47.6,
// which the library does not require.
type requestCanceledError struct{ Err error }

func (e *requestCanceledError) CanceledError() bool { return true }
func (e *requestCanceledError) Unwrap() error       { return e.Err }
func (e *requestCanceledError) Error() string       { return fmt.Sprintf("request canceled, %v", e.Err) }

func TestGoTypes(t *testing.T) {
	for name, tt := range map[string]struct {
		err    error
		goType string
	}{
		"no region":     {operation(errors.New("an AWS region is required")), "*smithy.OperationError"},
		"parameters":    {fmt.Errorf("put: %w", smithy.InvalidParamsError{}), "smithy.InvalidParamsError"},
		"no input":      {&smithy.SerializationError{Err: io.EOF}, "*smithy.SerializationError"},
		"an unread 200": {operation(responded(200, nil, &smithy.DeserializationError{Err: io.ErrUnexpectedEOF})), "*awsadapter_test.responseError"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.goType, adapt(t, tt.err).Extra().GoType)
		})
	}

	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "https://s3.example.com/bucket", nil)
	require.NoError(t, err)
	resp := &smithyhttp.Response{Response: &http.Response{StatusCode: 200, Request: req}}
	te := adapt(t, operation(&smithyhttp.ResponseError{Response: resp, Err: &smithy.DeserializationError{Err: io.ErrUnexpectedEOF}}))
	assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind())
	assert.Equal(t, http.MethodPut, te.HTTPMethod())
	assert.Equal(t, "https://s3.example.com/bucket", te.Extra().Endpoint)
}

// The SDK finds an expired sign-in without a request. It needs a person.
func TestExpiredSignIn(t *testing.T) {
	defer awsadapter.SignInTypes(shape.TypeOf(&invalidTokenError{}))()
	te := adapt(t, operation(fmt.Errorf("get credentials: %w", &invalidTokenError{Err: errors.New("expired")})))
	assert.Equal(t, toolerr.KindToolFatal, te.Kind())
	assert.True(t, te.RequiresUserAction())
	assert.False(t, te.CanRetry())
	assert.Equal(t, toolerr.EffectNone, te.Effect())
	assert.Equal(t, toolerr.FactSignIn.Hint(), te.Hint())
}

// invalidTokenError is ssocreds.InvalidTokenError of aws-sdk-go-v2.
type invalidTokenError struct{ Err error }

func (i *invalidTokenError) Unwrap() error { return i.Err }
func (i *invalidTokenError) Error() string { return "the SSO session has expired or is invalid" }

func TestRequestIDs(t *testing.T) {
	fromSDK := operation(&responseError{
		RequestID: "from-the-sdk",
		ResponseError: &smithyhttp.ResponseError{
			Response: &smithyhttp.Response{Response: &http.Response{StatusCode: 400, Header: http.Header{"X-Amz-Request-Id": {"from-s3"}}}},
			Err:      apiError("ThrottlingException"),
		},
	})
	assert.Equal(t, "from-the-sdk", adapt(t, fromSDK).Extra().RequestID)
	fromHeader := operation(responded(503, http.Header{"X-Amz-Request-Id": {"from-s3"}}, apiError("Widgetry")))
	assert.Equal(t, "from-s3", adapt(t, fromHeader).Extra().RequestID)
}

// hostileError panics in every method an adapter may call.
type hostileError struct{}

func (hostileError) Error() string                      { panic("Error") }
func (hostileError) ErrorCode() string                  { panic("ErrorCode") }
func (hostileError) ErrorMessage() string               { panic("ErrorMessage") }
func (hostileError) ErrorFault() smithy.ErrorFault      { panic("ErrorFault") }
func (hostileError) ServiceRequestID() string           { panic("ServiceRequestID") }
func (hostileError) Unwrap() error                      { panic("Unwrap") }
func (hostileError) CanceledError() bool                { panic("CanceledError") }
func (hostileError) HTTPResponse() *smithyhttp.Response { panic("HTTPResponse") }

// hostileResponse is a response error whose methods panic.
type hostileResponse struct{ error }

func (hostileResponse) HTTPResponse() *smithyhttp.Response { panic("HTTPResponse") }
func (hostileResponse) ServiceRequestID() string           { panic("ServiceRequestID") }
func (h hostileResponse) Unwrap() error                    { return h.error }

// uncomparable cannot be compared or hashed.
type uncomparable struct{ values []string }

func (uncomparable) Error() string { return "uncomparable" }

func TestHostileErrors(t *testing.T) {
	cycle := &smithy.OperationError{}
	cycle.Err = &smithy.OperationError{Err: cycle}
	wide := make([]error, 1000)
	for i := range wide {
		wide[i] = operation(uncomparable{})
	}
	for name, err := range map[string]error{
		"every method panics":           hostileError{},
		"every method panics, below":    operation(responded(500, nil, hostileError{})),
		"every method panics, 200":      operation(responded(200, nil, hostileError{})),
		"the response panics":           operation(hostileResponse{apiError("ThrottlingException")}),
		"the response panics, no code":  operation(hostileResponse{errors.New("x")}),
		"uncomparable values":           operation(responded(500, nil, uncomparable{})),
		"a cycle of operations":         cycle,
		"a thousand errors":             errors.Join(wide...),
		"typed nils":                    operation(errors.Join((*smithyhttp.ResponseError)(nil), (*smithy.GenericAPIError)(nil), (*responseError)(nil))),
		"an operation without an error": &smithy.OperationError{},
		"a cancellation of nothing":     &smithy.CanceledError{},
		"a broken body of nothing":      &smithy.DeserializationError{},
	} {
		t.Run(name, func(t *testing.T) {
			assert.NotPanics(t, func() { adapt(t, err) })
		})
	}
	te := adapt(t, hostileError{})
	assert.Equal(t, toolerr.KindUpstreamUnmapped, te.Kind())
	te = adapt(t, operation(hostileResponse{apiError("ThrottlingException")}))
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.Zero(t, te.StatusCode())
}

// These errors of other libraries have methods like those of smithy-go's.
func TestDeclines(t *testing.T) {
	for name, err := range map[string]error{
		"a status of another library": statusError(429),
		"a code of another library":   codeError("ThrottlingException"),
		"a cancellation of another":   &requestCanceledError{context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, awsadapter.Adapter.FromError(err))
		})
	}
}

type statusError int

func (statusError) Error() string         { return "status" }
func (s statusError) HTTPStatusCode() int { return int(s) }

type codeError string

func (codeError) Error() string       { return "code" }
func (c codeError) ErrorCode() string { return string(c) }

// The result for a response is that for the SDK's error, in each of the protocols.
func TestFromAnswerMatchesFromError(t *testing.T) {
	header := http.Header{"X-Amzn-Requestid": {"request-1"}, "Retry-After": {"3"}}
	ec2 := faults.Shape{Error: func(a faults.Answer) faults.Content {
		return faults.Content{Body: fmt.Appendf(nil, "<Response><Errors><Error><Code>%s</Code><Message>%s</Message></Error></Errors></Response>", a.Code, a.Message)}
	}}
	for name, shape := range map[string]faults.Shape{
		"JSON": faults.AWSJSON10(), "S3": faults.AWSRestXML(), "query": faults.AWSQuery(), "EC2": ec2,
	} {
		t.Run(name, func(t *testing.T) {
			for code, status := range map[string]int{
				"xyzzy": 400, "xyzzy2": 503, "WidgetNotFoundException": 400, "ThrottlingException": 503, "ExpiredToken": 400, "NoSuchKey": 404, "AccessDenied": 403,
			} {
				body := shape.Error(faults.Answer{Status: status, Code: code, Message: faults.CanaryMessage}).Body
				err := operation(responded(status, header, apiError(code)))
				got := spec.Of(awsadapter.Adapter).FromAnswer(err, status, header, body)
				meaning.Same(t, adapt(t, err), got, code)
				require.Equal(t, code, got.Extra().VendorCode)
			}
		})
	}
}
