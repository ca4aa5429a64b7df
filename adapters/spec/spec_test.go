package spec_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// AcmeError is the error of an invented client.
type AcmeError struct {
	Code, Type string
	Reasons    []Reason
	HTTPStatus int
	Header     http.Header
	Response   *http.Response
	ID, Method string
	URL        string
	Seconds    float64
	Foreign    bool
}

type Reason struct{ Word string }

func (*AcmeError) Error() string { return "acme: account 8841" }

// WrapError is an error that only wraps another one.
type WrapError struct{ Err error }

func (e *WrapError) Error() string { return "acme: " + e.Err.Error() }
func (e *WrapError) Unwrap() error { return e.Err }

// LimitError has neither code nor status: its type is enough.
type LimitError struct{ Wait time.Duration }

func (LimitError) Error() string { return "acme: slow down" }

// DecodeError is the error of a response that the client could not read.
type DecodeError struct{ Err error }

func (e *DecodeError) Error() string { return "acme: " + e.Err.Error() }
func (e *DecodeError) Unwrap() error { return e.Err }

// methodError is recognised by its method.
type methodError string

func (e methodError) Error() string { return "acme: " + string(e) }
func (e methodError) Acme() string  { return string(e) }

const source = "acme.example/errors"

var table = adapter.NewTable(
	"_acme", "Acme",
	adapter.Row{VendorCodes: []string{"slow_down", "slower"}, Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCode: "no_credit", Fact: toolerr.FactDailyLimit, Source: source},
	adapter.Row{VendorCode: "missing", Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "bad_key", Fact: toolerr.FactNotPermitted, Source: source},
	adapter.Row{VendorCode: "busy", Fact: toolerr.FactFailed, Source: source},
	adapter.Row{VendorCode: "bad", Fact: toolerr.FactRefused, Rule: toolerr.RuleRequired, Field: "name", Source: source},
	adapter.Row{VendorCode: "sealed", Fact: toolerr.FactFailed, Hint: toolerr.Msg("Acme is sealed."), Source: source},
	adapter.Row{VendorCode: "offline", Fact: toolerr.FactUnreachable, Unanswered: true, Source: source},
)

var acme = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{
			Types: []shape.Type{shape.TypeOf(AcmeError{})}, Codes: []string{"Code", "Reasons[].Word", "Type"},
			Status: "HTTPStatus", Header: "Header", Response: "Response", RequestID: "ID", Method: "Method", URL: "URL", Wait: "Seconds",
			Read: func(a *spec.Answer) bool {
				e, _ := a.Node.(*AcmeError)
				return e == nil || !e.Foreign
			},
		},
		{Types: []shape.Type{shape.TypeOf(WrapError{})}, Fallback: true},
		{Types: []shape.Type{shape.TypeOf(LimitError{})}, Code: "slow_down", Wait: "Wait"},
		{Types: []shape.Type{shape.TypeOf(DecodeError{})}, Unread: true},
		{Implements: []reflect.Type{reflect.TypeFor[interface{ Acme() string }]()}, Read: func(a *spec.Answer) bool {
			a.Codes, _ = shape.Call(a.Node, func(e interface{ Acme() string }) []string { return []string{e.Acme()} })
			return true
		}},
	},
	Text: func(e error) *spec.Answer {
		text := e.Error()
		switch digits, unread := strings.CutPrefix(text, "acme: not JSON: "); {
		case unread:
			status, ok := spec.ParseStatus(digits)
			if !ok {
				return nil
			}
			return &spec.Answer{Status: status, Unread: true}
		case text == "acme is offline":
			return &spec.Answer{Codes: []string{"offline"}}
		case strings.HasPrefix(text, "acme lost: "):
			return &spec.Answer{Lost: errors.Unwrap(e)}
		case text == "acme failed":
			return &spec.Answer{Fallback: true, Message: toolerr.Msg("Acme failed.")}
		}
		return nil
	},
	Body: func(body []byte) any {
		b := spec.JSON[struct{ Error *fields }](body)
		if b.Error == nil {
			return nil
		}
		return *b.Error
	},
	CodeHeader: "X-Acme-Code", FailsWith2xx: true,
	Hosts: []string{"acme.example"}, Tenants: []string{"apps"}, Headers: []string{"x-acme-id", "Server: Acme"},
	Form:     func(_ http.Header, body []byte) bool { return strings.HasPrefix(string(body), `{"acme":`) },
	Statuses: map[int]string{503: "sealed"}, Weak: []string{"bad"}, RetryHeader: "X-Should-Retry",
	Refine: func(a *spec.Answer) {
		if a.Status == 418 {
			a.Kind = toolerr.KindUpstreamValidationError
			a.Add(toolerr.WithHint(toolerr.Msg("Make tea.")))
		}
	},
})

