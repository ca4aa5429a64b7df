package graphqladapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := graphqladapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_graphql", te.Service())
	payload := te.Payload().String()
	assert.Empty(t, faults.Planted().Find(payload), payload)
	assert.Empty(t, faults.Planted().FindCredentials(te.DeveloperMessage()))
	return te
}

// refuse returns the client's error for a response.
func refuse(t *testing.T, status int, body string) error {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	err := call(t.Context(), s.Client(), s.URL)
	require.Error(t, err)
	return err
}

func coded(codes ...string) string {
	var all []string
	for _, code := range codes {
		all = append(all, `{"message":"`+faults.CanaryMessage+`","extensions":{"code":"`+code+`","stacktrace":["`+faults.CanaryBody+`"]}}`)
	}
	return `{"errors":[` + strings.Join(all, ",") + `]}`
}

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	unmapped    = toolerr.KindUpstreamUnmapped

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

func TestAnswers(t *testing.T) {
	inField := `{"errors":[{"message":"x","path":["mutate","0"],"extensions":{"code":"BAD_USER_INPUT"}}]}`
	tests := map[string]struct {
		status int
		body   string
		kind   toolerr.Kind
		effect toolerr.Effect
		code   string
		seen   string // the code in the report if the agent sees none
	}{
		"a caller":                     {200, coded("UNAUTHENTICATED"), authError, none, "UNAUTHENTICATED", ""},
		"a value":                      {200, coded("BAD_USER_INPUT"), validation, none, "BAD_USER_INPUT", ""},
		"a value of a field":           {200, inField, validation, unknown, "BAD_USER_INPUT", ""},
		"a limit":                      {200, coded("THROTTLED"), rateLimit, none, "THROTTLED", ""},
		"a failure":                    {200, coded("INTERNAL_SERVER_ERROR"), serverError, unknown, "INTERNAL_SERVER_ERROR", ""},
		"no code":                      {200, `{"errors":[{"message":"` + faults.CanaryMessage + `"}]}`, unmapped, unknown, "", ""},
		"no code, and a type":          {200, `{"errors":[{"message":"x","type":"NOT_FOUND"}]}`, unmapped, unknown, "", ""},
		"a number for a code":          {200, `{"errors":[{"message":"x","extensions":{"code":403}}]}`, authError, none, "", ""},
		"an unknown code":              {200, coded(faults.CanaryCode), unmapped, unknown, "", faults.CanaryCode},
		"auth before rate":             {200, coded("THROTTLED", "FORBIDDEN"), authError, none, "FORBIDDEN", ""},
		"rate before values":           {200, coded("BAD_USER_INPUT", "RATE_LIMITED"), rateLimit, none, "RATE_LIMITED", ""},
		"values before not found":      {200, coded("NOT_FOUND", "GRAPHQL_PARSE_FAILED"), validation, none, "GRAPHQL_PARSE_FAILED", ""},
		"not found before failures":    {200, coded("INTERNAL_SERVER_ERROR", "NOT_FOUND"), notFound, unknown, "NOT_FOUND", ""},
		"a limit beside a failure":     {200, coded("THROTTLED", "INTERNAL_SERVER_ERROR"), rateLimit, unknown, "THROTTLED", ""},
		"a limit beside an unknown":    {200, coded("x", "THROTTLED"), rateLimit, unknown, "THROTTLED", ""},
		"a limit beside no code":       {200, `{"errors":[{"message":"x","extensions":{"code":"THROTTLED"}},{"message":"x"}]}`, rateLimit, unknown, "THROTTLED", ""},
		"a limit beside a limit":       {200, coded("THROTTLED", "RATE_LIMITED"), rateLimit, none, "THROTTLED", ""},
		"a query beside a failure":     {200, coded("PERSISTED_QUERY_NOT_FOUND", "INTERNAL_SERVER_ERROR"), toolerr.KindToolRetry, unknown, "PERSISTED_QUERY_NOT_FOUND", ""},
		"the first of two equal kinds": {200, coded("access-denied", "FORBIDDEN"), authError, none, "access-denied", ""},
		"known before unknown":         {200, coded("x", "NOT_FOUND"), notFound, unknown, "NOT_FOUND", ""},
		"a status":                     {502, "<html>" + faults.CanaryBody, serverError, unknown, "", ""},
		"a status, and its code":       {400, coded("GRAPHQL_VALIDATION_FAILED"), validation, none, "GRAPHQL_VALIDATION_FAILED", ""},
		"a status, and nothing else":   {400, `{}`, badRequest, none, "", ""},
		"a code before the status":     {500, coded("UNAUTHENTICATED"), authError, none, "UNAUTHENTICATED", ""},
		"a 401, and a failure":         {401, coded("INTERNAL_SERVER_ERROR"), authError, none, "", "INTERNAL_SERVER_ERROR"},
		"a 429":                        {429, "slow", rateLimit, none, "", ""},
		"a 429, and a failure":         {429, coded("unexpected"), rateLimit, none, "", "unexpected"},
		"a 403 that is a limit":        {403, coded("RATE_LIMITED"), rateLimit, none, "RATE_LIMITED", ""},
		"a status, an unknown code":    {422, coded(faults.CanaryCode), validation, none, "", faults.CanaryCode},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("tool: %w", refuse(t, tt.status, tt.body)))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.kind.CanRetry(), te.CanRetry())
			assert.Equal(t, tt.effect, te.Effect())
			assert.Equal(t, tt.code, te.VendorCode())
			if tt.seen != "" {
				assert.Equal(t, tt.seen, te.Extra().VendorCode)
			}
			status := tt.status
			if status == 200 {
				status = 0
			}
			assert.Equal(t, status, te.StatusCode())
		})
	}
}

