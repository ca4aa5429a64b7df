package sdkmatrix

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/credentials/stscreds"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// An awsCall makes one call of a service. The configuration contains the fault's changes;
// endpoint is nil if the fault is a missing endpoint.
type awsCall func(ctx context.Context, t conformance.Target, cfg aws.Config, endpoint *string) error

func awsSuites(wire wiring) []conformance.Suite {
	of := func(client string, shape faults.Shape, call awsCall, have ...faults.Need) conformance.Suite {
		return conformance.Suite{
			Adapter: awsadapter.Adapter, Defaults: behind(), Client: client, Shape: shape, Messages: clients.Messages(),
			Have: append(have, faults.NeedAWS, faults.NeedSetup, faults.NeedBody),
			Skip: map[string]string{
				"law/rows": "a service has a few of the codes; the adapter's own suite reaches every row", "law/paths": oneClient,
			},
			Call: func(ctx context.Context, t conformance.Target) error {
				cfg, endpoint := awsConfig(t, wire(t))
				return call(ctx, t, cfg, endpoint)
			},
		}
	}
	role := of("aws/s3/assume-role", faults.AWSRestXML(), callS3WithRole, faults.NeedS3, faults.NeedAssumeRole)
	role.Only = func(fault string) bool { return strings.HasPrefix(fault, "s3-assumerole") }
	own := of("aws/s3/own-client", faults.AWSRestXML(), callS3, faults.NeedS3, faults.NeedS3Copy, faults.NeedHEAD, faults.NeedUpload)
	for _, fault := range []string{"max-bytes", "read-after-close"} {
		own.Skip["fault/"+fault] = "the SDK's own client takes no RoundTripper, which is what changes bodies here"
	}
	own.Call = func(ctx context.Context, t conformance.Target) error {
		cfg, endpoint := awsConfig(t, buildable(t))
		return callS3(ctx, t, cfg, endpoint)
	}
	return []conformance.Suite{
		of("aws/s3", faults.AWSRestXML(), callS3, faults.NeedS3, faults.NeedS3Copy, faults.NeedHEAD, faults.NeedUpload),
		own,
		role,
		of("aws/dynamodb", faults.AWSJSON10(), callDynamoDB, faults.NeedDynamoDB, faults.NeedJSON),
		of("aws/sqs", faults.AWSJSON10(), callSQS, faults.NeedSQS, faults.NeedJSON),
		of("aws/sts", faults.AWSQuery(), callSTS, faults.NeedSTS, faults.NeedJSON),
	}
}

// awsConfig returns the configuration of a tool: a client, credentials, an endpoint, and
// one attempt per call. Faults of the configuration change it.
func awsConfig(t conformance.Target, client aws.HTTPClient) (aws.Config, *string) {
	cfg := aws.Config{
		Region: "us-east-1", HTTPClient: client, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider(faults.CredentialAccessKey, faults.CredentialPassword, faults.CredentialLocation),
	}
	endpoint := &t.URL
	switch t.Fault.Name {
	case "aws-missing-region":
		cfg.Region, endpoint = "", nil
	case "aws-missing-credentials":
		cfg.Credentials = noCredentials{}
	case "aws-read-timeout":
		cfg.HTTPClient = buildable(t).WithReadTimeout(faults.DefaultTimeout)
	case "retry-quota-exceeded":
		cfg.RetryMaxAttempts = 2
		cfg.Retryer = func() aws.Retryer {
			return retry.NewStandard(func(o *retry.StandardOptions) {
				o.RateLimiter = ratelimit.NewTokenRateLimit(0)
				o.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
			})
		}
	}
	return cfg, endpoint
}

// noCredentials is an exhausted chain of providers.
type noCredentials struct{}

// Retrieve returns an error.
func (noCredentials) Retrieve(context.Context) (aws.Credentials, error) {
	return aws.Credentials{}, errors.New("no credential provider has credentials")
}

