package elasticadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the clients, with all fields: the library does not require them.
// conformance/vendorproof tests the real ones.
type (
	ErrorCause struct {
		CausedBy   *ErrorCause
		Metadata   map[string][]byte
		Reason     *string
		RootCause  []ErrorCause
		StackTrace *string
		Type       string
	}
	ElasticsearchError struct {
		ErrorCause ErrorCause
		Status     int
	}

	Err struct {
		RootCause []RootCause
		Type      string
		Reason    string
		CausedBy  *CausedBy
		Index     string
	}
	RootCause   struct{ Type, Reason string }
	CausedBy    struct{ Type, Reason string }
	StructError struct {
		Err    Err
		Status int
	}
	StringError struct {
		Err    string
		Status int
	}
	MessageError struct{ Message, Status string }
)

func (e ElasticsearchError) Error() string {
	return fmt.Sprintf("status: %d, failed: [%s], reason: %v", e.Status, e.ErrorCause.Type, *e.ErrorCause.Reason)
}

// As assigns nothing, like the client's.
func (ElasticsearchError) As(target any) bool {
	_, ok := target.(*ElasticsearchError)
	return ok
}

func (e ElasticsearchError) Is(err error) bool { return strings.HasPrefix(err.Error(), "status: ") }

func (e StructError) Error() string {
	return fmt.Sprintf("status: %d, type: %s, reason: %s", e.Status, e.Err.Type, e.Err.Reason)
}

func (e StringError) Error() string  { return fmt.Sprintf("status: %d, error: %s", e.Status, e.Err) }
func (e MessageError) Error() string { return "status: " + e.Status + ", message: " + e.Message }

// The errors of olivere's client, those that it makes with github.com/pkg/errors, and one
// of OpenSearch's client.
type (
	olivereError struct {
		Status  int
		Details *olivereDetails
	}
	olivereDetails struct{ Type, Reason string }
	ownError       struct{ text string }
	partialError   struct{}
)

func (e *olivereError) Error() string { return fmt.Sprintf("elastic: Error %d: %s", e.Status, reason) }
func (e *ownError) Error() string     { return e.text }
func (*partialError) Error() string   { return "bulk operation partially failed: " + reason }

func imitate(tb testing.TB) {
	tb.Helper()
	tb.Cleanup(elasticadapter.ImitateOlivere(shape.TypeOf(&olivereError{}), shape.TypeOf(&ownError{}), shape.TypeOf(&partialError{})))
	tb.Cleanup(elasticadapter.Imitate(shape.TypeOf(ElasticsearchError{}), shape.TypeOf(StructError{}), shape.TypeOf(StringError{}), shape.TypeOf(MessageError{})))
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	reason = "index [" + faults.CanaryResource + "] " + faults.CanaryMessage + " " + faults.CredentialBearer
	exists = "[" + faults.CanaryResource + "]: version conflict, document already exists (current version [1])"
)

func elastic(status int, typ string) *ElasticsearchError {
	return &ElasticsearchError{ErrorCause{Type: typ, Reason: go126.New(reason)}, status}
}

func openSearch(status int, typ string) *StructError {
	return &StructError{Err{Type: typ, Reason: reason, Index: faults.CanaryResource}, status}
}

// usual maps kinds to the statuses that a server usually sends with them.
var usual = map[toolerr.Kind]int{
	toolerr.KindUpstreamNotFound: 404, toolerr.KindUpstreamBadRequest: 400, toolerr.KindUpstreamValidationError: 400, toolerr.KindUpstreamAuthError: 403,
	toolerr.KindUpstreamRateLimit: 429, toolerr.KindUpstreamServerError: 503, toolerr.KindToolRetry: 409, toolerr.KindToolFatal: 400,
}