// Fields that AcmeError and a response have in common.
type fields struct {
	Code, Type string
	Reasons    []Reason
	Seconds    float64
}

func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

// want is what a case is compared by.
type want struct {
	kind   toolerr.Kind
	retry  bool
	status int
	wait   time.Duration // -1 is none
	listed string        // the code for the agent
	sent   string        // the code in the report
	effect toolerr.Effect
}

func check(t *testing.T, te *toolerr.ToolRuntimeError, w want) {
	t.Helper()
	require.NotNil(t, te)
	got := want{te.Kind(), te.CanRetry(), te.StatusCode(), -1, te.VendorCode(), te.Extra().VendorCode, te.Effect()}
	if wait, ok := te.RetryAfter(); ok {
		got.wait = wait
	}
	assert.Equal(t, w, got)
	assert.Equal(t, "_acme", te.Service())
	assert.NotContains(t, te.Payload().String(), "8841")
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
	never   = time.Duration(-1)
)

func TestFromError(t *testing.T) {
	soon, reset := header("Retry-After", "7"), header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "9")
	for name, tt := range map[string]struct {
		err  error
		want want
	}{
		"a code beats the status":             {&AcmeError{Code: "missing", HTTPStatus: 500}, want{toolerr.KindUpstreamNotFound, false, 500, never, "missing", "missing", none}},
		"the first listed code decides":       {&AcmeError{Code: "x", Type: "missing", HTTPStatus: 400}, want{toolerr.KindUpstreamNotFound, false, 400, never, "missing", "x", none}},
		"codes of a list":                     {&AcmeError{Reasons: []Reason{{"x"}, {"busy"}}, Type: "missing"}, want{toolerr.KindUpstreamServerError, true, 0, never, "busy", "x", unknown}},
		"an unlisted code":                    {&AcmeError{Code: "x", HTTPStatus: 404}, want{toolerr.KindUpstreamNotFound, false, 404, never, "", "x", none}},
		"no code and no status":               {&AcmeError{}, want{toolerr.KindUpstreamUnmapped, false, 0, never, "", "", unknown}},
		"a status of a success":               {&AcmeError{Code: "busy", HTTPStatus: 200}, want{toolerr.KindUpstreamServerError, true, 0, never, "busy", "busy", unknown}},
		"an invalid status":                   {&AcmeError{HTTPStatus: 1000}, want{toolerr.KindUpstreamUnmapped, false, 0, never, "", "", unknown}},
		"a status of the vendor's own":        {&AcmeError{HTTPStatus: 503}, want{toolerr.KindUpstreamServerError, true, 503, never, "sealed", "sealed", unknown}},
		"a code beside such a status":         {&AcmeError{Code: "busy", HTTPStatus: 503}, want{toolerr.KindUpstreamServerError, true, 503, never, "busy", "busy", unknown}},
		"a weak code and its status":          {&AcmeError{Code: "bad", HTTPStatus: 404}, want{toolerr.KindUpstreamNotFound, false, 404, never, "", "bad", none}},
		"a weak code and 400":                 {&AcmeError{Code: "bad", HTTPStatus: 400}, want{toolerr.KindUpstreamBadRequest, false, 400, never, "bad", "bad", none}},
		"a weak code alone":                   {&AcmeError{Code: "bad"}, want{toolerr.KindUpstreamBadRequest, false, 0, never, "bad", "bad", none}},
		"a code that only the client reports": {&AcmeError{Code: "offline", HTTPStatus: 400}, want{toolerr.KindUpstreamBadRequest, false, 400, never, "", "offline", none}},
		"a wait":                              {&AcmeError{Code: "busy", HTTPStatus: 503, Header: soon}, want{toolerr.KindUpstreamServerError, true, 503, 7 * time.Second, "busy", "busy", none}},
		"a wait of the error itself":          {&AcmeError{Code: "busy", Seconds: 1.5, HTTPStatus: 500, Header: soon}, want{toolerr.KindUpstreamServerError, true, 500, 1500 * time.Millisecond, "busy", "busy", unknown}},
		"a very long wait":                    {&AcmeError{Code: "busy", Seconds: 1e99}, want{toolerr.KindUpstreamServerError, true, 0, 24 * time.Hour, "busy", "busy", unknown}},
		"a wait without a retry":              {&AcmeError{Code: "missing", HTTPStatus: 404, Header: soon}, want{toolerr.KindUpstreamNotFound, false, 404, never, "missing", "missing", none}},
		"a wait and a row without retry":      {&AcmeError{Code: "no_credit", HTTPStatus: 429, Header: soon, Seconds: 3}, want{toolerr.KindUpstreamRateLimit, false, 429, never, "no_credit", "no_credit", none}},
		"a wait with a success":               {&AcmeError{Code: "slow_down", HTTPStatus: 200, Header: soon}, want{toolerr.KindUpstreamRateLimit, true, 0, never, "slow_down", "slow_down", none}},
		"a 403 with a wait":                   {&AcmeError{HTTPStatus: 403, Seconds: 2}, want{toolerr.KindUpstreamRateLimit, true, 403, 2 * time.Second, "", "", none}},
		"a reset of a rate limit":             {&AcmeError{Code: "slower", HTTPStatus: 400, Header: reset}, want{toolerr.KindUpstreamRateLimit, true, 400, 9 * time.Second, "slower", "slower", none}},
		"a reset of something else":           {&AcmeError{Code: "busy", HTTPStatus: 500, Header: reset}, want{toolerr.KindUpstreamServerError, true, 500, never, "busy", "busy", unknown}},
		"the service forbids a retry":         {&AcmeError{Code: "busy", HTTPStatus: 500, Header: header("X-Should-Retry", "false", "Retry-After", "7")}, want{toolerr.KindUpstreamServerError, false, 500, never, "busy", "busy", unknown}},
		"the service allows one":              {&AcmeError{Code: "x", HTTPStatus: 409, Header: header("X-Should-Retry", "true")}, want{toolerr.KindUpstreamBadRequest, true, 409, never, "", "x", none}},
		"but not with the same key":           {&AcmeError{Code: "bad_key", HTTPStatus: 401, Header: header("X-Should-Retry", "true")}, want{toolerr.KindUpstreamAuthError, false, 401, never, "bad_key", "bad_key", none}},
		"nor without credit":                  {&AcmeError{Code: "no_credit", HTTPStatus: 429, Header: header("X-Should-Retry", "true")}, want{toolerr.KindUpstreamRateLimit, false, 429, never, "no_credit", "no_credit", none}},
		"advice beside a success":             {&AcmeError{Code: "busy", HTTPStatus: 200, Header: header("X-Should-Retry", "false")}, want{toolerr.KindUpstreamServerError, true, 0, never, "busy", "busy", unknown}},
		"a type alone":                        {LimitError{}, want{toolerr.KindUpstreamRateLimit, true, 0, never, "slow_down", "slow_down", none}},
		"a wait that is a duration":           {&LimitError{12 * time.Second}, want{toolerr.KindUpstreamRateLimit, true, 0, 12 * time.Second, "slow_down", "slow_down", none}},
		"a very long duration":                {&LimitError{1e6 * time.Hour}, want{toolerr.KindUpstreamRateLimit, true, 0, 24 * time.Hour, "slow_down", "slow_down", none}},
		"a negative duration":                 {&LimitError{-time.Second}, want{toolerr.KindUpstreamRateLimit, true, 0, never, "slow_down", "slow_down", none}},
		"a wrapper":                           {&WrapError{errors.New("x")}, want{toolerr.KindUpstreamUnmapped, false, 0, never, "", "", unknown}},
		"what a wrapper wraps":                {&WrapError{&AcmeError{Code: "missing"}}, want{toolerr.KindUpstreamNotFound, false, 0, never, "missing", "missing", none}},
		"a text":                              {fmt.Errorf("a: %w", errors.New("acme is offline")), want{toolerr.KindNetworkTransportUnreachable, true, 0, never, "offline", "", none}},
		"an unreadable answer":                {errors.New("acme: not JSON: 502"), want{toolerr.KindUpstreamServerError, true, 502, never, "", "", unknown}},
		"an unreadable success":               {errors.New("acme: not JSON: 200"), want{toolerr.KindNetworkTransportUnmapped, true, 0, never, "", "", unknown}},
		"what a client cannot decode":         {&DecodeError{errors.New("x")}, want{toolerr.KindNetworkTransportUnmapped, true, 0, never, "", "", unknown}},
		"a method":                            {methodError("busy"), want{toolerr.KindUpstreamServerError, true, 0, never, "busy", "busy", unknown}},
		"a text that may be wrapped":          {errors.Join(errors.New("acme failed"), methodError("busy")), want{toolerr.KindUpstreamServerError, true, 0, never, "busy", "busy", unknown}},
		"such a text alone":                   {errors.New("acme failed"), want{toolerr.KindUpstreamUnmapped, false, 0, never, "", "", unknown}},
		"a lost exchange":                     {fmt.Errorf("acme lost: %w", &net.OpError{Op: "dial", Err: io.EOF}), want{toolerr.KindNetworkTransportUnreachable, true, 0, never, "", "", none}},
		"an answer beside it":                 {errors.Join(fmt.Errorf("acme lost: %w", io.EOF), methodError("busy")), want{toolerr.KindUpstreamServerError, true, 0, never, "busy", "busy", unknown}},
		"a refinement":                        {&AcmeError{Code: "x", HTTPStatus: 418}, want{toolerr.KindUpstreamValidationError, false, 418, never, "", "x", none}},
		"an error that is not Acme's":         {errors.Join(&AcmeError{Foreign: true, Code: "busy"}, &AcmeError{Code: "missing"}), want{toolerr.KindUpstreamNotFound, false, 0, never, "missing", "missing", none}},
		"a status in the response":            {&AcmeError{Response: &http.Response{StatusCode: 429, Header: soon}}, want{toolerr.KindUpstreamRateLimit, true, 429, 7 * time.Second, "", "", none}},
		"a status beside the response":        {&AcmeError{HTTPStatus: 404, Response: &http.Response{StatusCode: 500}}, want{toolerr.KindUpstreamNotFound, false, 404, never, "", "", none}},
	} {
		t.Run(name, func(t *testing.T) {
			err := fmt.Errorf("tool: %w", tt.err)
			te := acme.FromError(err)
			check(t, te, tt.want)
			require.ErrorIs(t, te, err)
			assert.Same(t, err, te.Cause())
		})
	}
}

