// Cloud is a tool that reads files from Amazon S3.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/toolerr"
)

type file struct{ Bucket, Key string }

// reader returns the tool. It returns the SDK's errors unchanged.
func reader(client *s3.Client) func(context.Context, file) (string, error) {
	return func(ctx context.Context, f file) (string, error) {
		out, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &f.Bucket, Key: &f.Key})
		if err != nil {
			return "", err
		}
		defer out.Body.Close()
		text, err := io.ReadAll(out.Body)
		return string(text), err
	}
}

func main() {
	web, closeServer := standin.Client(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Amz-Request-Id", "4442587FB7D0A2F9")
		status, code := http.StatusForbidden, "AccessDenied"
		if r.URL.Path == "/busy.txt" {
			status, code = http.StatusServiceUnavailable, "SlowDown"
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, "<Error><Code>%s</Code><Message>arn:aws:iam::123456789012:user/bot</Message></Error>", code)
	})
	defer closeServer()

	client := s3.New(s3.Options{
		Region: "eu-north-1", HTTPClient: web, Retryer: aws.NopRetryer{}, // the caller of the tool retries
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "AKIAEXAMPLE", SecretAccessKey: "s3cr3t"}, nil
		}),
	})
	registry := adapters.Default().WithLogger(standin.Logger())
	read := adapter.Wrap(reader(client), registry.For("read_file"))
	for _, f := range []file{{"reports", "salaries.txt"}, {"reports", "busy.txt"}} {
		text, err := read(context.Background(), f)
		fmt.Println(toolerr.Result(text, err)) // what the model reads
	}
}