func TestClients(t *testing.T) {
	code := map[string]any{"code": "NOT_FOUND"}
	one := &Single{Extensions: code}
	request := func(inner error) error {
		return Errors{{Extensions: map[string]any{"code": "request_error"}, err: inner}}
	}
	tests := map[string]struct {
		err    error
		kind   toolerr.Kind
		status int
		code   string
	}{
		"gqlerror":                  {one, notFound, 0, "NOT_FOUND"},
		"gqlerror, with a nil":      {List{nil, one}, notFound, 0, "NOT_FOUND"},
		"gqlerror, with sources":    {&SingleWithSources{Extensions: code}, notFound, 0, "NOT_FOUND"},
		"gqlerror, a list of those": {SourceList{{Extensions: code}}, notFound, 0, "NOT_FOUND"},
		"hasura":                    {Errors{{}, {Extensions: code}}, notFound, 0, "NOT_FOUND"},
		"hasura, one":               {Error{Extensions: code}, notFound, 0, "NOT_FOUND"},
		"hasura, a status":          {request(NetworkError{503, "<html>"}), serverError, 503, ""},
		"hasura, a status alone":    {NetworkError{404, ""}, notFound, 404, ""},
		"hasura, a status, a body":  {request(NetworkError{400, coded("FORBIDDEN")}), authError, 400, "FORBIDDEN"},
		"hasura, a body with types": {request(NetworkError{400, `{"errors":[{"type":"NOT_FOUND","path":["a"]}]}`}), notFound, 400, "NOT_FOUND"},
		"hasura, a large body":      {request(NetworkError{400, coded("FORBIDDEN") + strings.Repeat(" ", 1<<20)}), badRequest, 400, ""},
		"hasura, a redirect":        {request(errors.New("invalid HTTP status code: 302 302 Found")), unmapped, 0, ""},
		"hasura, not JSON":          {Errors{{Extensions: map[string]any{"code": "json_decode_error"}, err: &json.SyntaxError{}}}, unmapped, 0, ""},
		"hasura, a bad variable":    {Errors{{Extensions: map[string]any{"code": "graphql_encode_error"}, err: &json.UnsupportedTypeError{}}}, toolerr.KindToolFatal, 0, ""},
		"hasura, a bad struct":      {Errors{{Extensions: map[string]any{"code": "graphql_decode_error"}, err: errors.New("x")}}, toolerr.KindToolFatal, 0, ""},
		"go-gh, a type":             {&GraphQLError{Errors: []GraphQLErrorItem{{Type: "NOT_FOUND", Path: []any{"repository"}}}}, notFound, 0, "NOT_FOUND"},
		"go-gh, a code":             {&GraphQLError{Errors: []GraphQLErrorItem{{Extensions: map[string]any{"code": "undefinedField"}}}}, validation, 0, "undefinedField"},
		"go-gh, several":            {&GraphQLError{Errors: []GraphQLErrorItem{{Type: "NOT_FOUND"}, {Type: "RATE_LIMITED"}}}, rateLimit, 0, "RATE_LIMITED"},
		"machinebox":                {graphErr{faults.CanaryMessage}, unmapped, 0, ""},
		"shurcooL":                  {texts{{faults.CanaryMessage}}, unmapped, 0, ""},
		"an empty list":             {Errors{}, unmapped, 0, ""},
		"an error around nothing":   {&Single{Err: errors.New("x")}, unmapped, 0, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("tool: %w", tt.err))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.code, te.VendorCode())
		})
	}
	inField := request(NetworkError{400, `{"errors":[{"path":["mutate"],"extensions":{"code":"BAD_USER_INPUT"}}]}`})
	assert.Equal(t, unknown, adapt(t, inField).Effect(), "the other fields may have been written")
}