func TestExtra(t *testing.T) {
	request := httptest.NewRequest(http.MethodPost, "https://api.acme.example/v1/things?key=8841", http.NoBody)
	for name, tt := range map[string]struct {
		err  *AcmeError
		want toolerr.Extra
	}{
		"of fields":   {&AcmeError{ID: "r1", Method: "PUT", URL: "https://u:8841@acme.example/v1/things?key=8841", Header: header("X-Request-Id", "r2")}, toolerr.Extra{RequestID: "r1", HTTPMethod: "PUT", Endpoint: "https://acme.example/v1/things"}},
		"of headers":  {&AcmeError{HTTPStatus: 500, Header: header("X-Request-Id", "r2")}, toolerr.Extra{RequestID: "r2"}},
		"of a listed": {&AcmeError{Code: "busy", Header: header("X-Request-Id", "r2")}, toolerr.Extra{RequestID: "r2", VendorCode: "busy"}},
		"of response": {&AcmeError{Response: &http.Response{StatusCode: 500, Request: request}}, toolerr.Extra{HTTPMethod: "POST", Endpoint: "https://api.acme.example/v1/things"}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.want.Service, tt.want.GoType = "_acme", "*spec_test.AcmeError"
			assert.Equal(t, tt.want, acme.FromError(tt.err).Extra())
		})
	}
}

