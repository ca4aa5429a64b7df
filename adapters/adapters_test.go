package adapters_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// errorsOf returns errors of every vendor, from real exchanges with a local server if the
// module's own requirements allow that, and the adapters that recognise them.
func errorsOf(t testing.TB) []struct {
	name, answers string
	also          []string // later adapters that would also recognise it
	err           error
} {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"error":{"code":403,"errors":[{"reason":"rateLimitExceeded"}]}}`)
	}))
	t.Cleanup(server.Close)
	grants := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":"invalid_grant"}`)
	}))
	t.Cleanup(grants.Close)
	closed := faults.ClosedPort(t)

	ask := func(client *http.Client, url string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		require.NoError(t, err)
		return client.Do(req)
	}
	// Each check reads the body, so each needs its own response.
	refused := func(check func(*http.Response) error) error {
		resp, err := ask(server.Client(), server.URL)
		require.NoError(t, err)
		t.Cleanup(func() { _ = resp.Body.Close() })
		return check(resp)
	}
	config := &clientcredentials.Config{ClientID: "c", ClientSecret: "s", TokenURL: grants.URL, AuthStyle: oauth2.AuthStyleInParams}
	_, tokenErr := config.Token(t.Context())
	resp, onTheWay := ask(config.Client(t.Context()), server.URL)
	require.Nil(t, resp)
	resp, lost := ask(http.DefaultClient, "http://"+closed)
	require.Nil(t, resp)

	operation := func(err error) error {
		return &smithy.OperationError{ServiceID: "S3", OperationName: "GetObject", Err: err}
	}
	aws := func(status int, err error) error {
		r := &smithyhttp.Response{Response: &http.Response{StatusCode: status, Header: http.Header{}}}
		return operation(&smithyhttp.ResponseError{Response: r, Err: err})
	}
	tooLate, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()

	dir := t.TempDir()
	_, missing := os.Open(filepath.Join(dir, "x"))
	_, outside := os.OpenInRoot(dir, "../x")
	undecoded := json.Unmarshal([]byte("x"), &struct{}{})
	_, misread := strconv.Atoi("x")
	_, unparsed := url.Parse("http://" + closed + "%")
	answer, err := ask(grants.Client(), grants.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	answer.StatusCode = http.StatusOK

	return []struct {
		name, answers string
		also          []string
		err           error
	}{
		{name: "AWS, refused", answers: "_aws", also: []string{"_http"}, err: aws(400, &smithy.GenericAPIError{Code: "ThrottlingException"})},
		{name: "AWS, a code alone", answers: "_aws", err: &smithy.GenericAPIError{Code: "ThrottlingException"}},
		{name: "AWS, lost", answers: "_aws", also: []string{"_http"}, err: aws(0, &smithyhttp.RequestSendError{Err: lost})},
		{name: "AWS, canceled", answers: "_aws", also: []string{"_http"}, err: aws(0, &smithy.CanceledError{Err: tooLate.Err()})},
		{name: "AWS, undecodable", answers: "_aws", err: aws(200, &smithy.DeserializationError{Err: io.ErrUnexpectedEOF})},
		{name: "AWS, never sent", answers: "_aws", err: operation(errors.New("no credentials"))},
		{name: "Google, refused", answers: "_google", also: []string{"_http"}, err: refused(googleapi.CheckResponse)},
		{name: "Google, media", answers: "_google", also: []string{"_http"}, err: refused(googleapi.CheckMediaResponse)},
		{name: "a token", answers: "_oauth2", also: []string{"_google", "_http"}, err: tokenErr},
		{name: "a token on the way", answers: "_oauth2", also: []string{"_google", "_http"}, err: onTheWay},
		{name: "HTTP, refused", answers: "_http", err: refused(httpadapter.CheckResponse)},
		{name: "HTTP, lost", answers: "_http", err: lost},
		{name: "HTTP, a URL that is none", answers: "_http", err: &url.Error{Op: "parse", URL: "://", Err: errors.New("missing protocol scheme")}},
		{name: "HTTP, an upload without its file", answers: "_http", err: &url.Error{Op: "Post", URL: "http://" + closed, Err: missing}},
		{name: "HTTP, an answer without its JSON", answers: "_http", err: httpadapter.CheckBody(answer, undecoded)},
		{name: "HTTP, a URL that is not a URL at all", answers: "_http", err: unparsed},
		{name: "a deadline, and a file", answers: "_http", err: errors.Join(tooLate.Err(), missing)},
		{name: "AWS, a file", answers: "_aws", also: []string{"_std"}, err: operation(missing)},
		{name: "AWS, JSON", answers: "_aws", also: []string{"_std"}, err: aws(200, &smithy.DeserializationError{Err: undecoded})},
		{name: "a file", answers: "_std", err: missing},
		{name: "a file of a root", answers: "_std", err: outside},
		{name: "a program", answers: "_std", err: exec.Command("no-such-program").Run()},
		{name: "JSON", answers: "_std", err: undecoded},
		{name: "a number", answers: "_std", err: misread},
		{name: "a database", answers: "_std", err: fmt.Errorf("find: %w", sql.ErrNoRows)},
		{name: "a mail server", answers: "_std", err: &textproto.Error{Code: 550, Msg: "no such user here"}},
		{name: "a mail server that is not there", answers: "_http", err: smtp.SendMail(closed, nil, "a@b", nil, nil)},
		{name: "unknown", answers: "", err: errors.New("a tool's own")},
		{name: "the end of anything", answers: "", err: fmt.Errorf("read: %w", io.ErrUnexpectedEOF)},
	}
}

