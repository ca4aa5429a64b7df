package httpadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// vendorText is a common Error method.
type vendorText struct{}

func (vendorText) Error() string { return "the vendor's words" }

// Errors like those of SDKs, each with the fields of one row of the table. The SDKs
// themselves are tested in proof/fieldproof.
type (
	fieldResponse struct {
		vendorText
		Response *http.Response
	}
	fieldResp struct {
		vendorText
		Cause *http.Response // any name
	}
	embeddedResponse struct {
		vendorText
		*http.Response
	}
	nestedResponse struct {
		vendorText
		response *ownResponse //nolint:unused // read by reflection
	}
	ownResponse struct {
		*http.Response
		Page int
	}
	restResponse struct {
		vendorText
		Resp restAnswer
	}
	restAnswer struct {
		StatusCode int
		Headers    map[string][]string
	}
	fieldStatusCode struct {
		vendorText
		StatusCode int
	}
	fieldHTTPStatusCode struct {
		vendorText
		HttpStatusCode int32 //nolint:revive // as SDKs write it
		Code           any
	}
	fieldHTTPCode struct {
		vendorText
		HTTPCode uint16
	}
	fieldStatus struct {
		vendorText
		Status int
	}
	fieldActual struct {
		vendorText
		Expected []int
		Actual   int
	}
	fieldStatusText struct {
		vendorText
		Status string
	}
	GenericOpenAPIError struct {
		vendorText
		error string //nolint:unused // read by reflection
	}
	fieldErrorText struct {
		vendorText
		error string //nolint:unused // not read
	}
	APIError struct {
		vendorText
		Code    int
		Message string
	}
	StatusCodeError struct {
		vendorText
		Code   int
		Status string
	}
	codeWithHeader struct {
		vendorText
		Code   int
		Header http.Header
	}
	codeBesideStatus struct {
		vendorText
		Code       int
		StatusCode int
		Response   string // a name alone does not make it a response
	}
	APIErrorOfStatus struct {
		vendorText
		Code   int
		Status int
	}
)

// Errors with other numbers in fields of such names.
type (
	codeAlone struct {
		vendorText
		Code    int
		Message string
	}
	grpcCode    uint32
	StatusError struct { // a code of gRPC, or another enumeration
		vendorText
		Code       grpcCode
		StatusCode grpcCode
		Status     grpcCode
	}
	SMTPError struct {
		vendorText
		Code       int
		StatusCode int
		Status     string
	}
	smtpOverHTTP struct {
		vendorText
		StatusCode int
		Header     http.Header
	}
	otherNames struct {
		vendorText
		ErrorCode, ErrCode, Errno, Number, ResultCode, Reason int
	}
	unexportedStatus struct {
		vendorText
		statusCode int //nolint:unused // not read
		status     int //nolint:unused // not read
	}
	actualAlone struct {
		vendorText
		Actual int
	}
	responseOfAnother struct {
		vendorText
		Response struct{ Code, Status int }
	}
)

func exampleResponse(status int) *http.Response {
	return &http.Response{
		StatusCode: status, Header: waits,
		Request: httptest.NewRequest(http.MethodPut, "https://api.example.com/v1/items/8841?key=x", http.NoBody),
	}
}