// If the client's error has no request, net/http's may have it.
func TestExtraOfTheExchange(t *testing.T) {
	const asked = "https://api.acme.example/v1/things"
	exchange := func(op string, err error) error { return &url.Error{Op: op, URL: asked + "?key=8841", Err: err} }
	own := &AcmeError{Method: "PUT", URL: "https://acme.example/"}
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"around the client's error": {exchange("Post", &AcmeError{}), "POST " + asked},
		"beside it":                 {errors.Join(&AcmeError{}, exchange("Get", io.EOF)), "GET " + asked},
		"of its own":                {exchange("Post", own), "PUT https://acme.example/"},
		"a URL that does not parse": {exchange("parse", &AcmeError{}), " "},
		"none":                      {&AcmeError{}, " "},
	} {
		t.Run(name, func(t *testing.T) {
			x := acme.FromError(tt.err).Extra()
			assert.Equal(t, tt.want, x.HTTPMethod+" "+x.Endpoint)
		})
	}
}

func TestMessages(t *testing.T) {
	assert.Equal(t, "Acme failed.", acme.FromError(errors.New("acme failed")).Error())
	assert.Equal(t, "Upstream Acme request failed (unexpected answer).", acme.FromError(&AcmeError{}).Error())
}

func TestDeclines(t *testing.T) {
	for name, err := range map[string]error{
		"nil": nil, "a text": errors.New("acme"), "a wrapped text": fmt.Errorf("a: %w", io.EOF), "a typed nil": (*AcmeError)(nil),
		"a response that broke off": &DecodeError{&net.OpError{Op: "read", Err: io.ErrUnexpectedEOF}},
		"not Acme's after all":      &AcmeError{Foreign: true, Code: "busy"}, "a plain response": plain("https://example.com/", 500, nil, `{"error":{"code":"busy"}}`),
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, acme.FromError(err)) })
	}
}