// Every adapter is called with every error. One vendor recognises it. If another would too,
// the order decides, and the test lists it.
func TestAdaptersDoNotSteal(t *testing.T) {
	for _, tt := range errorsOf(t) {
		t.Run(tt.name, func(t *testing.T) {
			require.Error(t, tt.err)
			var want, got []string
			if tt.answers != "" {
				want = append([]string{tt.answers}, tt.also...)
			}
			for _, a := range adapters.All() {
				if te := a.FromError(tt.err); te != nil {
					got = append(got, a.Slug())
				}
			}
			assert.Equal(t, want, got)

			te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), tt.err))
			require.True(t, ok)
			assert.Equal(t, tt.answers, te.Extra().Service)
		})
	}
}

func TestAllReturnsACopy(t *testing.T) {
	all := adapters.All()
	seen := map[string]bool{}
	for _, a := range all {
		assert.False(t, seen[a.Slug()], "%s twice", a.Slug())
		seen[a.Slug()] = true
	}
	assert.Equal(t, "_http", all[len(all)-2].Slug(), "what no vendor claims is HTTP's")
	assert.Equal(t, "_std", all[len(all)-1].Slug(), "what no exchange claims may still be a file's")
	all[0] = nil
	assert.NotNil(t, adapters.All()[0])
}

// plain returns the error of a response for a program that uses only net/http.
func plain(method, url string, status int, header http.Header, body string) error {
	return httpadapter.CheckResponse(&http.Response{
		StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: httptest.NewRequest(method, url, http.NoBody),
	})
}

// tables are the adapters that have a table, each with its own.
func tables() iter.Seq2[adapter.Adapter, adapter.Table] {
	return func(yield func(adapter.Adapter, adapter.Table) bool) {
		for _, a := range adapters.All() {
			if tabled, ok := adapter.As[adapter.Tabled](a); ok && !yield(a, tabled.Table()) {
				return
			}
		}
	}
}

