package minio_test

import (
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

// refusal is what a server of the protocol writes: the code, and everything that
// leaks.
func refusal(code string) []byte {
	body, _ := xml.Marshal(struct {
		XMLName xml.Name `xml:"Error"`

		Code, Message, BucketName, Key, Resource, RequestId, HostId string //nolint:revive // the names of the protocol
	}{
		Code: code, Message: faults.CanaryMessage + " token=" + faults.CredentialBody, BucketName: bucket, Key: object,
		Resource: "/" + bucket + "/" + object, RequestId: "17A9", HostId: "dd9025",
	})
	return append([]byte(xml.Header), body...)
}

// unsaid is a refusal of the service that gives credentials.
func unsaid(code string) []byte {
	return []byte(`<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type></Type><Code>` + code +
		`</Code><Message>` + faults.CanaryMessage + `</Message></Error><RequestId>17A9</RequestId></ErrorResponse>`)
}

// serve answers everything in one way.
func serve(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
	t.Helper()
	return serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Server", "MinIO")
		w.Header().Set("X-Amz-Request-Id", "17A9")
		for name := range header {
			w.Header().Set(name, header.Get(name))
		}
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(body)
		}
	})
}

func serveFunc(t *testing.T, handle http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return s
}

func connect(t *testing.T, major string, s *httptest.Server) client {
	t.Helper()
	c, err := majors[major](s.Client(), s.URL)
	require.NoError(t, err)
	return c
}
