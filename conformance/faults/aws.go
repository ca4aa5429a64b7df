package faults

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceThrottle = "aws-sdk-go-v2 v1.47.6, retry.DefaultThrottleErrorCodes"
	sourceAWSCodes = "AWS API references, common errors"
	authUnder400   = "auth under HTTP 400: the code beats the status"
	byStatusAlone  = "by the status alone"
	credsCall      = "two *smithy.OperationError in one chain: the outer is S3's, the status is STS's"
)

// An awsRow is a code of one AWS service.
type awsRow struct {
	service string // the first word of the name
	code    string
	status  int
	kind    toolerr.Kind
	why     string
	source  string // default: sourceAWSCodes
	also    []Want // for the reason in why
}

const (
	rateLimited = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	badRequest  = toolerr.KindUpstreamBadRequest
	notFound    = toolerr.KindUpstreamNotFound
	unmappedUp  = toolerr.KindUpstreamUnmapped
)

var awsRows = []awsRow{
	{service: "dynamodb", code: "ThrottlingException", status: 400, kind: rateLimited, why: "a rate limit under HTTP 400", source: sourceThrottle},
	{
		service: "dynamodb", code: "LimitExceededException", status: 400, kind: rateLimited, source: sourceThrottle,
		why: "the SDK calls it a throttle; for control-plane calls it is a quota", also: []Want{ForStatus(400)},
	},
	{service: "dynamodb", code: "AccessDeniedException", status: 400, kind: authError, why: authUnder400},
	{service: "dynamodb", code: "InvalidSignatureException", status: 400, kind: authError, why: authUnder400 + "; to the SDK a sign of a skewed clock"},
	{service: "dynamodb", code: "ResourceNotFoundException", status: 400, kind: notFound, why: "not found under HTTP 400: the code beats the status"},
	{service: "dynamodb", code: "ConditionalCheckFailedException", status: 400, kind: badRequest},

	{service: "s3", code: "SlowDown", status: 503, kind: rateLimited, why: "a rate limit under HTTP 503", source: sourceThrottle},
	{service: "s3", code: "AccessDenied", status: 403, kind: authError},
	{service: "s3", code: "ExpiredToken", status: 400, kind: authError, why: authUnder400},
	{service: "s3", code: "SignatureDoesNotMatch", status: 403, kind: authError, why: "the body carries the string to sign and the access key id"},
	{service: "s3", code: "NoSuchKey", status: 404, kind: notFound},
	{
		service: "s3", code: "InvalidObjectState", status: 403, kind: badRequest, source: "S3 API reference, GetObject: an archived object",
		why: "the object is archived: nobody's rights are at fault; " + byStatusAlone + " it is AUTH_ERROR", also: []Want{ForStatus(403)},
	},

	{service: "sqs", code: "RequestThrottled", status: 403, kind: rateLimited, why: "a rate limit under HTTP 403", source: sourceThrottle},
	{
		service: "sqs", code: "KmsThrottled", status: 400, kind: rateLimited, source: "SQS API reference, SendMessage",
		why: "typed *types.KmsThrottled, whose ErrorCode is KMS.ThrottlingException: not among the SDK's throttle codes",
	},
	{service: "sqs", code: "AccessDeniedException", status: 403, kind: authError},

	{service: "sts", code: "Throttling", status: 400, kind: rateLimited, why: "a rate limit under HTTP 400", source: sourceThrottle},
	{service: "sts", code: "ExpiredToken", status: 403, kind: authError},

	{service: "s3-assumerole", code: "AccessDenied", status: 403, kind: authError, why: credsCall},
	{service: "s3-assumerole", code: "Throttling", status: 400, kind: rateLimited, why: credsCall},
}

// awsServices are the protocols of the services.
var awsServices = map[string]struct {
	shape func(code string) Shape
	need  Need
}{
	"dynamodb": {shape: func(string) Shape { return AWSJSON10() }, need: NeedDynamoDB},
	"s3":       {shape: func(string) Shape { return AWSRestXML() }, need: NeedS3},
	"sqs": {shape: func(code string) Shape {
		if code == "KmsThrottled" {
			code = "KMS.ThrottlingException"
		}
		return awsQueryCompatible(code)
	}, need: NeedSQS},
	"sts":           {shape: func(string) Shape { return AWSQuery() }, need: NeedSTS},
	"s3-assumerole": {shape: func(string) Shape { return AWSQuery() }, need: NeedAssumeRole},
}

