// Package aws_test tests the AWS SDK for Go v1, whose errors no client of v2 makes: one
// service for each of three protocols. Module sdkmatrix tests v2.
package aws_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/client"
	"github.com/aws/aws-sdk-go/aws/corehandlers"
	"github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/credentials/ec2rolecreds"
	"github.com/aws/aws-sdk-go/aws/credentials/endpointcreds"
	"github.com/aws/aws-sdk-go/aws/credentials/stscreds"
	"github.com/aws/aws-sdk-go/aws/defaults"
	"github.com/aws/aws-sdk-go/aws/ec2metadata"
	"github.com/aws/aws-sdk-go/aws/request"
	"github.com/aws/aws-sdk-go/service/s3"
	"github.com/aws/aws-sdk-go/service/s3/s3manager"
	"github.com/aws/aws-sdk-go/service/sqs"
	"github.com/aws/aws-sdk-go/service/sts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// A config is the configuration of clients. The SDK's own, a session, requires two more
// services.
type config struct{ aws *aws.Config }

func (c config) ClientConfig(string, ...*aws.Config) client.Config {
	handlers := defaults.Handlers()
	handlers.Validate.PushBackNamed(corehandlers.ValidateParametersHandler)
	return client.Config{Config: c.aws, Handlers: handlers, Endpoint: aws.StringValue(c.aws.Endpoint), SigningRegion: aws.StringValue(c.aws.Region)}
}

func configOf(hc *http.Client, url string) config {
	return config{aws.NewConfig().WithHTTPClient(hc).WithEndpoint(url).WithRegion("eu-west-1").WithMaxRetries(0).WithS3ForcePathStyle(true).WithDisableComputeChecksums(true).
		WithCredentials(credentials.NewStaticCredentials(faults.CredentialAccessKey, faults.CredentialPassword, ""))}
}

func callS3(ctx context.Context, hc *http.Client, url string) error {
	_, err := s3.New(configOf(hc, url)).ListObjectsV2WithContext(ctx, &s3.ListObjectsV2Input{Bucket: new("b"), Prefix: new(faults.CanaryUpload)})
	return err
}

func callSQS(ctx context.Context, hc *http.Client, url string) error {
	_, err := sqs.New(configOf(hc, url)).SendMessageWithContext(ctx, &sqs.SendMessageInput{QueueUrl: new(url + "/q"), MessageBody: new(faults.CanaryUpload)})
	return err
}

func callSTS(ctx context.Context, hc *http.Client, url string) error {
	_, err := sts.New(configOf(hc, url)).AssumeRoleWithContext(ctx, &sts.AssumeRoleInput{RoleArn: new("arn:aws:iam::123456789012:role/x"), RoleSessionName: new("session")})
	return err
}

// A service of each protocol runs with the fault server.
func TestFaults(t *testing.T) {
	for name, tt := range map[string]struct {
		call  proof.Call
		shape faults.Shape
		skip  []string
	}{
		"s3":  {callS3, faults.AWSRestXML(), xmlSuccesses},
		"sqs": {callSQS, faults.AWSJSON10(), []string{"json-empty"}},
		"sts": {callSTS, faults.AWSQuery(), xmlSuccesses},
	} {
		t.Run(name, func(t *testing.T) {
			skip := proof.WithoutRows("the adapter's own suite reaches every row").
				Faults("the SDK decodes XML without the elements that it looks for, and an empty body, as an empty answer", tt.skip...).
				Faults("the SDK's errors have no Unwrap, so that what a tool adapted itself is not found below them", "dialer-own-error")
			suite := proof.Suite(awsadapter.Adapter{}, "aws-sdk-go/"+name, tt.shape, skip, tt.call)
			suite.Messages, suite.Wants = append(suite.Messages, clients.Messages()...), proof.HeaderLimits()
			if reset, _ := faults.Lookup("h2-rst-mid-body"); name == "sqs" {
				suite.Wants["fault/"+reset.Name] = reset.Want.Because("the body broke off").
					Or("the half that came is of S3's success: the decoder refuses its first byte, and does not wait for the rest",
						faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(false))
			}
			suite.Run(t)
		})
	}
}

