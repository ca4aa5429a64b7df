// Package elastic_test tests the typed clients of Elasticsearch and OpenSearch with a server
// that responds as they expect, and with the fault server.
//
// Not tested: the low-level clients (esapi, and opensearch-go before v3), which return a
// response and no error, and take longer to compile than the others.
package elastic_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/elastic/elastic-transport-go/v8/elastictransport"
	index9 "github.com/elastic/go-elasticsearch/v9/typedapi/core/index"
	"github.com/elastic/go-elasticsearch/v9/typedapi/core/search"
	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/errmask"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	index = faults.CanaryPath
)

// transport is the sending part of Elasticsearch's client, on which its calls are based. It
// does not retry here.
func transport(hc *http.Client, address string) (*elastictransport.Client, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	return elastictransport.NewClient(
		elastictransport.WithURLs(u), elastictransport.WithBasicAuth(faults.CredentialUser, faults.CredentialPassword),
		elastictransport.WithDisableRetry(), elastictransport.WithTransport(hc.Transport))
}

func document() io.Reader { return strings.NewReader(fmt.Sprintf(`{"name":%q}`, faults.CanaryUpload)) }

// writes store a document.
var writes = map[string]proof.Call{
	"elasticsearch/v9": proof.Calling(transport, func(ctx context.Context, c *elastictransport.Client) error {
		_, err := index9.NewIndexFunc(c)(index).Raw(document()).Do(ctx)
		return err
	}),
	"opensearch/v4": proof.Calling(openSearch, func(ctx context.Context, c *opensearchapi.Client) error {
		_, err := c.Index(ctx, opensearchapi.IndexReq{Index: index, Body: document()})
		return err
	}),
}

func openSearch(hc *http.Client, url string) (*opensearchapi.Client, error) {
	return opensearchapi.NewClient(opensearchapi.Config{Client: opensearch.Config{
		Addresses: []string{url}, Username: faults.CredentialUser, Password: faults.CredentialPassword, DisableRetry: true, Transport: hc.Transport,
	}})
}

// refusal is a server's error: the type, and the repeated request.
func refusal(status int, typ, reason string) []byte {
	cause := map[string]any{"type": typ, "reason": reason, "index": faults.CanaryResource, "resource.id": faults.CanaryResource}
	body, _ := json.Marshal(map[string]any{"status": status, "error": map[string]any{
		"type": typ, "reason": reason, "index": faults.CanaryResource, "root_cause": []any{cause}, "caused_by": cause,
	}})
	return body
}

var serve = proof.Answers(http.Header{"X-Elastic-Product": {"Elasticsearch"}})

var check = proof.Checks(elasticadapter.Adapter)

// statuses are the statuses of a server's types, if other than the first of the kind.
var statuses = map[toolerr.Kind]int{
	toolerr.KindUpstreamNotFound: 404, toolerr.KindUpstreamBadRequest: 400, toolerr.KindUpstreamValidationError: 400, toolerr.KindUpstreamAuthError: 403,
	toolerr.KindUpstreamRateLimit: 429, toolerr.KindUpstreamServerError: 503, toolerr.KindToolRetry: 409, toolerr.KindToolFatal: 400,
}

