package minio_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const (
	key    = "AKIAQV7XERRANDFAULT0"
	secret = "Qv7xErrandFaultMinioSecretKey0000000000Zq"
	region = "us-east-1" // so that the client does not request it first

	bucket = "errand-" + faults.CanaryResource
	object = "reports/" + faults.CanaryPath
)

// A client has the calls that the tests use. It does not retry.
type client struct {
	put      func(ctx context.Context, bucket, object string) error
	get      func(ctx context.Context, bucket, object string) error
	stat     func(ctx context.Context, object string) error
	list     func(ctx context.Context) error
	complete func(ctx context.Context) error
	tagging  func(ctx context.Context) error
}

func endpoint(rawURL string) (host string, secure bool) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return rawURL, false // the client refuses it
	}
	return u.Host + u.Path, u.Scheme == "https"
}

var data = []byte(faults.CanaryUpload)

func newMinio(hc *http.Client, rawURL string, creds *credentials.Credentials) (*minio.Client, error) {
	host, secure := endpoint(rawURL)
	return minio.New(host, &minio.Options{Creds: creds, Secure: secure, Transport: hc.Transport, Region: region, MaxRetries: 1})
}

func newClient(hc *http.Client, rawURL string) (client, error) {
	c, err := newMinio(hc, rawURL, credentials.NewStaticV4(key, secret, faults.CredentialBearer))
	if err != nil {
		return client{}, err
	}
	core := minio.Core{Client: c}
	return client{
		put: func(ctx context.Context, bucket, object string) error {
			return failure(c.PutObject(ctx, bucket, object, bytes.NewReader(data), int64(len(data)), minio.PutObjectOptions{}))
		},
		get: func(ctx context.Context, bucket, object string) error {
			o, err := c.GetObject(ctx, bucket, object, minio.GetObjectOptions{})
			return drain(o, err)
		},
		stat: func(ctx context.Context, object string) error {
			return failure(c.StatObject(ctx, bucket, object, minio.StatObjectOptions{}))
		},
		list: func(ctx context.Context) error { return failure(c.ListBuckets(ctx)) },
		complete: func(ctx context.Context) error {
			return failure(core.CompleteMultipartUpload(ctx, bucket, object, "1", []minio.CompletePart{{PartNumber: 1, ETag: "x"}}, minio.PutObjectOptions{}))
		},
		tagging: func(ctx context.Context) error { return failure(c.GetBucketTagging(ctx, bucket)) },
	}, nil
}

// TestMain makes the client not wait before it notices that no attempt is left.
func TestMain(m *testing.M) {
	minio.DefaultRetryUnit = time.Millisecond
	m.Run()
}

// failure returns the error of a call and drops its result.
func failure[Value any](_ Value, err error) error { return err }

// drain reads an object to its end.
func drain(o io.ReadCloser, err error) error {
	if err != nil {
		return err
	}
	defer o.Close()
	return failure(io.Copy(io.Discard, o))
}

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
var serve = proof.Answers(http.Header{"Server": {"MinIO"}, "X-Amz-Request-Id": {"17A9"}, "Content-Type": {"application/xml"}})

func connect(t *testing.T, s *httptest.Server) client {
	t.Helper()
	c, err := newClient(s.Client(), s.URL)
	require.NoError(t, err)
	return c
}

// The error of one object in a removal of several has the meaning of its cause.
func TestCausesOfRemovals(t *testing.T) {
	for name, tt := range map[string]struct {
		cause error
		kind  toolerr.Kind // "": not MinIO's
	}{
		"a refusal":        {minio.ErrorResponse{Code: "AccessDenied"}, toolerr.KindUpstreamAuthError},
		"a name":           {errors.New("Bucket name cannot be empty"), toolerr.KindUpstreamValidationError},
		"a connection":     {&url.Error{Op: "Post", URL: "http://" + faults.CanaryHost, Err: io.ErrUnexpectedEOF}, toolerr.KindNetworkTransportUnreachable},
		"an unknown cause": {errors.New("x"), ""},
		"nothing":          {nil, ""},
	} {
		te := minioadapter.Adapter{}.FromError(fmt.Errorf("clean: %w", &minio.RemoveObjectError{ObjectName: faults.CanaryPath, Err: tt.cause}))
		if tt.kind == "" {
			assert.Nil(t, te, name)
			continue
		}
		require.NotNil(t, te, name)
		assert.Equal(t, tt.kind, te.Kind(), name)
		assert.Equal(t, toolerr.EffectUnknown, te.Effect(), name)
		assert.Equal(t, "_minio", te.Service(), name)
	}
	var itself minio.RemoveObjectError
	itself.Err = &itself
	assert.Nil(t, minioadapter.Adapter{}.FromError(&itself), "a circle")
}
