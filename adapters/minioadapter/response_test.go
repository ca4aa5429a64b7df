package minioadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: what a response means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	types(t)
	err := errors.New(faults.CanaryCause)
	codes := []string{"", "xyzzy", "SlowDownNow", "ThrottledX", "NoSuchThing"}
	for _, row := range (minioadapter.Adapter{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	for _, code := range codes {
		for _, status := range []int{200, 301, 400, 403, 404, 409, 412, 429, 500, 503, 599} {
			if row, _ := (minioadapter.Adapter{}).Table().Lookup(code); row.Unanswered {
				continue // a service does not send these
			}
			want := adapt(t, answer(status, code))
			body := fmt.Sprintf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>m</Message><Key>%s</Key></Error>", code, faults.CanaryPath)
			got := minioadapter.Adapter{}.FromAnswer(err, status, nil, []byte(body))
			meaning.Same(t, want, got, body)
			assert.ErrorIs(t, got.Cause(), err)
			if status >= 300 && code != "" {
				meaning.Same(t, want, minioadapter.Adapter{}.FromAnswer(err, status, http.Header{"X-Minio-Error-Code": {code}}, nil), code)
			}
			sts := fmt.Sprintf("<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code></Error></ErrorResponse>", code)
			meaning.Same(t, want, minioadapter.Adapter{}.FromAnswer(err, status, nil, []byte(sts)), sts)
		}
	}
	for status, code := range map[int]string{403: "AccessDenied", 412: "PreconditionFailed", 404: "", 502: ""} {
		for _, body := range []string{"", "<html>", "<Error><Code>x", "{}"} {
			meaning.Same(t, adapt(t, answer(status, code)), minioadapter.Adapter{}.FromAnswer(err, status, nil, []byte(body)), body)
		}
	}
}

func TestAnswersThatAreSuccesses(t *testing.T) {
	for _, body := range []string{"", "<html/>", "<CopyObjectResult/>", "<DeleteResult><Error><Code>AccessDenied</Code></Error></DeleteResult>", "<Error>"} {
		assert.Nil(t, minioadapter.Adapter{}.FromAnswer(errors.New("x"), 200, nil, []byte(body)), body)
	}
}

func TestAnswersNameAWait(t *testing.T) {
	header := http.Header{"Retry-After": {"7"}, "X-Amz-Request-Id": {"17A9"}}
	for code, waits := range map[string]bool{"SlowDown": true, "xyzzy": true, "AccessDenied": false} {
		te := minioadapter.Adapter{}.FromAnswer(errors.New("x"), 503, header, []byte("<Error><Code>"+code+"</Code></Error>"))
		wait, ok := te.RetryAfter()
		assert.Equal(t, waits, ok, code)
		assert.Equal(t, waits, wait == 7*time.Second, code)
		assert.Equal(t, "17A9", te.Extra().RequestID)
	}
}

// TestPlainResponses: a response of MinIO is recognised without its client, wherever
// the server runs.
func TestPlainResponses(t *testing.T) {
	const full = "<Error><Code>XMinioStorageFull</Code><Message>" + faults.CanaryMessage + "</Message></Error>"
	server := http.Header{"Server": {"MinIO"}, "X-Amz-Request-Id": {"17A9"}, "Retry-After": {"7"}}
	for name, tt := range map[string]struct {
		host   string
		status int
		header http.Header
		body   string
		slug   string
		kind   toolerr.Kind
		code   string
		wait   time.Duration
	}{
		"the server":              {"store.example", 507, server, full, "_minio", toolerr.KindUpstreamServerError, "XMinioStorageFull", 0},
		"a wait":                  {"store.example", 503, server, "<Error><Code>SlowDown</Code></Error>", "_minio", toolerr.KindUpstreamRateLimit, "SlowDown", 7 * time.Second},
		"a server on EC2":         {"ec2-198-51-100-1.compute-1.amazonaws.com", 507, server, full, "_minio", toolerr.KindUpstreamServerError, "XMinioStorageFull", 0},
		"an old server":           {"store.example", 507, http.Header{"Server": {"MinIO/RELEASE.2020-01-01"}}, full, "_minio", toolerr.KindUpstreamServerError, "XMinioStorageFull", 0},
		"a code in a header":      {"store.example", 404, http.Header{"X-Minio-Error-Code": {"NoSuchTagSet"}}, "", "_minio", toolerr.KindUpstreamNotFound, "NoSuchTagSet", 0},
		"a status alone":          {"store.example", 403, server, "", "_minio", toolerr.KindUpstreamAuthError, "AccessDenied", 0},
		"a store that is neither": {"store.example", 404, http.Header{"Server": {"nginx"}}, "<Error><Code>NoSuchKey</Code></Error>", "_http", toolerr.KindUpstreamNotFound, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: tt.status, Header: tt.header, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: &http.Request{Method: http.MethodPut, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/" + faults.CanaryPath}},
			})
			te, ok := toolerr.Find(adapters.Default().For("put").Adapt(t.Context(), fmt.Errorf("put: %w", err)))
			require.True(t, ok)
			assert.Equal(t, tt.slug, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.status, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

// FuzzFromAnswer reads responses that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(404, []byte(`<Error><Code>NoSuchKey</Code></Error>`))
	f.Add(200, []byte(`<ErrorResponse><Error><Code>x</Code></Error></ErrorResponse>`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := minioadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}}, body)
		if te != nil {
			assert.Equal(t, "_minio", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