// buildable returns the SDK's own client, which does not allow another RoundTripper. It
// copies the settings of the target's transport.
func buildable(t conformance.Target) *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTimeout(t.Client.Timeout).WithTransportOptions(func(own *http.Transport) {
		own.Proxy = t.Transport.Proxy
		own.DialContext = t.Transport.DialContext
		own.TLSClientConfig = t.Transport.TLSClientConfig
		own.TLSHandshakeTimeout = t.Transport.TLSHandshakeTimeout
		own.ResponseHeaderTimeout = t.Transport.ResponseHeaderTimeout
		own.MaxResponseHeaderBytes = t.Transport.MaxResponseHeaderBytes
		own.ForceAttemptHTTP2 = t.Transport.ForceAttemptHTTP2
	})
}

func newS3(cfg aws.Config, endpoint *string) *s3.Client {
	return s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.BaseEndpoint, o.UsePathStyle = endpoint, true
	})
}

func callS3(ctx context.Context, t conformance.Target, cfg aws.Config, endpoint *string) error {
	client := newS3(cfg, endpoint)
	bucket, key := aws.String("bucket"), aws.String(faults.CanaryResource)
	if t.Fault.Name == "aws-invalid-params" {
		bucket, key = nil, nil
	}
	body := t.Body()
	switch {
	case body != nil:
		_, err := client.PutObject(ctx, &s3.PutObjectInput{Bucket: bucket, Key: key, Body: body})
		return err
	case needs(t, faults.NeedHEAD):
		_, err := client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: bucket, Key: key})
		return err
	case needs(t, faults.NeedS3Copy):
		_, err := client.CopyObject(ctx, &s3.CopyObjectInput{Bucket: bucket, Key: key, CopySource: aws.String("bucket/other")})
		return err
	}
	out, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: bucket, Key: key})
	if err != nil {
		return err
	}
	defer func() { _ = out.Body.Close() }()
	_, err = io.Copy(io.Discard, out.Body)
	// With errand's Transport under the client, the error itself shows that it comes from a
	// body.
	if raw, ok := awsmiddleware.GetRawResponse(out.ResultMetadata).(*smithyhttp.Response); ok {
		return httpadapter.CheckBody(raw.Response, err)
	}
	return err
}

// callS3WithRole gets the credentials of the call from STS, at the same endpoint.
func callS3WithRole(ctx context.Context, _ conformance.Target, cfg aws.Config, endpoint *string) error {
	client := sts.NewFromConfig(cfg, func(o *sts.Options) { o.BaseEndpoint = endpoint })
	cfg.Credentials = aws.NewCredentialsCache(stscreds.NewAssumeRoleProvider(client, "arn:aws:iam::000000000000:role/tool"))
	_, err := newS3(cfg, endpoint).ListObjectsV2(ctx, &s3.ListObjectsV2Input{Bucket: aws.String("bucket")})
	return err
}

func callDynamoDB(ctx context.Context, t conformance.Target, cfg aws.Config, endpoint *string) error {
	client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.BaseEndpoint = endpoint })
	in := &dynamodb.GetItemInput{
		TableName: aws.String("table"),
		Key:       map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: faults.CanaryResource}},
	}
	if t.Fault.Name == "aws-invalid-params" {
		in = &dynamodb.GetItemInput{}
	}
	_, err := client.GetItem(ctx, in)
	return err
}

func callSQS(ctx context.Context, t conformance.Target, cfg aws.Config, endpoint *string) error {
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.BaseEndpoint = endpoint })
	in := &sqs.SendMessageInput{QueueUrl: aws.String("https://sqs.invalid/000000000000/queue"), MessageBody: aws.String("hello")}
	if t.Fault.Name == "aws-invalid-params" {
		in = &sqs.SendMessageInput{}
	}
	_, err := client.SendMessage(ctx, in)
	return err
}

func callSTS(ctx context.Context, t conformance.Target, cfg aws.Config, endpoint *string) error {
	client := sts.NewFromConfig(cfg, func(o *sts.Options) { o.BaseEndpoint = endpoint })
	if t.Fault.Name == "aws-invalid-params" {
		_, err := client.AssumeRole(ctx, &sts.AssumeRoleInput{})
		return err
	}
	_, err := client.GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{})
	return err
}