func TestConformance(t *testing.T) {
	imitate(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, row := range spec.Of(elasticadapter.Adapter{}).Table().Rows() {
		te := row.Error(errNotJSON)
		want := conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect(), Status: usual[row.Kind]}
		switch row.VendorCode {
		case "document_already_exists":
			want.Status = 409
			e := elastic(409, "version_conflict_engine_exception")
			e.ErrorCause.Reason = go126.New(exists)
			add(row.VendorCode, e, want)
		case "unknown_product":
		case "no_node":
			add(row.VendorCode, &ownError{"no Elasticsearch node available"}, want)
		case "partial_failure":
			add(row.VendorCode, &partialError{}, want)
		default:
			add(row.VendorCode, elastic(want.Status, row.VendorCode), want)
			add(row.VendorCode+" of olivere's", &olivereError{want.Status, &olivereDetails{Type: row.VendorCode, Reason: reason}}, want)
			add(row.VendorCode+" of OpenSearch", *openSearch(want.Status, row.VendorCode), want)
		}
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 413, 429, 500, 502, 503, 504} {
		add(fmt.Sprint("an unlisted type, ", status), elastic(status, faults.CanaryCode), faults.ForStatus(status))
		add(fmt.Sprint("a sentence, ", status), &StringError{reason, status}, faults.ForStatus(status).With(effectOf(status)))
	}
	add("olivere's, without details", &olivereError{Status: 404}, faults.ForStatus(404))
	created := faults.ForCode(toolerr.KindUpstreamBadRequest, 409)
	add("olivere's, a document that exists", &olivereError{409, &olivereDetails{Type: "version_conflict_engine_exception", Reason: exists}}, created)
	add("a status in a word", &MessageError{reason, "FORBIDDEN"}, faults.ForStatus(403))
	lost := faults.ForKind(toolerr.KindUpstreamUnmapped, unknown)
	add("a word that is not a status", &MessageError{reason, "error"}, lost)
	add("nothing at all", elastic(0, ""), lost)
	add("a status of a success", elastic(200, faults.CanaryCode), lost)
	const byText = "go-elasticsearch v9.5.2, opensearch-go v4.8.1"
	cases = append(cases,
		conformance.Case{
			Name: "not Elasticsearch", Err: errors.New("the client noticed that the server is not Elasticsearch and we do not support this unknown product"),
			Want: faults.ForKind(toolerr.KindToolFatal, unknown), ByText: byText,
		},
		conformance.Case{Name: "not JSON", Err: fmt.Errorf("%w, status: 502, body: %q", errNotJSON, faults.CanaryBody), Want: faults.ForStatus(502), ByText: byText},
		conformance.Case{Name: "no body", Err: fmt.Errorf("%w, status: 503 Service Unavailable", errEmpty), Want: faults.ForStatus(503), ByText: byText},
		conformance.Case{
			Name: "a success that is not JSON", Err: fmt.Errorf("%w, status: 200, body: x, err: %w", errNotJSON, errEmpty),
			Want: faults.ForKind(toolerr.KindUpstreamUnmapped, unknown).Retry(false), ByText: byText,
		},
		conformance.Case{
			Name: "no error", Err: fmt.Errorf("%w: {}", errors.New("opensearch error response could not be parsed as error")),
			Want: faults.ForKind(toolerr.KindUpstreamUnmapped, unknown).Retry(false), ByText: byText,
		},
	)
	conformance.Suite{Adapter: elasticadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases, Messages: []toolerr.Message{toolerr.Msg("OpenSearch")}}.Run(t)
}

var (
	errNotJSON = errors.New("failed to json unmarshal body")
	errEmpty   = errors.New("body is unexpectedly empty")
)

// A conflict without a type may come from an update by query.
func effectOf(status int) toolerr.Effect {
	if status == 409 || status >= 500 {
		return unknown
	}
	return none
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := elasticadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	return te
}

