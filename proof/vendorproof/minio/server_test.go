package minio_test

import (
	"encoding/xml"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
)

// refusal is a server's error: the code, and every text that leaks.
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

// unsaid is a refusal of the service for credentials.
func unsaid(code string) []byte {
	return []byte(`<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type></Type><Code>` + code +
		`</Code><Message>` + faults.CanaryMessage + `</Message></Error><RequestId>17A9</RequestId></ErrorResponse>`)
}

// serve starts a server that sends the same response to every request.
func serve(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
	t.Helper()
	all := http.Header{"Server": {"MinIO"}, "X-Amz-Request-Id": {"17A9"}, "Content-Type": {"application/xml"}}
	maps.Copy(all, header)
	return proof.Serve(t, proof.Answer{Status: status, Header: all, Body: string(body)})
}

func connect(t *testing.T, s *httptest.Server) client {
	t.Helper()
	c, err := newClient(s.Client(), s.URL)
	require.NoError(t, err)
	return c
}