var xmlSuccesses = []string{"json-array", "json-wrong-type", "json-empty", "json-html"}

// json is the refusal of services with AWS's JSON protocols.
func json(status int, code string) proof.Answer {
	return proof.Answer{
		Status: status, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}, "X-Amzn-Requestid": {"id-1"}},
		Body: `{"__type":"com.amazonaws#` + code + `","message":"` + proof.Said + `"}`,
	}
}

// xml is the refusal of S3 and of services with AWS's query protocol.
func xml(status int, code string) proof.Answer {
	body := "<Error><Code>" + code + "</Code><Message>" + proof.Said + "</Message><RequestId>id-1</RequestId></Error>"
	return proof.Answer{Status: status, Header: http.Header{"Content-Type": {"text/xml"}, "X-Amz-Request-Id": {"id-1"}}, Body: body}
}

func query(status int, code string) proof.Answer {
	a := xml(status, code)
	a.Body = "<ErrorResponse>" + a.Body + "<RequestId>id-1</RequestId></ErrorResponse>"
	return a
}

// The code decides, even if the status is that of a bad request.
func TestCodes(t *testing.T) {
	for name, tt := range map[string]struct {
		call   proof.Call
		refuse func(status int, code string) proof.Answer
		codes  map[string]int
	}{
		"s3": {callS3, xml, map[string]int{
			"SlowDown": 503, "NoSuchBucket": 404, "AccessDenied": 403, "ExpiredToken": 400, "RequestTimeTooSkewed": 403, "InternalError": 500,
		}},
		"sqs": {callSQS, json, map[string]int{
			"ThrottlingException": 400, "QueueDoesNotExist": 400, "ExpiredTokenException": 400, "UnrecognizedClientException": 400, "RequestThrottled": 400,
		}},
		"sts": {callSTS, query, map[string]int{"Throttling": 400, "AccessDenied": 403, "ExpiredTokenException": 400, "RegionDisabledException": 403}},
	} {
		for code, status := range tt.codes {
			s := proof.Serve(t, tt.refuse(status, code))
			row, ok := spec.Of(awsadapter.Adapter{}).Table().Lookup(code)
			require.True(t, ok, code)
			c := proof.Case{Name: name + ", " + code, Code: code, Want: proof.WantRow(row, status), Err: tt.call(t.Context(), s.Client(), s.URL)}
			proof.Check(t, awsadapter.Adapter{}, c)
			te := awsadapter.Adapter{}.FromError(c.Err)
			assert.Equal(t, "id-1", te.Extra().RequestID, c.Name)
		}
		s := proof.Serve(t, tt.refuse(http.StatusNotFound, "Quorvex"))
		proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: name + ", its status", Want: faults.ForStatus(404), Err: tt.call(t.Context(), s.Client(), s.URL)})
	}
}

// TestInside: the SDK wraps its own errors, without Unwrap.
func TestInside(t *testing.T) {
	s := proof.Serve(t, xml(http.StatusForbidden, "AccessDenied"))
	row, _ := spec.Of(awsadapter.Adapter{}).Table().Lookup("AccessDenied")
	denied := proof.WantRow(row, 403)
	up := s3manager.NewUploaderWithClient(s3.New(configOf(s.Client(), s.URL)), func(u *s3manager.Uploader) { u.Concurrency = 1 })
	_, err := up.UploadWithContext(t.Context(), &s3manager.UploadInput{
		Bucket: new("b"), Key: new("k"), Body: bytes.NewReader(make([]byte, 2*s3manager.MinUploadPartSize)),
	})
	proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: "an upload in parts", Err: err, Want: denied, Code: "AccessDenied"})

	c := configOf(s.Client(), s.URL)
	c.aws.Credentials = stscreds.NewCredentialsWithClient(sts.New(configOf(s.Client(), proof.Serve(t, query(http.StatusForbidden, "AccessDenied")).URL)), "arn:aws:iam::123456789012:role/x")
	_, err = s3.New(c).ListBucketsWithContext(t.Context(), &s3.ListBucketsInput{})
	proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: "a role", Err: err, Want: denied, Code: "AccessDenied"})
}

