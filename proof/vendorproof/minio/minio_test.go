// Package minio_test tests MinIO's client with a server that responds like
// MinIO, and with the fault server.
package minio_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

var canary = conformance.Canary{Credentials: []string{secret}, Content: []string{bucket}}

var check = proof.Checks(minioadapter.Adapter{}, canary)

// statuses are the statuses of codes, if other than 400.
var statuses = map[toolerr.Kind]int{
	toolerr.KindUpstreamRateLimit: 503, toolerr.KindUpstreamServerError: 503, toolerr.KindUpstreamNotFound: 404, toolerr.KindUpstreamAuthError: 403,
}

// unsendable are rows that no response to these calls has.
var unsendable = map[string]string{
	"connection_closed": "TestWords has it",
	"endpoint_offline":  "TestWords has it",
}

func TestCodes(t *testing.T) {
	t.Parallel()
	for _, row := range spec.Of(minioadapter.Adapter{}).Table().Rows() {
		if unsendable[row.VendorCode] != "" {
			continue
		}
		status := statuses[row.Kind]
		if status == 0 {
			status = 400
		}
		s := serve(t, status, nil, refusal(row.VendorCode))
		check(t, proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: connect(t, s).put(t.Context(), bucket, object), Want: proof.WantRow(row, status)})
		s.Close()
	}
}

// The response has no data, so the client sets a code for the status.
func TestWithoutABody(t *testing.T) {
	t.Parallel()
	for status, code := range map[int]string{
		403: "AccessDenied", 404: "NoSuchKey", 412: "PreconditionFailed", 400: "", 409: "", 401: "", 429: "", 500: "", 502: "", 503: "",
	} {
		s := serve(t, status, nil, []byte("<html>"+faults.CanaryBody))
		c := connect(t, s)
		check(t, proof.Case{Name: fmt.Sprint(status, " of a proxy"), Code: code, Err: c.put(t.Context(), bucket, object), Want: faults.ForStatus(status)})
		check(t, proof.Case{Name: fmt.Sprint(status, " of a HEAD"), Code: code, Err: c.stat(t.Context(), object), Want: faults.ForStatus(status)})
	}
	s := serve(t, 404, nil, nil)
	check(t, proof.Case{Name: "no bucket", Code: "NoSuchBucket", Err: connect(t, s).tagging(t.Context()), Want: faults.ForStatus(404)})
}

// A request that the client refuses to send has no status and no effect.
func TestNames(t *testing.T) {
	want := faults.ForKind(toolerr.KindUpstreamValidationError, none)
	c := connect(t, serve(t, 200, nil, nil))
	for what, wrong := range map[string]string{
		"no bucket": "", "a short bucket": "a", "a long bucket": strings.Repeat("a", 64), "an address": "192.168.1.1", "a bucket with a slash": "a/b/" + faults.CanaryPath,
		"a bucket with two dots": "quor..vex",
	} {
		check(t, proof.Case{Name: what, Code: "InvalidBucketName", Err: c.put(t.Context(), wrong, object), Want: want})
		check(t, proof.Case{Name: what + ", to read", Code: "InvalidBucketName", Err: c.get(t.Context(), wrong, object), Want: want})
	}
	for what, wrong := range map[string]string{
		"no object": "", "a long object": strings.Repeat("a", 1025), "an object that is not text": "\xff\xfe",
	} {
		check(t, proof.Case{Name: what, Code: "XMinioInvalidObjectName", Err: c.put(t.Context(), bucket, wrong), Want: want})
		check(t, proof.Case{Name: what + ", to read", Code: "XMinioInvalidObjectName", Err: c.get(t.Context(), bucket, wrong), Want: want})
	}
	_, err := newClient(http.DefaultClient, "host/"+faults.CanaryPath)
	check(t, proof.Case{Name: "an endpoint with a path", Code: "InvalidArgument", Err: err, Want: want})
}

// failing starts a server that refuses the requests named by the test.
func failing(t *testing.T, status int, code string, refuse func(*http.Request) bool) *minio.Client {
	t.Helper()
	s := proof.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		q := r.URL.Query()
		switch {
		case refuse(r):
			w.WriteHeader(status)
			_, _ = w.Write(refusal(code))
		case q.Has("uploads"):
			_, _ = io.WriteString(w, `<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>`)
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case r.Method == http.MethodPost:
			_, _ = io.WriteString(w, `<CompleteMultipartUploadResult><Bucket>b</Bucket></CompleteMultipartUploadResult>`)
		default:
			w.Header().Set("ETag", `"x"`)
		}
	}))
	c, err := newMinio(s.Client(), s.URL, credentials.NewStaticV4(key, secret, ""))
	require.NoError(t, err)
	return c
}

