package awsadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: what a response means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	type refusal struct {
		code   string
		status int
	}
	refusals := []refusal{{"xyzzy", 400}, {"xyzzy", 403}, {"xyzzy", 503}, {"WidgetNotFoundException", 400}, {"WidgetNotFoundException", 500}, {"ThrottlingException", 503}}
	for _, row := range (awsadapter.Adapter{}).Table().Rows() {
		refusals = append(refusals, refusal{row.VendorCode, 400})
	}
	for name, protocol := range map[string]struct {
		service service
		shape   faults.Shape
	}{
		"JSON":  {dynamoDB(), faults.AWSJSON10()},
		"S3":    {s3(), faults.AWSRestXML()},
		"query": {sts(), faults.AWSQuery()},
		"EC2":   {ec2(), faults.AWSEC2()},
	} {
		t.Run(name, func(t *testing.T) {
			var status int
			var content faults.Content
			header := http.Header{"X-Amzn-Requestid": {"request-1"}, "Retry-After": {"3"}}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				for name, values := range header {
					w.Header()[name] = values
				}
				w.Header().Set("Content-Type", content.Type)
				w.WriteHeader(status)
				_, _ = w.Write(content.Body)
			}))
			defer server.Close()
			for _, r := range refusals {
				status, content = r.status, protocol.shape.Error(faults.Answer{Status: r.status, Code: r.code, Message: faults.CanaryMessage})
				err := protocol.service.call(t.Context(), server.URL, server.Client())
				require.Error(t, err)
				got := awsadapter.Adapter{}.FromAnswer(err, status, header, content.Body)
				meaning.Same(t, adapt(t, err), got, r.code)
				require.Equal(t, r.code, got.Extra().VendorCode)
			}
		})
	}
}

func TestAnswersInTheirProtocols(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		header http.Header
		body   string
		code   string
	}{
		"a header":                      {400, http.Header{"X-Amzn-Errortype": {"ThrottlingException:http://internal.amazon.com/coral/"}}, `{"message":"x"}`, "ThrottlingException"},
		"a header without a body":       {400, http.Header{"X-Amzn-Errortype": {"ThrottlingException"}}, "", "ThrottlingException"},
		"a header before a body":        {400, http.Header{"X-Amzn-Errortype": {"ThrottlingException"}}, `{"code":"ValidationException"}`, "ThrottlingException"},
		"a former code":                 {400, http.Header{"X-Amzn-Query-Error": {"AWS.SimpleQueueService.NonExistentQueue;Sender"}}, `{"__type":"com.amazonaws.sqs#QueueDoesNotExist"}`, "AWS.SimpleQueueService.NonExistentQueue"},
		"a namespace":                   {400, nil, `{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}`, "ThrottlingException"},
		"code":                          {400, nil, `{"code":"ThrottlingException"}`, "ThrottlingException"},
		"a code that is a number":       {400, nil, `{"code":7}`, ""},
		"S3":                            {404, nil, "<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"},
		"S3, in a success":              {200, nil, "<Error><Code>SlowDown</Code></Error>", "SlowDown"},
		"query":                         {400, nil, "<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code></Error></ErrorResponse>", "ExpiredToken"},
		"EC2":                           {503, nil, "<Response><Errors><Error><Code>RequestLimitExceeded</Code></Error></Errors></Response>", "RequestLimitExceeded"},
		"a proxy":                       {502, nil, "<html>", ""},
		"a proxy that is well-formed":   {502, nil, "<html><Code>NoSuchKey</Code></html>", ""},
		"nothing":                       {503, nil, "", ""},
		"a document of another service": {503, nil, "<Response><Code>NoSuchKey</Code></Response>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			te := awsadapter.Adapter{}.FromAnswer(errors.New("x"), tt.status, tt.header, []byte(tt.body))
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.code, te.Extra().VendorCode)
			if tt.code == "" {
				assert.Equal(t, toolerr.StatusRuleOf(tt.status).Kind, te.Kind())
			}
		})
	}
	for _, body := range []string{"", `{"Code":"Success"}`, `{"__type":"x"}`, "<CopyObjectResult/>", "<Response><Code>x</Code></Response>"} {
		assert.Nil(t, awsadapter.Adapter{}.FromAnswer(errors.New("x"), 200, nil, []byte(body)), body)
	}
}

