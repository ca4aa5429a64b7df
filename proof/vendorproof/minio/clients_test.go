package minio_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/errand-go/errand/conformance/faults"
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