// The error of a search wraps those of the shards.
func TestCauses(t *testing.T) {
	imitate(t)
	const shell = "search_phase_execution_exception"
	for name, tt := range map[string]struct {
		err  error
		code string
	}{
		"its own":                  {elastic(404, "index_not_found_exception"), "index_not_found_exception"},
		"of a shard":               {&ElasticsearchError{ErrorCause{Type: shell, Reason: go126.New(""), RootCause: []ErrorCause{{Type: "x"}, {Type: "query_shard_exception"}}}, 400}, "query_shard_exception"},
		"of what caused it":        {&ElasticsearchError{ErrorCause{Type: shell, Reason: go126.New(""), CausedBy: &ErrorCause{Type: "script_exception"}}, 400}, "script_exception"},
		"of what caused that":      {&ElasticsearchError{ErrorCause{Type: shell, Reason: go126.New(""), CausedBy: &ErrorCause{CausedBy: &ErrorCause{Type: "too_many_buckets_exception"}}}, 400}, "too_many_buckets_exception"},
		"of a shard of OpenSearch": {&StructError{Err{Type: shell, RootCause: []RootCause{{Type: "parsing_exception"}}}, 400}, "parsing_exception"},
		"of OpenSearch's cause":    {&StructError{Err{Type: shell, CausedBy: &CausedBy{Type: "timeout_exception"}}, 500}, "timeout_exception"},
		"not listed":               {elastic(500, shell), ""},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("search: %w", tt.err))
			assert.Equal(t, tt.code, te.VendorCode())
			if tt.code != "index_not_found_exception" {
				assert.Equal(t, shell, te.Extra().VendorCode)
			}
		})
	}
}

func TestTypesWithSeveralStatuses(t *testing.T) {
	imitate(t)
	te := adapt(t, elastic(401, "security_exception"))
	assert.True(t, te.RequiresUserAction())
	assert.Equal(t, "Someone has to set valid credentials.", te.Hint().String())
	assert.False(t, adapt(t, elastic(403, "security_exception")).RequiresUserAction())

	assert.True(t, adapt(t, elastic(503, "cluster_block_exception")).CanRetry())
	for _, status := range []int{403, 429} {
		te := adapt(t, elastic(status, "cluster_block_exception"))
		assert.False(t, te.CanRetry(), status)
		assert.Equal(t, toolerr.GuidanceNone, te.Guidance(), status)
		assert.False(t, te.Hint().IsZero(), status)
	}
	assert.Equal(t, unknown, adapt(t, elastic(409, "")).Effect(), "an update by query may have changed documents")
}

func TestOpenSearchIsNamed(t *testing.T) {
	imitate(t)
	assert.Contains(t, adapt(t, openSearch(500, "x")).Payload().String(), "OpenSearch")
	assert.Contains(t, adapt(t, openSearch(404, "resource_not_found_exception")).Payload().String(), "OpenSearch")
	assert.Contains(t, adapt(t, elastic(500, "x")).Payload().String(), "Elasticsearch")
}

type panics struct{}

func (panics) Error() string { panic("hostile") }

func TestForeignErrors(t *testing.T) {
	imitate(t)
	for _, err := range []error{
		errors.New("status: 404, failed: [index_not_found_exception], reason: x"),
		panics{},
		errNotJSON, errEmpty,
		fmt.Errorf("%w, status: abc", errNotJSON), fmt.Errorf("%w, status: 5", errEmpty), fmt.Errorf("%w: x", errNotJSON),
		(*ElasticsearchError)(nil), (*StructError)(nil),
	} {
		assert.Nil(t, elasticadapter.Adapter{}.FromError(err), "%T", err)
	}
}