// upload sends the available data with a stated size, in parts of 5 MiB.
func upload(ctx context.Context, c *minio.Client, has, size int64) error {
	_, err := c.PutObject(ctx, bucket, object, io.LimitReader(zeros{}, has), size, minio.PutObjectOptions{PartSize: 5 << 20, NumThreads: 1, SendContentMd5: true})
	return err
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestUploadsInParts(t *testing.T) {
	third := func(r *http.Request) bool { return r.URL.Query().Get("partNumber") == "3" }
	last := func(r *http.Request) bool { return r.Method == http.MethodPost && r.URL.Query().Has("uploadId") }
	never := func(*http.Request) bool { return false }
	require.NoError(t, upload(t.Context(), failing(t, 0, "", never), 11<<20, 11<<20))
	for _, tt := range []struct {
		name, code string
		status     int
		refuse     func(*http.Request) bool
		has        int64
		want       conformance.Want
	}{
		{"the third part fails", "InternalError", 500, third, 11 << 20, faults.ForStatus(500)},
		{"no space for the third part", "XMinioStorageFull", 507, third, 11 << 20, faults.ForCode(toolerr.KindUpstreamServerError, 507).With(none).Retry(false)},
		{"the end fails", "InternalError", 500, last, 11 << 20, faults.ForStatus(500)},
		{"the end fails inside of a success", "InternalError", 200, last, 11 << 20, faults.ForKind(toolerr.KindUpstreamServerError, unknown)},
		{"the upload is gone", "NoSuchUpload", 404, last, 11 << 20, faults.ForStatus(404)},
		{"less than announced", "UnexpectedEOF", 0, never, 10 << 20, faults.ForKind(toolerr.KindUpstreamBadRequest, unknown)},
	} {
		err := upload(t.Context(), failing(t, tt.status, tt.code, tt.refuse), tt.has, 11<<20)
		check(t, proof.Case{Name: tt.name, Code: tt.code, Err: err, Want: tt.want})
	}
	c := connect(t, serve(t, 200, nil, refusal("InternalError")))
	check(t, proof.Case{Name: "the end fails inside of a success", Code: "InternalError", Err: c.complete(t.Context()), Want: faults.ForKind(toolerr.KindUpstreamServerError, unknown)})
	err := func() error {
		_, err := failing(t, 0, "", never).PutObject(t.Context(), bucket, object, bytes.NewReader(nil), 1<<46, minio.PutObjectOptions{})
		return err
	}()
	check(t, proof.Case{Name: "too much", Code: "EntityTooLarge", Err: err, Want: faults.ForKind(toolerr.KindUpstreamValidationError, none)})
}

// The error is for one of several objects, in the channel's own type.
func TestRemovals(t *testing.T) {
	type item struct{ Key, Code, Message string }
	body, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"DeleteResult"`
		Error   []item
	}{Error: []item{{object, "AccessDenied", faults.CanaryMessage}}})
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		status int
		body   []byte
		want   conformance.Want
	}{
		"one of them": {200, body, faults.ForKind(toolerr.KindUpstreamAuthError, unknown)},
		"all of them": {403, refusal("AccessDenied"), faults.ForStatus(403).With(unknown)},
	} {
		s := serve(t, tt.status, nil, tt.body)
		c, err := newMinio(s.Client(), s.URL, credentials.NewStaticV4(key, secret, ""))
		require.NoError(t, err)
		objects := make(chan minio.ObjectInfo, 1)
		objects <- minio.ObjectInfo{Key: object}
		close(objects)
		failed := <-c.RemoveObjects(t.Context(), bucket, objects, minio.RemoveObjectsOptions{})
		check(t, proof.Case{Name: name, Code: "AccessDenied", Err: fmt.Errorf("clean: %w", &failed), Want: tt.want})
	}
}

// The call was not sent, because the credentials were refused.
func TestCredentials(t *testing.T) {
	for _, tt := range []struct {
		code, seen string
		body       []byte
		want       conformance.Want
	}{
		{"AccessDenied", "AccessDenied", unsaid("AccessDenied"), faults.ForKind(toolerr.KindUpstreamAuthError, none)},
		{"ExpiredToken", "ExpiredToken", refusal("ExpiredToken"), faults.ForKind(toolerr.KindUpstreamAuthError, none)},
		{"STSNotInitialized", "STSNotInitialized", unsaid("STSNotInitialized"), faults.ForKind(toolerr.KindUpstreamServerError, none)},
		{"unknown", "", unsaid(faults.CanaryCode), faults.ForKind(toolerr.KindUpstreamAuthError, none)},
	} {
		s := serve(t, 403, nil, tt.body)
		creds, err := credentials.NewSTSAssumeRole(s.URL, credentials.STSAssumeRoleOptions{AccessKey: key, SecretKey: secret})
		require.NoError(t, err)
		c, err := newMinio(s.Client(), s.URL, creds)
		require.NoError(t, err)
		_, err = c.ListBuckets(t.Context())
		check(t, proof.Case{Name: tt.code, Code: tt.seen, Err: err, Want: tt.want})
	}
}

// The client returns errors without a type.
func TestWords(t *testing.T) {
	hangUp := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		conn, _, err := w.(http.Hijacker).Hijack()
		if assert.NoError(t, err) {
			_ = conn.Close()
		}
	}
	c := connect(t, proof.Serve(t, http.HandlerFunc(hangUp)))
	err := c.put(t.Context(), bucket, object)
	check(t, proof.Case{Name: "closed", Code: "connection_closed", Err: err, Want: faults.ForKind(toolerr.KindNetworkTransportUnreachable, unknown)})
	down, err := newMinio(http.DefaultClient, "http://"+faults.ClosedPort(t), credentials.NewStaticV4(key, secret, ""))
	require.NoError(t, err)
	stop, err := down.HealthCheck(time.Hour)
	require.NoError(t, err)
	defer stop()
	_, err = down.ListBuckets(t.Context())
	require.Error(t, err, "it finds out")
	_, err = down.ListBuckets(t.Context())
	check(t, proof.Case{Name: "offline", Code: "endpoint_offline", Err: err, Want: faults.ForKind(toolerr.KindNetworkTransportUnreachable, none)})
}

// errand's transport below the client keeps the wait.
func TestWaitDroppedByTheClient(t *testing.T) {
	s := serve(t, 503, http.Header{"Retry-After": {"7"}}, refusal("SlowDownWrite"))
	proof.CheckRecorded(t, minioadapter.Adapter{}, s, proof.Calling(newClient, put), proof.Case{
		Name: "a wait", Code: "SlowDownWrite", Want: faults.ForCode(toolerr.KindUpstreamRateLimit, 503).Wait(7 * time.Second).With(unknown),
	}, canary)
}

func put(ctx context.Context, c client) error { return c.put(ctx, bucket, object) }

// TestFaults makes a call with every fault. Without its headers, which the client drops, a
// 403 that is a rate limit looks like a missing permission.
func TestFaults(t *testing.T) {
	t.Parallel()
	shape := proof.Shape("MinIO", "application/xml", func(a faults.Answer) []byte { return refusal(a.Code) }, `<ListAllMyBucketsResult></ListAllMyBucketsResult>`)
	for name, tt := range map[string]struct {
		call func(context.Context, client) error
		have []faults.Need
	}{
		"put":  {put, nil},
		"list": {func(ctx context.Context, c client) error { return c.list(ctx) }, []faults.Need{faults.NeedBody}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			skip := proof.WithoutRows("TestCodes has them").Faults("the client takes a transport, so that it has no timeout of its own",
				"client-timeout", "client-timeout-in-body", "h2-rst-refused", "h2-goaway-unprocessed")
			suite := proof.Suite(minioadapter.Adapter{}, "minio/"+name, shape, skip, proof.Calling(newClient, tt.call))
			suite.Have, suite.Wants, suite.Canary = tt.have, wants(), conformance.Canary{Credentials: []string{secret}}
			suite.Only = func(fault string) bool { return !strings.HasPrefix(fault, "403-") }
			suite.Run(t)
		})
	}
}

// wants are the faults with another result for this client.
func wants() map[string]conformance.Want {
	all := map[string]conformance.Want{}
	for _, name := range []string{"url-empty", "url-no-host", "url-relative", "url-unsupported-scheme"} {
		all["fault/"+name] = faults.ForKind(toolerr.KindUpstreamValidationError, none).Because("the client's error for an endpoint is that for any argument")
	}
	for name, status := range map[string]int{"check-redirect-error": 302, "redirect-refused": 302, "redirect-other-scheme": 302, "redirect-loop-302": 302, "redirect-loop-307": 307} {
		all["fault/"+name] = faults.ForStatus(status).Because("the client follows no redirect: it is an answer")
	}
	return all
}

// The agent reads that the store does not have the object it named.
func TestFindings(t *testing.T) {
	s := serve(t, 404, nil, []byte(`<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message><Key>reports/a.csv</Key><BucketName>b</BucketName></Error>`))
	proof.Told(t, minioadapter.Adapter{}, connect(t, s).get(t.Context(), bucket, object), `{"file":"reports/a.csv"}`, `/file names "reports/a.csv", which does not exist`)
}