// plain returns the error of a response for a program that uses only net/http.
func plain(url string, status int, h http.Header, body string) error {
	return httpadapter.CheckResponse(&http.Response{
		StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest(http.MethodGet, url, http.NoBody),
	})
}

// carrier is an error of another library that carries a response.
type carrier struct {
	status int
	header http.Header
	body   string
}

func (c *carrier) Error() string       { return "refused" }
func (c *carrier) StatusCode() int     { return c.status }
func (c *carrier) Header() http.Header { return c.header }
func (c *carrier) Body() []byte        { return []byte(c.body) }

func TestPlainResponses(t *testing.T) {
	const busy = `{"error":{"code":"busy","seconds":3}}`
	for name, tt := range map[string]struct {
		err    error
		listed string
	}{
		"by the host":           {plain("https://acme.example/v1", 400, nil, busy), "busy"},
		"by a similar name":     {plain("https://myapps.acme.example/v1", 400, nil, busy), "busy"},
		"by a subdomain":        {plain("https://API.Acme.Example.:443/v1", 400, nil, busy), "busy"},
		"by a header":           {plain("https://gateway.example/v1", 400, header("X-Acme-Id", "1"), busy), "busy"},
		"by a header's value":   {plain("https://gateway.example/v1", 400, header("Server", "Acme/2"), busy), "busy"},
		"by the form":           {plain("https://gateway.example/v1", 400, nil, `{"acme":1,"error":{"code":"busy"}}`), "busy"},
		"by another library":    {&carrier{400, header("X-Acme-Id", "1"), busy}, "busy"},
		"a code in a header":    {plain("https://acme.example/v1", 400, header("X-Acme-Code", "missing"), busy), "missing"},
		"a status of its own":   {plain("https://acme.example/v1", 503, nil, "<html>"), "sealed"},
		"a page of a proxy":     {plain("https://acme.example/v1", 502, nil, "<html>"), ""},
		"a body of other types": {plain("https://acme.example/v1", 502, nil, `{"error":{"code":7,"type":"busy"}}`), "busy"},
	} {
		t.Run(name, func(t *testing.T) {
			te := acme.FromError(fmt.Errorf("tool: %w", tt.err))
			require.NotNil(t, te)
			assert.Equal(t, tt.listed, te.VendorCode())
			assert.Equal(t, "_acme", te.Service())
		})
	}
	for name, err := range map[string]error{
		"a customer's":     plain("https://shop.apps.eu.acme.example/v1", 400, nil, busy),
		"another domain":   plain("https://notacme.example/v1", 400, nil, busy),
		"a longer domain":  plain("https://acme.example.com/v1", 400, nil, busy),
		"another value":    plain("https://gateway.example/v1", 400, header("Server", "nginx"), busy),
		"a similar header": plain("https://gateway.example/v1", 400, header("X-Acme-Ids", "1"), busy),
		"no header at all": &carrier{400, nil, busy},
		"a success":        &carrier{200, header("X-Acme-Id", "1"), busy},
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, acme.FromError(err)) })
	}
}

