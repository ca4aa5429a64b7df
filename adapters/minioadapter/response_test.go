package minioadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
)

// TestAnswersAreTheClients: what an answer means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	types(t)
	err := errors.New(faults.CanaryCause)
	words := []string{"", "xyzzy", "SlowDownNow", "ThrottledX", "NoSuchThing"}
	for _, row := range (minioadapter.Adapter{}).Table().Rows() {
		words = append(words, row.VendorCode)
	}
	for _, word := range words {
		for _, status := range []int{200, 301, 400, 403, 404, 409, 412, 429, 500, 503, 599} {
			want := adapt(t, answer(status, word))
			body := fmt.Sprintf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>m</Message><Key>%s</Key></Error>", word, faults.CanaryPath)
			got := minioadapter.Adapter{}.FromAnswer(err, status, nil, []byte(body))
			meaning.Same(t, want, got, body)
			assert.ErrorIs(t, got.Cause(), err)
			if status >= 300 && word != "" {
				meaning.Same(t, want, minioadapter.Adapter{}.FromAnswer(err, status, http.Header{"X-Minio-Error-Code": {word}}, nil), word)
			}
			sts := fmt.Sprintf("<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code></Error></ErrorResponse>", word)
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

// FuzzFromAnswer reads answers that a server may send.
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