// TestPlainResponses: a response is recognised without the SDK.
func TestPlainResponses(t *testing.T) {
	const throttled, missing = `{"__type":"com.amazonaws.dynamodb#ThrottlingException"}`, "<Error><Code>NoSuchKey</Code><Key>" + faults.CanaryPath + "</Key></Error>"
	id := http.Header{"X-Amzn-Requestid": {"request-1"}, "Retry-After": {"2"}}
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
		"a host":              {"dynamodb.eu-west-1.amazonaws.com", 400, nil, throttled, "_aws", toolerr.KindUpstreamRateLimit, "ThrottlingException", 0},
		"a host in China":     {"sts.cn-north-1.amazonaws.com.cn", 400, nil, throttled, "_aws", toolerr.KindUpstreamRateLimit, "ThrottlingException", 0},
		"S3":                  {"b.s3.eu-west-1.amazonaws.com", 404, http.Header{"Server": {"AmazonS3"}}, missing, "_aws", toolerr.KindUpstreamNotFound, "NoSuchKey", 0},
		"an id at AWS":        {"dynamodb.eu-west-1.amazonaws.com", 400, id, throttled, "_aws", toolerr.KindUpstreamRateLimit, "ThrottlingException", 2 * time.Second},
		"an id elsewhere":     {"localhost:8000", 400, id, throttled, "_http", toolerr.KindUpstreamBadRequest, "", 2 * time.Second},
		"a customer's API":    {"x1y2.execute-api.eu-west-1.amazonaws.com", 400, id, throttled, "_http", toolerr.KindUpstreamBadRequest, "", 2 * time.Second},
		"its gateway":         {"x1y2.execute-api.eu-west-1.amazonaws.com", 403, http.Header{"X-Amzn-Errortype": {"MissingAuthenticationTokenException"}}, "", "_aws", toolerr.KindUpstreamAuthError, "MissingAuthenticationTokenException", 0},
		"a type in a header":  {"localhost:8000", 404, http.Header{"X-Amzn-Errortype": {"ResourceNotFoundException:"}}, "", "_aws", toolerr.KindUpstreamNotFound, "ResourceNotFoundException", 0},
		"a status alone":      {"s3.amazonaws.com", 503, http.Header{"Retry-After": {"2"}}, "", "_aws", toolerr.KindUpstreamServerError, "", 2 * time.Second},
		"MinIO at AWS":        {"ec2-198-51-100-1.compute-1.amazonaws.com", 404, http.Header{"Server": {"MinIO"}, "X-Amz-Request-Id": {"17A9"}}, missing, "_minio", toolerr.KindUpstreamNotFound, "NoSuchKey", 0},
		"Kubernetes at AWS":   {"X.gr7.eu-west-1.eks.amazonaws.com", 404, nil, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`, "_kubernetes", toolerr.KindUpstreamNotFound, "NotFound", 0},
		"another host":        {"amazonaws.com.example", 404, nil, missing, "_http", toolerr.KindUpstreamNotFound, "", 0},
		"a host that is like": {"notamazonaws.com", 404, nil, missing, "_http", toolerr.KindUpstreamNotFound, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: tt.status, Header: tt.header, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/" + faults.CanaryPath, RawQuery: "X-Amz-Signature=" + faults.CredentialLocation}},
			})
			te, ok := toolerr.Find(adapters.Default().For("get").Adapt(t.Context(), fmt.Errorf("get: %w", err)))
			require.True(t, ok)
			assert.Equal(t, tt.slug, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.status, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
			assert.Empty(t, faults.Planted().FindCredentials(fmt.Sprintf("%+v %s", te.Report(), te.DeveloperMessage())))
		})
	}
}

// FuzzFromAnswer reads responses that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(400, "x#y:z", []byte(`{"__type":"a#b:c"}`))
	f.Add(200, "", []byte(`<Response><Errors><Error><Code>x</Code></Error></Errors></Response>`))
	f.Add(-1, "#", []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, code string, body []byte) {
		te := awsadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}, "X-Amzn-Query-Error": {code}}, body)
		if te != nil {
			assert.Equal(t, "_aws", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