func TestFromAnswer(t *testing.T) {
	cause := errors.New("cause")
	te := acme.FromAnswer(cause, 429, header("Retry-After", "4"), []byte(`{"error":{"code":"x","reasons":[{"word":"slow_down"}]}}`),
		toolerr.WithEndpoint("GET", "https://acme.example/v1"), toolerr.WithHint(toolerr.Msg("Last.")))
	check(t, te, want{toolerr.KindUpstreamRateLimit, true, 429, 4 * time.Second, "slow_down", "x", none})
	require.ErrorIs(t, te, cause)
	assert.Equal(t, "Last.", te.Hint().String())
	assert.Equal(t, "https://acme.example/v1", te.Extra().Endpoint)
	assert.Equal(t, "Last.", acme.FromAnswer(cause, 418, nil, nil, toolerr.WithHint(toolerr.Msg("Last."))).Hint().String(), "options win over a refinement")

	check(t, acme.FromAnswer(cause, 200, nil, []byte(`{"error":{"code":"missing"}}`)), want{toolerr.KindUpstreamNotFound, false, 0, never, "missing", "missing", none})
	check(t, acme.FromAnswer(cause, 204, header("X-Acme-Code", "missing"), nil), want{toolerr.KindUpstreamNotFound, false, 0, never, "missing", "missing", none})
	for _, body := range []string{"", "{}", "null", "[]", `{"error":null}`, "<html>"} {
		assert.Nil(t, acme.FromAnswer(cause, 200, nil, []byte(body)), body)
	}
	bare := spec.New(spec.Spec{Table: table})
	assert.Nil(t, bare.FromAnswer(cause, 200, header("X-Acme-Code", "missing"), []byte(`{"error":{"code":"missing"}}`)))
	check(t, bare.FromAnswer(cause, 404, nil, nil), want{toolerr.KindUpstreamNotFound, false, 404, never, "", "", none})
}

func TestRecognise(t *testing.T) {
	assert.Equal(t, "the host is acme.example or below it", acme.Recognise("eu.acme.example", nil, nil))
	assert.Equal(t, "the response has the header X-Acme-Id", acme.Recognise("", header("X-Acme-Id", "1"), nil))
	assert.Equal(t, "the body has a form that no other service's has", acme.Recognise("", nil, []byte(`{"acme":1}`)))
	assert.Empty(t, acme.Recognise("example.com", header("X-Request-Id", "1"), []byte(`{}`)))
}