func TestFields(t *testing.T) {
	const endpoint = "https://api.example.com/v1/items/…"
	tests := map[string]struct {
		err      error
		want     int // 0: declined
		wait     time.Duration
		endpoint string
	}{
		"a response":                       {err: &fieldResponse{Response: exampleResponse(429)}, want: 429, wait: 7 * time.Second, endpoint: endpoint},
		"a response of another name":       {err: &fieldResp{Cause: exampleResponse(404)}, want: 404, wait: 7 * time.Second, endpoint: endpoint},
		"a response that is embedded":      {err: &embeddedResponse{Response: exampleResponse(429)}, want: 429, wait: 7 * time.Second, endpoint: endpoint},
		"a response below one of the SDK":  {err: &nestedResponse{response: &ownResponse{Response: exampleResponse(429)}}, want: 429, wait: 7 * time.Second},
		"a response of the SDK's":          {err: &restResponse{Resp: restAnswer{429, waits}}, want: 429, wait: 7 * time.Second},
		"no response":                      {err: &fieldResponse{}},
		"no response that is embedded":     {err: &embeddedResponse{}},
		"no response below one of the SDK": {err: &nestedResponse{response: &ownResponse{}}},
		"a response of a success":          {err: &fieldResponse{Response: exampleResponse(200)}},

		"StatusCode":                   {err: &fieldStatusCode{StatusCode: 404}, want: 404},
		"StatusCode of a success":      {err: fieldStatusCode{StatusCode: 299}},
		"StatusCode, none":             {err: &fieldStatusCode{}},
		"HttpStatusCode":               {err: &fieldHTTPStatusCode{HttpStatusCode: 422, Code: 404}, want: 422},
		"HTTPCode":                     {err: &fieldHTTPCode{HTTPCode: 500}, want: 500},
		"Status":                       {err: &fieldStatus{Status: 401}, want: 401},
		"Status, of a job":             {err: &fieldStatus{Status: 3}},
		"Status, of IPP":               {err: &fieldStatus{Status: 0x0406}},
		"Actual":                       {err: &fieldActual{Actual: 409}, want: 409},
		"Actual, of something else":    {err: &actualAlone{Actual: 409}},
		"Status in text":               {err: &fieldStatusText{Status: "503 Service Unavailable"}, want: 503},
		"Status without a phrase":      {err: &fieldStatusText{Status: "520 "}, want: 520},
		"Status that counts":           {err: &fieldStatusText{Status: "500 items failed"}},
		"Status in a longer number":    {err: &fieldStatusText{Status: "5031 x"}},
		"of a generator":               {err: &GenericOpenAPIError{error: "404 Not Found"}, want: 404},
		"of a generator, not decoded":  {err: &GenericOpenAPIError{error: "unexpected end of JSON input"}},
		"named error, not a generator": {err: &fieldErrorText{error: "404 Not Found"}},

		"Code of an APIError":              {err: &APIError{Code: 404}, want: 404},
		"Code of an APIError, of a vendor": {err: &APIError{Code: 460}},
		"Code of a StatusCodeError":        {err: &StatusCodeError{Code: 429}, want: 429},
		"Code beside a header":             {err: &codeWithHeader{Code: 429, Header: waits}, want: 429, wait: 7 * time.Second},
		"Code beside a StatusCode":         {err: &codeBesideStatus{Code: 404, StatusCode: 500}, want: 500},
		"Code beside a StatusCode of 0":    {err: &codeBesideStatus{Code: 404}},
		"Code beside a Status of 0":        {err: &APIErrorOfStatus{Code: 404}},

		"a code":                      {err: &codeAlone{Code: 404}},
		"an enumeration":              {err: &StatusError{Code: 404, StatusCode: 404, Status: 404}},
		"a reply of SMTP":             {err: &SMTPError{Code: 421, StatusCode: 421, Status: "421 Try later"}},
		"a reply of SMTP, in a field": {err: &textproto.Error{Code: 421, Msg: "Try later"}},
		"a program":                   {err: &exec.ExitError{}},
		"other names":                 {err: &otherNames{vendorText{}, 404, 404, 404, 404, 404, 404}},
		"unexported":                  {err: &unexportedStatus{statusCode: 404, status: 404}},
		"Response of another":         {err: &responseOfAnother{Response: struct{ Code, Status int }{404, 404}}},
		"mail over HTTP":              {err: &smtpOverHTTP{StatusCode: 421}, want: 421},

		"joined":                   {err: errors.Join(errors.New("x"), &fieldStatus{Status: 409}), want: 409},
		"the first of two":         {err: errors.Join(&fieldStatusCode{StatusCode: 200}, &fieldStatus{Status: 409}, &fieldStatus{Status: 500}), want: 409},
		"beside a lost connection": {err: errors.Join(&fieldStatus{Status: 409}, wrapURL(op("read", errors.New("x")))), want: 409},
		"an error of errand's":     {err: &struct{ embedsAdapted }{}},
		"a nil pointer":            {err: (*fieldStatus)(nil)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := httpadapter.Adapter{}.FromError(fmt.Errorf("call: %w", tt.err))
			if tt.want == 0 {
				require.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			rule := toolerr.StatusRuleOf(tt.want)
			assert.Equal(t, tt.want, te.StatusCode())
			assert.Equal(t, rule.Kind, te.Kind())
			assert.Equal(t, rule.CanRetry, te.CanRetry())
			assert.Equal(t, "_http", te.Service())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.endpoint, te.Extra().Endpoint)
			assert.NotContains(t, te.Error(), "vendor")
		})
	}
}