func awsFaults() []Fault {
	var rows []Fault
	for _, r := range awsRows {
		rows = append(rows, r.fault(ForCode(r.kind, r.status).Or(r.why, r.also...)))
	}
	requestTimeout := awsRow{service: "dynamodb", code: "RequestTimeoutException", status: 400, why: "the SDK repeats it; the status alone says no", source: "aws-sdk-go-v2 v1.47.6, retry.DefaultRetryableErrorCodes"}
	internal := awsRow{service: "s3", code: "InternalError", status: 500}
	permanent := awsRow{service: "s3", code: "PermanentRedirect", status: 301, why: "the region or the endpoint is wrong"}
	credentials := awsRow{service: "s3-assumerole", code: "InternalError", status: 500, why: credsCall}
	moved := ForCode(unmappedUp, 0).With(toolerr.EffectUnknown)
	rows = append(rows,
		requestTimeout.fault(ForStatus(400).Retry(true).Or("by the status alone", ForStatus(400))),
		internal.fault(ForStatus(500)),
		permanent.fault(withStatus(moved, 301).Or("the code says that the bucket was not touched", withStatus(moved, 301).With(toolerr.EffectNone))),
		credentials.fault(ForStatus(500).Or("the S3 call itself was never sent", ForStatus(500).With(toolerr.EffectNone))),
		Fault{
			Name: "s3-assumerole-conn-refused", Does: "an S3 call whose credentials call to STS is refused",
			Want: unreachable.With(toolerr.EffectNone), Source: sourceDial, Why: credsCall, Needs: []Need{NeedAssumeRole},
		},
		Fault{
			Name: "s3-200-with-slowdown", Does: "CopyObject: HTTP 200 whose body is <Error>SlowDown",
			Want: ForCode(rateLimited, 500).Or("which status shows is the SDK's choice, not the upstream's",
				ForCode(rateLimited, 200), ForCode(rateLimited, 503), ForCode(rateLimited, 0)).
				Or("to a record of the exchange the copy was answered with a success", ForCode(rateLimited, 500).With(toolerr.EffectUnknown)),
			Source: "S3 API reference, CopyObject: an error can come in a 200", Why: "aws-sdk-go-v2 s3 v1.114.7 rewrites the status to 500",
			Needs: []Need{NeedS3Copy},
			run: behaviour{shape: AWSRestXML, play: onRequest(func(x *exchange) {
				x.respond(http.StatusOK, nil, x.site.shape.Error(answer(200, "SlowDown")))
			})},
		},
		Fault{
			Name: "retry-quota-exceeded", Does: "500 while the SDK's own retry token bucket is empty",
			Want: ForStatus(500), Source: sourceForwarded, Needs: []Need{NeedAWS, NeedSetup},
			Why: "errors.Join(the last error, the quota error): a tree with two branches",
			run: statusRun(500),
		},
	)
	return rows
}

// fault returns the fault of the row.
func (r awsRow) fault(want Want) Fault {
	service := awsServices[r.service]
	f := Fault{
		Name:   fmt.Sprintf("%s-%s-%d", r.service, r.code, r.status),
		Does:   fmt.Sprintf("%s with HTTP %d", r.code, r.status),
		Want:   want,
		Source: r.source, Why: r.why,
		Needs: []Need{service.need},
		run:   behaviour{shape: func() Shape { return service.shape(r.code) }, play: r.play},
	}
	if f.Source == "" {
		f.Source = sourceAWSCodes
	}
	if service.need == NeedAssumeRole {
		f.Does = fmt.Sprintf("an S3 call whose credentials call to STS got %s %d", r.code, r.status)
	}
	return f
}

func (r awsRow) play(x *exchange) {
	if !x.read() {
		return
	}
	// Other calls than the AssumeRole call of such a fault succeed.
	form, _ := url.ParseQuery(string(x.body))
	if strings.HasSuffix(r.service, "assumerole") && form.Get("Action") != "AssumeRole" {
		x.respond(http.StatusOK, nil, awsSuccess(x.call()))
		return
	}
	x.respond(r.status, nil, x.site.shape.Error(answer(r.status, r.code)))
}

func withStatus(w Want, status int) Want {
	w.Status = status
	return w
}