// Tree reads several errors together, and has precedence over Errors.
func TestTree(t *testing.T) {
	shop := spec.New(spec.Spec{
		Table:  table,
		Errors: []spec.Error{{Types: []shape.Type{shape.TypeOf(AcmeError{})}, Codes: []string{"Code"}}},
		Tree: func(err error) *spec.Answer {
			var lost *WrapError
			var limit LimitError
			if !errors.As(err, &lost) || !errors.As(err, &limit) {
				return nil
			}
			return &spec.Answer{Node: lost, Codes: []string{"offline"}}
		},
	})
	lost := &WrapError{LimitError{}}
	te := shop.FromError(errors.Join(&AcmeError{Code: "missing"}, lost))
	check(t, te, want{toolerr.KindNetworkTransportUnreachable, true, 0, never, "offline", "", none})
	require.ErrorIs(t, te, lost)
	assert.Equal(t, "*spec_test.WrapError", te.Extra().GoType)
	check(t, shop.FromError(&AcmeError{Code: "missing"}), want{toolerr.KindUpstreamNotFound, false, 0, never, "missing", "missing", none})
	assert.Nil(t, shop.FromError(&WrapError{io.EOF}))
}

func TestImitate(t *testing.T) {
	type OtherError struct{ *AcmeError }
	other := OtherError{&AcmeError{Code: "missing"}}
	imitated := acme.Imitate(shape.TypeOf(AcmeError{}), shape.TypeOf(other))
	assert.Equal(t, "missing", imitated.FromError(other).VendorCode())
	assert.Nil(t, acme.FromError(other), "a copy was changed")
	assert.Nil(t, imitated.FromError(other.AcmeError), "the stand-in takes its place")
}

func TestNewPanics(t *testing.T) {
	for name, s := range map[string]spec.Spec{
		"a status": {Table: table, Statuses: map[int]string{500: "x"}},
		"weak":     {Table: table, Weak: []string{"x"}},
		"a type":   {Table: table, Errors: []spec.Error{{Code: "x"}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.PanicsWithValue(t, "spec: the table of _acme does not list x", func() { spec.New(s) })
		})
	}
	decode := func([]byte) any { return fields{Code: "busy"} }
	assert.Panics(t, func() { spec.New(spec.Spec{Table: table, Body: decode}) })
	untyped := spec.New(spec.Spec{Table: table, Body: decode, Errors: []spec.Error{{Codes: []string{"Code"}}}})
	assert.Equal(t, "busy", untyped.FromAnswer(nil, 500, nil, nil).VendorCode())
}

// The paths are checked with errors whose types are imported. One of them may have the field.
func TestValues(t *testing.T) {
	for path, want := range map[string]string{
		"Code": "", "Header": "",
		"Reason": "spec: _acme: no field Reason in spec_test.AcmeError, which has ",
	} {
		s := spec.Spec{Table: table, Errors: []spec.Error{{Values: []error{LimitError{}, &AcmeError{}}, Codes: []string{path}}}}
		if want == "" {
			assert.NotPanics(t, func() { spec.New(s) }, path)
			continue
		}
		message := fmt.Sprint(panicOf(func() { spec.New(s) }))
		assert.Contains(t, message, want)
	}
	by := spec.New(spec.Spec{Table: table, Errors: []spec.Error{{Values: []error{&AcmeError{}}, Codes: []string{"Code"}}}})
	assert.Equal(t, "missing", by.FromError(&AcmeError{Code: "missing"}).VendorCode())
	assert.True(t, by.Spec().Errors[0].Matches(reflect.TypeFor[AcmeError]()))
	assert.Nil(t, by.FromError(LimitError{}))
}

func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestBodies(t *testing.T) {
	type element struct{ Code string }
	assert.Equal(t, element{"x"}, spec.JSON[element]([]byte(` {"code":"x","Code":7}`)))
	for _, body := range []string{"", "x", "{\"code\":\"x\"", strings.Repeat(" ", 1<<20) + `{"code":"x"}`} {
		assert.Zero(t, spec.JSON[element]([]byte(body)), body[:min(len(body), 30)])
	}
}