// meansTwo are the codes that mean different kinds in two tables, with the reason why this
// is not misleading: the service is shown beside the code.
var meansTwo = map[string]string{
	"file_not_found":          "_std: a path of this machine, which the call can change; _slack: a file that Slack does not have",
	"permission_denied":       "_std: of this machine's system; _connect: of the service",
	"invalid_number":          "_std: a value that is not a number; _stripe: the number of a card",
	"already_exists":          "_github: a value of a field; _connect: the thing itself",
	"authentication_required": "_microsoft: a sign-in; _stripe: by the card's holder, at the bank",
	"RequestTimeout":          "_aws: a body that did not arrive; _minio: a lock that was not to be had, as a rule",
	"UNKNOWN":                 "_gemini: a 500 of that service; _grpc: an error of any service that gave it no status",
	"invalid_time":            "_slack: the time of a message; _std: a value that is not a time",
	"invalid_json":            "_notion: the tool sent it; _std: a value of the call is not JSON",
	"READONLY":                "_clickhouse: what the account may do; _redis: a server that is not a primary now",
	"Conflict":                "_microsoft: with the state of a resource; _kubernetes: of two writers, which may retry",
}

// A program that switches only on the code is not misled.
func TestCodesMeanOneKind(t *testing.T) {
	rows := map[string]adapter.Row{}
	owner := map[string]string{}
	for a, table := range tables() {
		for _, row := range table.Rows() {
			before, twice := rows[row.VendorCode]
			if !twice {
				rows[row.VendorCode], owner[row.VendorCode] = row, a.Slug()
				continue
			}
			if meansTwo[row.VendorCode] != "" {
				assert.NotEqual(t, before.Kind, row.Kind, "%s is listed for nothing", row.VendorCode)
				continue
			}
			assert.Equal(t, before.Kind, row.Kind, "%s of %s and %s", row.VendorCode, owner[row.VendorCode], a.Slug())
		}
	}
	assert.Greater(t, len(rows), 200)
	for code := range meansTwo {
		assert.Contains(t, rows, code)
	}
}

// No row repeats the properties of its kind, or contradicts them.
func TestTablesAreWellMade(t *testing.T) {
	for a, table := range tables() {
		assert.Equal(t, a.Slug(), table.Slug())
		for _, row := range table.Rows() {
			if row.Retry != adapter.RetryByKind {
				assert.NotEqual(t, row.Kind.CanRetry(), row.CanRetry(), "%s: the kind of %s means that already", a.Slug(), row.VendorCode)
			}
			if row.Guidance == toolerr.GuidanceRefreshAuthThenRetry {
				assert.NotEqual(t, "_oauth2", a.Slug(), "%s: a caller whose token was refused cannot renew it", row.VendorCode)
				assert.Equal(t, toolerr.KindUpstreamAuthError, row.Kind, "%s: %s", a.Slug(), row.VendorCode)
				assert.False(t, row.UserAction, "%s: a program renews %s, or a person", a.Slug(), row.VendorCode)
			}
			if row.Kind == toolerr.KindToolRetry {
				assert.False(t, row.Message.IsZero(), "%s: %s needs a text of its own", a.Slug(), row.VendorCode)
			} else if slices.Contains([]string{"_oauth2", "_google", "_github", "_slack", "_graphql", "_microsoft", "_aws"}, a.Slug()) {
				fact, _ := row.Fact.Meaning()
				assert.Equal(t, fact.Message, row.Message, "%s: the text of the kind already describes %s", a.Slug(), row.VendorCode)
			}
		}
	}
}

// The payload of every row is short, with the longest phrase, the longest wait and what is said
// of an unknown effect, but without the hint of the row.
func TestPayloadsAreSmall(t *testing.T) {
	for _, table := range tables() {
		for _, row := range table.Rows() {
			row.Hint = toolerr.Message{}
			te := row.Error(errors.New("x"), toolerr.WithStatus(431), toolerr.WithRetryAfter(24*time.Hour-time.Minute), toolerr.WithEffect(toolerr.EffectUnknown))
			payload := te.Payload().String()
			assert.LessOrEqual(t, len(payload), 480, payload)
		}
	}
}