func TestTypes(t *testing.T) {
	for client, write := range writes {
		t.Run(client, func(t *testing.T) {
			for _, row := range spec.Of(elasticadapter.Adapter).Table().Rows() {
				status, typ, reason := statuses[row.Kind], row.VendorCode, faults.CanaryMessage
				switch row.VendorCode {
				case "unknown_product", "partial_failure":
					continue // tested by TestTextInTheClientsSource, TestPartial
				case "document_already_exists":
					status, typ, reason = 409, "version_conflict_engine_exception", "["+faults.CanaryResource+"]: version conflict, document already exists (current version [1])"
				}
				s := serve(t, status, nil, refusal(status, typ, reason))
				check(t, proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: write(t.Context(), s.Client(), s.URL), Want: proof.WantRow(row, status)})
				s.Close()
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	for client, write := range writes {
		t.Run(client, func(t *testing.T) {
			one := func(name, code string, status int, body []byte, want conformance.Want) {
				t.Helper()
				s := serve(t, status, nil, body)
				check(t, proof.Case{Name: name, Code: code, Err: write(t.Context(), s.Client(), s.URL), Want: want})
			}
			one("no credentials", "security_exception", 401, refusal(401, "security_exception", "x"), faults.ForStatus(401))
			for _, status := range []int{403, 429} {
				blocked := faults.ForCode(toolerr.KindUpstreamServerError, status).With(none).Retry(false)
				one(fmt.Sprint("an index that can only be read, ", status), "cluster_block_exception", status, refusal(status, "cluster_block_exception", faults.CanaryMessage), blocked)
			}
			shards := fmt.Appendf(nil, `{"error":{"root_cause":[{"type":"parsing_exception","reason":%q}],"type":"search_phase_execution_exception","reason":"all shards failed"},"status":400}`, faults.CanaryMessage)
			one("of the shards", "parsing_exception", 400, shards, faults.ForCode(toolerr.KindUpstreamValidationError, 400))
			one("a sentence", "", 405, fmt.Appendf(nil, `{"error":%q,"status":405}`, faults.CanaryMessage), faults.ForStatus(405))
		})
	}
}

// Elasticsearch's client keeps the status of a response without a type, and OpenSearch's
// that of a plugin.
func TestWithoutAType(t *testing.T) {
	conflict := fmt.Appendf(nil, `{"took":3,"updated":7,"failures":[{"index":%q,"cause":{"type":"version_conflict_engine_exception"}}]}`, faults.CanaryResource)
	s := serve(t, 409, nil, conflict)
	check(t, proof.Case{Name: "an update by query", Err: writes["elasticsearch/v9"](t.Context(), s.Client(), s.URL), Want: faults.ForStatus(409).With(unknown)})
	check(t, proof.Case{Name: "an update by query, OpenSearch", Err: writes["opensearch/v4"](t.Context(), s.Client(), s.URL), Want: faults.ForStatus(409).With(unknown)})
	s = serve(t, 403, nil, fmt.Appendf(nil, `{"status":"FORBIDDEN","message":%q}`, faults.CanaryMessage))
	check(t, proof.Case{Name: "OpenSearch's plugin", Err: writes["opensearch/v4"](t.Context(), s.Client(), s.URL), Want: faults.ForStatus(403)})
	s = serve(t, 404, nil, fmt.Appendf(nil, `{"status":"NOT_FOUND","reason":%q}`, faults.CanaryMessage))
	check(t, proof.Case{Name: "OpenSearch's plugin, with a reason", Err: writes["opensearch/v4"](t.Context(), s.Client(), s.URL), Want: faults.ForStatus(404)})
	s = serve(t, 500, nil, fmt.Appendf(nil, `{"error":%q}`, faults.CanaryMessage))
	check(t, proof.Case{Name: "OpenSearch, without a status", Err: writes["opensearch/v4"](t.Context(), s.Client(), s.URL), Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown)})
}

// A proxy's page is not JSON. OpenSearch's client keeps the status, Elasticsearch's
// loses it, and the transport records it.
func TestProxies(t *testing.T) {
	page := []byte("<html>" + faults.CanaryBody)
	s := serve(t, 502, nil, page)
	check(t, proof.Case{Name: "OpenSearch", Err: writes["opensearch/v4"](t.Context(), s.Client(), s.URL), Want: faults.ForStatus(502)})
	s = serve(t, 503, nil, nil)
	check(t, proof.Case{Name: "OpenSearch, nothing", Err: writes["opensearch/v4"](t.Context(), s.Client(), s.URL), Want: faults.ForStatus(503)})

	after := http.Header{"Retry-After": {"7"}} // all clients lose it
	for client, write := range writes {
		service := "_http"
		if !strings.HasPrefix(client, "elasticsearch") {
			service = ""
		}
		proof.CheckRecorded(t, elasticadapter.Adapter, serve(t, 503, after, page), write,
			proof.Case{Name: client + ", a proxy's page", Want: faults.ForStatus(503).Wait(7 * time.Second).With(none), Service: service})
		proof.CheckRecorded(t, elasticadapter.Adapter, serve(t, 429, after, refusal(429, "es_rejected_execution_exception", "x")), write,
			proof.Case{Name: client + ", a limit", Want: faults.ForStatus(429).Wait(7 * time.Second), Code: "es_rejected_execution_exception"})
	}
}

// A response that a low-level client returned is read by CheckResponse.
func TestReads(t *testing.T) {
	s := serve(t, 400, nil, refusal(400, "query_shard_exception", faults.CanaryMessage))
	tp, err := transport(s.Client(), s.URL)
	require.NoError(t, err)
	_, err = search.New(tp).Index(index).Raw(strings.NewReader(`{"query":{}}`)).Do(t.Context())
	want := faults.ForCode(toolerr.KindUpstreamValidationError, 400)
	check(t, proof.Case{Name: "a search", Code: "query_shard_exception", Err: err, Want: want})
	c, err := openSearch(s.Client(), s.URL)
	require.NoError(t, err)
	_, err = c.Search(t.Context(), &opensearchapi.SearchReq{Indices: []string{index}})
	check(t, proof.Case{Name: "a search in OpenSearch", Code: "query_shard_exception", Err: err, Want: want})

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/"+index+"/_search", http.NoBody)
	require.NoError(t, err)
	res, err := tp.Perform(r)
	require.NoError(t, err)
	err = httpadapter.CheckResponse(&http.Response{StatusCode: res.StatusCode, Header: res.Header, Body: res.Body})
	check(t, proof.Case{Name: "a response", Code: "query_shard_exception", Err: err, Want: want})
}

// OpenSearch's client has errors for a success that contains failures, if a program
// requests them.
func TestPartial(t *testing.T) {
	failed := fmt.Sprintf(`{"took":1,"errors":true,"items":[{"index":{"_index":"x","_id":"1","status":201}},`+
		`{"index":{"_index":"x","_id":"2","status":429,"error":{"type":"es_rejected_execution_exception","reason":%q}}}]}`, faults.CanaryMessage)
	c, err := opensearchapi.NewClient(opensearchapi.Config{
		Client: opensearch.Config{Addresses: []string{serve(t, 200, nil, []byte(failed)).URL}}, Errors: errmask.New(),
	})
	require.NoError(t, err)
	_, err = c.Bulk(t.Context(), opensearchapi.BulkReq{Body: document()})
	check(t, proof.Case{Name: "a bulk request", Code: "partial_failure", Err: err, Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown)})
}

// The test reads the client's source, because importing it whole takes minutes.
func TestTextInTheClientsSource(t *testing.T) {
	const said = "the client noticed that the server is not Elasticsearch and we do not support this unknown product"
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "github.com/elastic/go-elasticsearch/v9").Output()
	require.NoError(t, err)
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "elasticsearch.go"))
	require.NoError(t, err)
	assert.True(t, bytes.Contains(source, []byte(`"`+said+`"`)))
	check(t, proof.Case{Name: "another product", Code: "unknown_product", Err: fmt.Errorf("search: %w", errors.New(said)), Want: proof.Want(toolerr.KindToolFatal, unknown)})
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("Elasticsearch", "application/json", func(a faults.Answer) []byte { return refusal(a.Status, a.Code, a.Message) }, "")
	shape.Success = func(faults.Request) faults.Content {
		return faults.Content{Type: "application/json", Header: []string{"X-Elastic-Product: Elasticsearch"}, Body: []byte(`{"_index":"x","_id":"1","_version":1,"result":"created"}`)}
	}
	for client, write := range writes {
		skip := proof.WithoutRows("TestTypes has them").Faults("the clients take a transport, and no http.Client with a timeout",
			"client-timeout", "client-timeout-in-body", "h2-rst-refused", "h2-goaway-unprocessed")
		t.Run(client, func(t *testing.T) {
			suite := proof.Suite(elasticadapter.Adapter, client, shape, skip, write)
			suite.Messages = append(suite.Messages, clients.Messages()...)
			suite.Only = func(name string) bool { // the clients follow no redirect, so it counts as a response
				return proof.WithoutHeaders(name) && !strings.HasPrefix(name, "redirect-") && !strings.HasPrefix(name, "check-redirect")
			}
			suite.Run(t)
		})
	}
}