func TestXML(t *testing.T) {
	paths := []string{"Code", "Error>Code", "Errors>Error>Code"}
	tests := map[string]struct {
		body  string
		root  string
		texts []string
	}{
		"below the root":     {` <Error><Code>x</Code></Error>`, "Error", []string{"x", "", ""}},
		"deeper":             {`<R><Error><Code>x</Code></Error><Errors><Error><Code>y</Code></Error></Errors></R>`, "R", []string{"", "x", "y"}},
		"too deep":           {`<R><a><Error><Code>x</Code></Error></a></R>`, "R", []string{"", "", ""}},
		"a declaration":      {`<?xml version="1.0" encoding="UTF-8"?><!-- c --><Error><Code>x</Code></Error>`, "Error", []string{"x", "", ""}},
		"a namespace":        {`<e:Error xmlns:e="u"><e:Code>x</e:Code></e:Error>`, "Error", []string{"x", "", ""}},
		"an entity":          {`<Error><Code>a&amp;<![CDATA[<b>]]></Code></Error>`, "Error", []string{"a&<b>", "", ""}},
		"text in two parts":  {`<Error><Code>a<!-- c -->b<i>no</i>c</Code></Error>`, "Error", []string{"abc", "", ""}},
		"the last one":       {`<Error><Code>x</Code><Code>y</Code></Error>`, "Error", []string{"y", "", ""}},
		"the last one empty": {`<Error><Code>x</Code><Code/></Error>`, "Error", []string{"", "", ""}},
		"text behind it":     {`<Error><Code>x</Code></Error>rest`, "Error", []string{"x", "", ""}},
		"the root's text":    {`<Code>x</Code>`, "Code", []string{"", "", ""}},
		"cut short":          {`<Error><Code>x</Code>`, "", []string{"", "", ""}},
		"crossed":            {`<Error><Code>x</Error></Code>`, "", []string{"", "", ""}},
		"another encoding":   {`<?xml version="1.0" encoding="latin1"?><Error><Code>x</Code></Error>`, "", []string{"", "", ""}},
		"no element":         {`<!-- c -->`, "", []string{"", "", ""}},
		"text before it":     {`x<Error><Code>x</Code></Error>`, "", []string{"", "", ""}},
		"too long":           {strings.Repeat(" ", 1<<20) + `<Error><Code>x</Code></Error>`, "", []string{"", "", ""}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root, texts := spec.XML([]byte(tt.body), paths...)
			assert.Equal(t, tt.root, root)
			assert.Equal(t, tt.texts, texts)
		})
	}
}

func TestParseStatus(t *testing.T) {
	for digits, want := range map[string]int{"502": 502, "100": 100, "999": 999, "099": 0, "50": 0, "5022": 0, "5x2": 0, "-50": 0, "": 0} {
		status, ok := spec.ParseStatus(digits)
		assert.Equal(t, want, status, digits)
		assert.Equal(t, want != 0, ok, digits)
	}
}

// The input is a server's response.
func FuzzFromAnswer(f *testing.F) {
	f.Add(429, "Retry-After", "3", []byte(`{"error":{"code":"slow_down","seconds":1e99}}`))
	f.Add(200, "X-Acme-Code", "missing", []byte(`{"error":{"reasons":[null,{"word":"busy"}]}}`))
	f.Add(-1, "X-Should-Retry", "true", []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, name, value string, body []byte) {
		te := acme.FromAnswer(errors.New("x"), status, http.Header{http.CanonicalHeaderKey(name): {value}}, body)
		if te == nil {
			assert.Less(t, status, 300)
			return
		}
		assert.Equal(t, "_acme", te.Service())
		if wait, ok := te.RetryAfter(); ok {
			assert.LessOrEqual(t, wait, 24*time.Hour)
			assert.GreaterOrEqual(t, wait, time.Duration(0))
		}
	})
}