// Fields beside a method for the status, and several fields.
type (
	methodBesideField struct {
		withStatusCode
		StatusCodes    int
		HTTPStatusCode int
		ResponseHeader http.Header
		Request        *http.Request
		RequestID      string
	}
	vaultError struct {
		vendorText
		HTTPMethod, URL string
		StatusCode      int
	}
	mailgunError struct {
		vendorText
		StatusCode  int
		Method, URL string
	}
	RateLimitError struct {
		vendorText
		*limitDetails
	}
	limitDetails struct {
		RetryAfter time.Duration
		URL        string
	}
	RatelimitError struct {
		vendorText
		RetryAfter string
	}
	busyError struct {
		vendorText
		RetryAfter time.Duration
	}
	ResponseParameters struct{ RetryAfter int }
	APIErrorOfTelegram struct {
		vendorText
		Code int
		ResponseParameters
	}
	secondsOfWhom struct {
		vendorText
		StatusCode int
		RetryAfter int
	}
	waitAndHeader struct {
		vendorText
		StatusCode int
		RetryAfter time.Duration
		Header     http.Header
		QueryID    string
	}
)

func TestFieldsBesideTheStatus(t *testing.T) {
	of := func(err error) *toolerr.ToolRuntimeError { return httpadapter.Adapter{}.FromError(err) }
	waitOf := func(te *toolerr.ToolRuntimeError) time.Duration {
		require.NotNil(t, te)
		wait, _ := te.RetryAfter()
		return wait
	}

	te := of(&methodBesideField{
		withStatusCode: withStatusCode{failed{429}}, HTTPStatusCode: 500, ResponseHeader: waits,
		Request: exampleResponse(0).Request, RequestID: "field-1",
	})
	assert.Equal(t, 7*time.Second, waitOf(te), "the method has no header: the field has")
	assert.Equal(t, 429, te.StatusCode(), "a method comes before a field")
	assert.Equal(t, "field-1", te.Extra().RequestID)
	assert.Equal(t, "https://api.example.com/v1/items/…", te.Extra().Endpoint)
	assert.Nil(t, of(&methodBesideField{HTTPStatusCode: 500}), "the method decides")

	te = of(&vaultError{HTTPMethod: "PUT", URL: "https://vault.example/v1/pki/roles/a", StatusCode: 403})
	assert.True(t, te.IsAbout("PUT", "https://vault.example/v1/pki/roles/a"), "the exchange that was refused")
	te = of(&mailgunError{StatusCode: 404, Method: "GET", URL: "https://u:p@api.example.com/v3/domains/8841"})
	require.NotNil(t, te)
	assert.Equal(t, "https://api.example.com/v3/domains/…", te.Extra().Endpoint)

	te = of(&RateLimitError{limitDetails: &limitDetails{RetryAfter: 3 * time.Second}})
	assert.Equal(t, 3*time.Second, waitOf(te))
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.Zero(t, te.StatusCode(), "no error has a status")
	assert.True(t, te.CanRetry())
	assert.Equal(t, 4*time.Second, waitOf(of(&RatelimitError{RetryAfter: "4"})))
	assert.Nil(t, of(&RatelimitError{RetryAfter: "soon"}), "a name alone is not an answer")
	assert.Nil(t, of(&RateLimitError{}))
	assert.Nil(t, of(&RateLimitError{limitDetails: &limitDetails{RetryAfter: -1}}))
	assert.Nil(t, of(&busyError{RetryAfter: time.Second}), "not named for a rate limit")

	assert.Equal(t, 5*time.Second, waitOf(of(&APIErrorOfTelegram{Code: 429, ResponseParameters: ResponseParameters{5}})))
	assert.Zero(t, waitOf(of(&APIErrorOfTelegram{Code: 429, ResponseParameters: ResponseParameters{1 << 30}})), "not a wait")
	assert.Zero(t, waitOf(of(&secondsOfWhom{StatusCode: 429, RetryAfter: 5})), "seconds or milliseconds")

	te = of(&waitAndHeader{StatusCode: 403, RetryAfter: 9 * time.Second, Header: waits, QueryID: "q-1"})
	assert.Equal(t, 9*time.Second, waitOf(te), "a wait of the error itself comes before a header's")
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind(), "permissions do not come back by themselves")
	assert.Equal(t, "q-1", te.Extra().RequestID)
	assert.Equal(t, 24*time.Hour, waitOf(of(&waitAndHeader{StatusCode: 429, RetryAfter: 1 << 62})))
}

