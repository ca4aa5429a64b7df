package minio_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	minio6 "github.com/minio/minio-go/v6"
	credentials6 "github.com/minio/minio-go/v6/pkg/credentials"
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

// A client has the calls of a major that the tests use. It does not retry.
type client struct {
	put      func(ctx context.Context, bucket, object string) error
	get      func(ctx context.Context, bucket, object string) error
	stat     func(ctx context.Context, object string) error
	list     func(ctx context.Context) error
	complete func(ctx context.Context) error
	tagging  func(ctx context.Context) error
}

var majors = map[string]func(hc *http.Client, rawURL string) (client, error){"v7": seven, "v6": six}

func endpoint(rawURL string) (host string, secure bool) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return rawURL, false // the client refuses it
	}
	return u.Host + u.Path, u.Scheme == "https"
}

var data = []byte(faults.CanaryUpload)

func newSeven(hc *http.Client, rawURL string, creds *credentials.Credentials) (*minio.Client, error) {
	host, secure := endpoint(rawURL)
	return minio.New(host, &minio.Options{Creds: creds, Secure: secure, Transport: hc.Transport, Region: region, MaxRetries: 1})
}

func seven(hc *http.Client, rawURL string) (client, error) {
	c, err := newSeven(hc, rawURL, credentials.NewStaticV4(key, secret, faults.CredentialBearer))
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

func six(hc *http.Client, rawURL string) (client, error) {
	host, secure := endpoint(rawURL)
	c, err := minio6.NewWithCredentials(host, credentials6.NewStaticV4(key, secret, faults.CredentialBearer), secure, region)
	if err != nil {
		return client{}, err
	}
	c.SetCustomTransport(hc.Transport)
	core := minio6.Core{Client: c}
	return client{
		put: func(ctx context.Context, bucket, object string) error {
			return failure(c.PutObjectWithContext(ctx, bucket, object, bytes.NewReader(data), int64(len(data)), minio6.PutObjectOptions{}))
		},
		get: func(ctx context.Context, bucket, object string) error {
			o, err := c.GetObjectWithContext(ctx, bucket, object, minio6.GetObjectOptions{})
			return drain(o, err)
		},
		stat: func(ctx context.Context, object string) error {
			return failure(c.StatObjectWithContext(ctx, bucket, object, minio6.StatObjectOptions{}))
		},
		list: func(ctx context.Context) error { return failure(c.ListBucketsWithContext(ctx)) },
		complete: func(ctx context.Context) error {
			return failure(core.CompleteMultipartUploadWithContext(ctx, bucket, object, "1", []minio6.CompletePart{{PartNumber: 1, ETag: "x"}}))
		},
		tagging: func(ctx context.Context) error { return failure(c.GetBucketTaggingWithContext(ctx, bucket)) },
	}, nil
}

// TestMain disables the retries of v6; for v7 an option of each client does. Both wait
// before they notice that no attempt is left, v6 for up to a second.
func TestMain(m *testing.M) {
	minio6.MaxRetry = 1
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