// An error of the connection belongs to httpadapter, although the client wraps it in its
// own error.
func TestConnectionsAreHTTPs(t *testing.T) {
	lost := &url.Error{Op: "Post", URL: "http://h/", Err: context.DeadlineExceeded}
	for _, err := range []error{
		Errors{{Extensions: map[string]any{"code": "request_error"}, err: lost}},
		Errors{{Extensions: map[string]any{"code": "json_decode_error"}, err: lost}},
		Errors{{err: lost}},
		&Single{Err: lost},
	} {
		assert.Nil(t, graphqladapter.Adapter{}.FromError(err))
	}
	// This does not apply if the service's code is known.
	assert.NotNil(t, graphqladapter.Adapter{}.FromError(&Single{Err: lost, Extensions: map[string]any{"code": "NOT_FOUND"}}))
}

func TestEffectOfOwnFailures(t *testing.T) {
	for code, effect := range map[string]toolerr.Effect{
		"graphql_encode_error": none, "json_encode_error": none, "json_decode_error": unknown,
		"graphql_decode_error": unknown, "graphql_extensions_decode_error": unknown,
	} {
		te := adapt(t, Errors{{Extensions: map[string]any{"code": code}}})
		assert.Equal(t, effect, te.Effect(), code)
		assert.False(t, te.Answered(), code)
	}
}

func TestTheOrderHasEachKind(t *testing.T) {
	for _, row := range spec.Of(graphqladapter.Adapter{}).Table().Rows() {
		assert.Contains(t, graphqladapter.Order, row.Kind, row.VendorCode)
	}
}

// The result for a response does not depend on the client.
func TestFromAnswerMatchesFromError(t *testing.T) {
	err := errors.New(faults.CanaryCause)
	for _, body := range []string{
		coded("x"), coded("x", "NOT_FOUND"), coded("THROTTLED", "FORBIDDEN"), coded("THROTTLED", "INTERNAL_SERVER_ERROR"),
		`{"errors":[{"message":"x","path":["a"],"extensions":{"code":"BAD_USER_INPUT"}}]}`, `{"errors":[{"message":"x"}]}`,
	} {
		for _, status := range []int{200, 400, 403, 404, 429, 503} {
			got := spec.Of(graphqladapter.Adapter{}).FromAnswer(err, status, nil, []byte(body))
			meaning.Same(t, adapt(t, refuse(t, status, body)), got, fmt.Sprint(status, body))
			assert.ErrorIs(t, got.Cause(), err)
		}
	}
	typed := `{"data":null,"errors":[{"message":"x","type":"NOT_FOUND","path":["a"]}]}`
	want := adapt(t, &GraphQLError{Errors: []GraphQLErrorItem{{Type: "NOT_FOUND", Path: []any{"a"}}}})
	meaning.Same(t, want, spec.Of(graphqladapter.Adapter{}).FromAnswer(err, 200, nil, []byte(typed)), typed)
}

// Any text of a client is read or declined, and none of it is shown.
func FuzzStatusText(f *testing.F) {
	for _, text := range []string{
		`non-200 OK status code: 502 Bad Gateway body: "<html>"`, `non-200 OK status code: 400  body: "{\"errors\":[7,{\"path\":[]}]}"`,
		`unexpected status: 403 Forbidden body: "{\"message\":\"API rate limit exceeded\"}"`, "returned error 404 Not Found: {}", "returned error 404",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if te := (graphqladapter.Adapter{}).FromError(errors.New(text)); te != nil {
			assert.GreaterOrEqual(t, te.StatusCode(), 300)
			assert.NotContains(t, te.Error(), text)
		}
	})
}