// An error that a transport returned is about its own exchange, such as that for a token.
func TestFieldsOfAnotherExchange(t *testing.T) {
	for _, inner := range []error{&fieldStatus{Status: 401}, &RateLimitError{limitDetails: &limitDetails{RetryAfter: time.Second}}} {
		te := httpadapter.Adapter{}.FromError(&url.Error{Op: "Get", URL: "http://h/", Err: inner})
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
		assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind())
	}
}

// Words of protocols are found only as whole words of a package's path or a type's name,
// and so are words of HTTP.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"HTTPStatusError": "http status error", "APIError": "api error", "ApiError": "api error", "RESTError": "rest error",
		"StatusCodeError": "status code error", "Error": "error", "telegram-bot-api": "telegram bot api", "amqp091-go": "amqp go",
		"github.com/emersion/go-smtp": "github com emersion go smtp", "Éxito": "éxito", "": "", "E": "e", "HTTP2": "http",
	} {
		assert.Equal(t, want, strings.Join(httpadapter.Words(name), " "), name)
	}
	for name, want := range map[string]bool{
		"github.com/rabbitmq/amqp091-go.Error": true, "github.com/emersion/go-smtp.SMTPError": true, "example.com/mail.SMTPError": true,
		"github.com/nats-io/nats.go.APIError": true, "github.com/ClickHouse/clickhouse-go/lib/proto.Exception": true,
		"github.com/jlaffaye/ftp.Error": true, "golang.org/x/crypto/ssh.ExitError": true,
		"github.com/michaelklishin/rabbit-hole.ErrorResponse": false, "github.com/mailgun/mailgun-go.Error": false,
		"example.com/shiftplan.Error": false, "example.com/natsuki.Error": false, "example.com/existing.Error": false,
	} {
		assert.Equal(t, want, httpadapter.CountsOther(name), name)
	}
	for name, want := range map[string]bool{
		"github.com/ovh/go-ovh/ovh.APIError": true, "github.com/go-telegram-bot-api/telegram-bot-api.Error": true,
		"github.com/hashicorp/consul/api.StatusError": true, "example.com/apiary.Error": false, "example.com/api/store.Error": false,
		"github.com/twmb/franz-go/pkg/kerr.Error": false, "go.mongodb.org/mongo-driver/mongo.CommandError": false,
		"github.com/docker/docker/pkg/jsonmessage.JSONError": false, "golang.org/x/exp/jsonrpc2.WireError": false,
	} {
		assert.Equal(t, want, httpadapter.NamedForHTTP(name), name)
	}
}

// Each row has all columns of the page and an SDK.
func TestFieldRules(t *testing.T) {
	var gives []string
	for _, r := range base.FieldRules {
		assert.NotEmpty(t, r.Form)
		assert.NotEmpty(t, r.Seen, "%v", r.Names)
		if !slices.Contains(gives, r.Gives) {
			gives = append(gives, r.Gives)
		}
	}
	assert.Len(t, gives, 8)
}

// The fields of a Go type are determined once, and an error of a type without such fields
// is not read further.
func TestTypesWithoutFieldsCostNothing(t *testing.T) {
	for name, err := range map[string]error{
		"no such field": &busyError{}, "another number": &codeAlone{Code: 404}, "no status": &fieldStatus{}, "no response": &fieldResponse{},
	} {
		assert.Zero(t, testing.AllocsPerRun(100, func() { _ = httpadapter.Adapter{}.FromError(err) }), name)
	}
	assert.False(t, httpadapter.HasLayout(reflect.TypeFor[*busyError]()))
	assert.False(t, httpadapter.HasLayout(reflect.TypeFor[*codeAlone]()))
	assert.True(t, httpadapter.HasLayout(reflect.TypeFor[*fieldStatus]()))
}