// Every client reads the refusals of both servers.
func TestRefusals(t *testing.T) {
	const missing = `"type":"index_not_found_exception","reason":"no such index [ordres]","index":"ordres","index_uuid":"_na_"`
	const document = `"type":"document_parsing_exception","reason":"[1:12] failed to parse field [price] of type [long] in document with id '1'. Preview of field's value: 'abc'"`
	for name, tt := range map[string]struct {
		body string
		want toolerr.Finding
	}{
		"an index": {
			`{"error":{"root_cause":[{` + missing + `}],` + missing + `},"status":404}`, toolerr.Finding{Rule: toolerr.RuleNotFound, Fields: []string{"index"}, Value: "ordres"},
		},
		"a document": {
			`{"error":{"root_cause":[{` + document + `}],` + document + `,"caused_by":{"type":"illegal_argument_exception","reason":"For input string: \"abc\""}},"status":400}`,
			toolerr.Finding{Rule: toolerr.RuleWrongType, Fields: []string{"price"}, Value: "abc", Names: []string{"long"}},
		},
	} {
		for client, write := range writes {
			t.Run(name+", "+client, func(t *testing.T) {
				s := proof.Serve(t, proof.Answer{Status: 400, Header: map[string][]string{"X-Elastic-Product": {"Elasticsearch"}}, Body: tt.body})
				proof.Refusal(t, elasticadapter.Adapter, write(t.Context(), s.Client(), s.URL), tt.body, tt.want)
			})
		}
	}
}