// The calls end before they are sent.
func TestUnsent(t *testing.T) {
	fatal := proof.Want(toolerr.KindToolFatal, toolerr.EffectNone)
	s := proof.Serve(t, http.NotFoundHandler())
	for name, spoil := range map[string]func(c *aws.Config){
		"no region":      func(c *aws.Config) { c.Region, c.Endpoint = nil, nil },
		"no credentials": func(c *aws.Config) { c.Credentials = credentials.NewChainCredentials(nil) },
		"empty":          func(c *aws.Config) { c.Credentials = credentials.NewStaticCredentials("", "", "") },
		"no role":        func(c *aws.Config) { c.Credentials = ec2rolecreds.NewCredentialsWithClient(metadata(s)) },
		"no such endpoint": func(c *aws.Config) {
			c.Credentials = endpointcreds.NewCredentialsClient(*c, defaults.Handlers(), s.URL)
		},
	} {
		c := configOf(s.Client(), s.URL)
		spoil(c.aws)
		_, err := s3.New(c).ListBucketsWithContext(t.Context(), &s3.ListBucketsInput{})
		proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: name, Err: err, Want: fatal})
	}
	_, err := s3.New(configOf(s.Client(), s.URL)).GetObjectWithContext(t.Context(), &s3.GetObjectInput{})
	proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: "a parameter is missing", Err: err, Want: fatal})
}

// metadata returns a client of the service for a machine's role, which does not exist.
func metadata(s *httptest.Server) *ec2metadata.EC2Metadata {
	return ec2metadata.New(configOf(s.Client(), s.URL))
}

// SQS's response must have a checksum of the message.
func TestUnread(t *testing.T) {
	s := proof.Serve(t, proof.Answer{Status: http.StatusOK, Body: `{"MessageId":"1","MD5OfMessageBody":"00"}`})
	c := configOf(s.Client(), s.URL)
	c.aws.DisableComputeChecksums = nil
	_, err := sqs.New(c).SendMessageWithContext(t.Context(), &sqs.SendMessageInput{QueueUrl: new(s.URL), MessageBody: new("m")})
	proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: "a checksum", Err: err, Want: proof.Want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)})
}

// A waiter that timed out has changed nothing.
func TestWaiter(t *testing.T) {
	s := proof.Serve(t, xml(http.StatusNotFound, "NotFound"))
	err := s3.New(configOf(s.Client(), s.URL)).WaitUntilBucketExistsWithContext(t.Context(), &s3.HeadBucketInput{Bucket: new("b")},
		request.WithWaiterMaxAttempts(1))
	proof.Check(t, awsadapter.Adapter{}, proof.Case{Name: "in vain", Err: err, Want: proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectNone)})
}

// The agent reads which parameter was refused, by the service and by the SDK.
func TestFindings(t *testing.T) {
	a := json(400, "InvalidParameterValue")
	a.Body = `{"__type":"com.amazonaws#InvalidParameterValue","message":"Value a b for parameter MessageBody is invalid. Reason: x"}`
	s := proof.Serve(t, a)
	proof.Told(t, awsadapter.Adapter{}, callSQS(t.Context(), s.Client(), s.URL), `{"message_body":"a b"}`, "/message_body has an invalid value")

	_, err := sqs.New(configOf(s.Client(), s.URL)).SendMessageWithContext(t.Context(), &sqs.SendMessageInput{QueueUrl: new(s.URL + "/q")})
	proof.Told(t, awsadapter.Adapter{}, err, `{"message_body":""}`, "/message_body is required")
}
