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
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the clients, field by field: the library does not require them.
// conformance/vendorproof drives the real ones.
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

// As assigns nothing, as the client's does not.
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

func setTypes(tb testing.TB) {
	tb.Helper()
	tb.Cleanup(elasticadapter.SetTypes(shape.TypeOf(ElasticsearchError{}), shape.TypeOf(StructError{}), shape.TypeOf(StringError{}), shape.TypeOf(MessageError{})))
}

const (
	reason = "index [" + faults.CanaryResource + "] " + faults.CanaryMessage + " " + faults.CredentialBearer
	exists = "[" + faults.CanaryResource + "]: version conflict, document already exists (current version [1])"
)

func elastic(status int, typ string) *ElasticsearchError {
	return &ElasticsearchError{ErrorCause{Type: typ, Reason: new(reason)}, status}
}

func openSearch(status int, typ string) *StructError {
	return &StructError{Err{Type: typ, Reason: reason, Index: faults.CanaryResource}, status}
}

func TestConformance(t *testing.T) {
	setTypes(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, m := range meant {
		for word := range strings.FieldsSeq(m.codes) {
			want := conformance.Want{Kind: m.kind, CanRetry: m.retry, Effect: m.effect, Status: m.status}
			switch code := named(word); code {
			case "document_already_exists":
				e := elastic(409, "version_conflict_engine_exception")
				e.ErrorCause.Reason = new(exists)
				add(code, e, want)
			case "unknown_product":
			default:
				add(code, elastic(m.status, code), want)
				add(code+" of OpenSearch", *openSearch(m.status, code), want)
			}
		}
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 413, 429, 500, 502, 503, 504} {
		add(fmt.Sprint("a type of nobody's, ", status), elastic(status, faults.CanaryCode), faults.ForStatus(status))
		add(fmt.Sprint("a sentence, ", status), &StringError{reason, status}, faults.ForStatus(status).With(effectOf(status)))
	}
	add("a status in a word", &MessageError{reason, "FORBIDDEN"}, faults.ForStatus(403))
	lost := faults.ForKind(toolerr.KindUpstreamUnmapped, unknown)
	add("a word that is no status", &MessageError{reason, "error"}, lost)
	add("nothing at all", elastic(0, ""), lost)
	add("a status of a success", elastic(200, faults.CanaryCode), lost)
	const byText = "go-elasticsearch v9.5.2, opensearch-go v4.8.1"
	cases = append(cases,
		conformance.Case{
			Name: "not Elasticsearch", Err: errors.New("the client noticed that the server is not Elasticsearch and we do not support this unknown product"),
			Want: faults.ForKind(toolerr.KindToolFatal, unknown), ByText: byText,
		},
		conformance.Case{Name: "no JSON", Err: fmt.Errorf("%w, status: 502, body: %q", errNotJSON, faults.CanaryBody), Want: faults.ForStatus(502), ByText: byText},
		conformance.Case{Name: "no body", Err: fmt.Errorf("%w, status: 503 Service Unavailable", errEmpty), Want: faults.ForStatus(503), ByText: byText},
		conformance.Case{
			Name: "a success that is no JSON", Err: fmt.Errorf("%w, status: 200, body: x, err: %w", errNotJSON, errEmpty),
			Want: faults.ForKind(toolerr.KindNetworkTransportUnmapped, unknown), ByText: byText,
		},
		conformance.Case{
			Name: "no error", Err: fmt.Errorf("%w: {}", errors.New("opensearch error response could not be parsed as error")),
			Want: faults.ForKind(toolerr.KindNetworkTransportUnmapped, unknown), ByText: byText,
		},
	)
	conformance.Suite{Adapter: elasticadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases}.Run(t)
}

var (
	errNotJSON = errors.New("failed to json unmarshal body")
	errEmpty   = errors.New("body is unexpectedly empty")
)

// effectOf: a conflict without a type may be that of an update by query.
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

// The error of a search is a shell about those of the shards.
func TestTheMostTellingType(t *testing.T) {
	setTypes(t)
	const shell = "search_phase_execution_exception"
	for name, tt := range map[string]struct {
		err  error
		code string
	}{
		"its own":                  {elastic(404, "index_not_found_exception"), "index_not_found_exception"},
		"of a shard":               {&ElasticsearchError{ErrorCause{Type: shell, Reason: new(""), RootCause: []ErrorCause{{Type: "x"}, {Type: "query_shard_exception"}}}, 400}, "query_shard_exception"},
		"of what caused it":        {&ElasticsearchError{ErrorCause{Type: shell, Reason: new(""), CausedBy: &ErrorCause{Type: "script_exception"}}, 400}, "script_exception"},
		"of what caused that":      {&ElasticsearchError{ErrorCause{Type: shell, Reason: new(""), CausedBy: &ErrorCause{CausedBy: &ErrorCause{Type: "too_many_buckets_exception"}}}, 400}, "too_many_buckets_exception"},
		"of a shard of OpenSearch": {&StructError{Err{Type: shell, RootCause: []RootCause{{Type: "parsing_exception"}}}, 400}, "parsing_exception"},
		"of OpenSearch's cause":    {&StructError{Err{Type: shell, CausedBy: &CausedBy{Type: "timeout_exception"}}, 500}, "timeout_exception"},
		"nobody's":                 {elastic(500, shell), ""},
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

func TestTheStatusBesideTheType(t *testing.T) {
	setTypes(t)
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
	assert.Equal(t, unknown, adapt(t, elastic(409, "")).Effect(), "an update by query may have got somewhere")
}

func TestOpenSearchIsNamed(t *testing.T) {
	setTypes(t)
	assert.Contains(t, adapt(t, openSearch(500, "x")).Payload().String(), "OpenSearch")
	assert.Contains(t, adapt(t, openSearch(404, "resource_not_found_exception")).Payload().String(), "OpenSearch")
	assert.Contains(t, adapt(t, elastic(500, "x")).Payload().String(), "Elasticsearch")
}

type panics struct{}

func (panics) Error() string { panic("hostile") }

func TestWhatIsOfNeither(t *testing.T) {
	setTypes(t)
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

// The clients take a transport, whose errors say nothing of an exchange by
// themselves.
func TestAnExchangeThatBreaks(t *testing.T) {
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
		assert.Nil(t, elasticadapter.Adapter{}.FromError(fmt.Errorf(text, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED})), "httpadapter knows it")
	}
	for _, text := range []string{`"a" "http://h": %w`, `"POST": %w`, `"POST" "ftp": %w`, "an error happened during the night: %w", "an error happened during the x y query execution: %w"} {
		assert.Nil(t, elasticadapter.Adapter{}.FromError(fmt.Errorf(text, io.EOF)), text)
	}
}

func FuzzStatusIn(f *testing.F) {
	f.Add("failed to json unmarshal body, status: 502, body: x")
	f.Add("body is unexpectedly empty, status: 503 Service Unavailable")
	f.Add("body is unexpectedly empty, status: \xff")
	f.Add("an error happened during the Index query execution: EOF")
	f.Add(`"POST" "http://h/x": EOF`)
	f.Fuzz(func(t *testing.T, text string) {
		if elasticadapter.InExchange(text) && !strings.Contains(text, ": ") && !strings.Contains(text, "http") {
			t.Errorf("%q is of an exchange", text)
		}
		status := elasticadapter.StatusIn(text)
		if status < 0 || status > 999 {
			t.Errorf("%q has the status %d", text, status)
		}
		if status != 0 && !strings.Contains(text, fmt.Sprintf(", status: %03d", status)) {
			t.Errorf("%q has the status %d", text, status)
		}
	})
}

var sink *toolerr.ToolRuntimeError

func TestAnUnknownErrorAllocatesNothing(t *testing.T) {
	err := fmt.Errorf("a: %w", fmt.Errorf("b: %w", errors.New("c")))
	a := elasticadapter.Adapter{}
	assert.Zero(t, testing.AllocsPerRun(100, func() { sink = a.FromError(err) }))
}

func BenchmarkAdapter(b *testing.B) {
	setTypes(b)
	for name, err := range map[string]error{
		"unknown":    fmt.Errorf("a: %w", fmt.Errorf("b: %w", errors.New("c"))),
		"bare":       errors.New("c"),
		"recognised": fmt.Errorf("a: %w", elastic(404, "index_not_found_exception")),
		"a shard's":  fmt.Errorf("a: %w", &ElasticsearchError{ErrorCause{Type: "x", RootCause: []ErrorCause{{Type: "parsing_exception"}}}, 400}),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink = elasticadapter.Adapter{}.FromError(err)
			}
		})
	}
}