// The clients call a transport directly, so its errors do not show that they come from an
// exchange.
func TestBrokenExchanges(t *testing.T) {
	imitate(t)
	for _, text := range []string{"an error happened during the Index query execution: %w", `"POST" "http://` + faults.CanaryHost + `/x": %w`} {
		err := fmt.Errorf("store: %w", fmt.Errorf(text, io.EOF))
		require.Nil(t, httpadapter.Adapter{}.FromError(err))
		te := adapt(t, err)
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
		assert.Equal(t, unknown, te.Effect())
		assert.Equal(t, err, te.Cause())
		assert.Equal(t, err.Error(), te.DeveloperMessage())
		assert.Equal(t, "_elastic", te.Service())
		assert.Empty(t, te.Extra().Endpoint+te.Extra().HTTPMethod)

		late := adapt(t, fmt.Errorf(text, context.DeadlineExceeded))
		assert.Equal(t, toolerr.KindNetworkTransportTimeout, late.Kind())
		assert.Equal(t, toolerr.KindNetworkTransportUnmapped, adapt(t, fmt.Errorf(text, errors.New("x"))).Kind())
		joined := fmt.Errorf("%w\n%w", err, errors.New("y"))
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, adapt(t, joined).Kind())

		refused := adapt(t, fmt.Errorf(text, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}))
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, refused.Kind())
		assert.Equal(t, none, refused.Effect())
		assert.Equal(t, "_elastic", refused.Service())
		assert.Equal(t, 404, adapt(t, fmt.Errorf(text, elastic(404, "index_not_found_exception"))).StatusCode(), "the server's error has more information")
	}
	for _, text := range []string{`"a" "http://h": %w`, `"POST": %w`, `"POST" "ftp": %w`, "an error happened during the night: %w", "an error happened during the x y query execution: %w"} {
		assert.Nil(t, elasticadapter.Adapter{}.FromError(fmt.Errorf(text, io.EOF)), text)
	}
}

// FuzzReadText reads texts that begin like those of the clients.
func FuzzReadText(f *testing.F) {
	f.Add("failed to json unmarshal body, status: 502, body: x")
	f.Add("body is unexpectedly empty, status: 503 Service Unavailable")
	f.Add("body is unexpectedly empty, status: \xff")
	f.Add("an error happened during the Index query execution: EOF")
	f.Add(`"POST" "http://h/x": EOF`)
	f.Fuzz(func(t *testing.T, text string) {
		a := elasticadapter.ReadText(fmt.Errorf("%w", errors.New(text)))
		if a == nil {
			return
		}
		if a.Status != 0 {
			assert.Contains(t, text, fmt.Sprintf(", status: %03d", a.Status))
		}
		if a.Lost != nil {
			assert.True(t, strings.Contains(text, " query execution: ") || strings.Contains(text, `" "http`), text)
		}
	})
}

// The result for a response does not depend on the client.
func TestFromAnswerMatchesFromError(t *testing.T) {
	imitate(t)
	err := errors.New(faults.CanaryCause)
	reason := "[7]: version conflict, document already exists (current version [1])"
	for _, word := range []string{"", "xyzzy", faults.CanaryMessage, "version_conflict_engine_exception", "index_not_found_exception", "es_rejected_execution_exception"} {
		for _, status := range []int{301, 400, 404, 409, 429, 503} {
			for raw, e := range map[string]*ElasticsearchError{
				`{"error":{"type":%q,"reason":"` + reason + `"}}`:                         {ErrorCause{Type: word, Reason: &reason}, status},
				`{"error":{"type":"x","root_cause":[{"type":"y"},{"type":%q}]}}`:          {ErrorCause{Type: "x", RootCause: []ErrorCause{{Type: "y"}, {Type: word}}}, status},
				`{"error":{"type":"x","caused_by":{"type":"y","caused_by":{"type":%q}}}}`: {ErrorCause{Type: "x", CausedBy: &ErrorCause{Type: "y", CausedBy: &ErrorCause{Type: word}}}, status},
			} {
				got := spec.Of(elasticadapter.Adapter{}).FromAnswer(err, status, nil, fmt.Appendf(nil, raw, word))
				meaning.Same(t, adapt(t, e), got, raw)
				assert.ErrorIs(t, got.Cause(), err)
			}
		}
	}
	for _, body := range []string{"<html>", `{"error":"Incorrect HTTP method","status":405}`, `{"error":{"type":7}}`, `{"error":{"root_cause":{}}}`} {
		meaning.Same(t, adapt(t, elastic(404, "")), spec.Of(elasticadapter.Adapter{}).FromAnswer(err, 404, nil, []byte(body)), body)
	}
}
