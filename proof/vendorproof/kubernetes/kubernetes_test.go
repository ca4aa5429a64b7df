// Package kubernetes_test tests client-go with a server that responds like an API server,
// and with the fault server.
package kubernetes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"

	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

// client returns the client below every typed and dynamic client.
func client(t *testing.T, hc *http.Client, url string, limiter flowcontrol.RateLimiter) *rest.RESTClient {
	t.Helper()
	c, err := connect(hc, url, limiter)
	require.NoError(t, err)
	return c
}

func connect(hc *http.Client, url string, limiter flowcontrol.RateLimiter) (*rest.RESTClient, error) {
	known := runtime.NewScheme()
	version := schema.GroupVersion{Version: "v1"}
	metav1.AddToGroupVersion(known, version)
	return rest.RESTClientForConfigAndClient(&rest.Config{
		Host: url, APIPath: "/api", QPS: -1, RateLimiter: limiter,
		ContentConfig: rest.ContentConfig{GroupVersion: &version, NegotiatedSerializer: serializer.NewCodecFactory(known).WithoutConversion()},
	}, hc)
}

// call updates a pod. The client does not retry here.
func call(ctx context.Context, c *rest.RESTClient) error {
	return c.Put().Resource("pods").Namespace("default").Name(faults.CanaryPath).SetHeader("Authorization", "Bearer "+faults.CredentialBearer).
		Body([]byte(`{"note":"` + faults.CanaryUpload + `"}`)).MaxRetries(0).Do(ctx).Into(&metav1.Status{})
}

// refusal is an API server's error.
func refusal(status int, reason metav1.StatusReason, details metav1.StatusDetails) []byte {
	details.Name, details.Kind = faults.CanaryResource, "pods"
	body, _ := json.Marshal(metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure, Code: int32(status), Reason: reason,
		Message: faults.CanaryMessage, Details: &details,
	})
	return body
}

var serve = proof.Answers(http.Header{})

var check = proof.Checks(kubernetesadapter.Adapter)

// statuses are the statuses of reasons (k8s.io/apimachinery, NewXxx constructors).
var statuses = map[string]int{
	"NotFound": 404, "AlreadyExists": 409, "Conflict": 409, "Gone": 410, "Expired": 410, "Invalid": 422, "BadRequest": 400, "MethodNotAllowed": 405,
	"NotAcceptable": 406, "UnsupportedMediaType": 415, "RequestEntityTooLarge": 413, "Unauthorized": 401, "Forbidden": 403,
	"TooManyRequests": 429, "ServerTimeout": 500, "Timeout": 504, "ServiceUnavailable": 503, "StorageReadError": 500, "InternalError": 500,
}

func TestReasons(t *testing.T) {
	for _, row := range spec.Of(kubernetesadapter.Adapter).Table().Rows() {
		status, ok := statuses[row.VendorCode]
		if !ok {
			continue // tested by TestDetails
		}
		s := serve(t, status, nil, refusal(status, metav1.StatusReason(row.VendorCode), metav1.StatusDetails{}))
		err := call(t.Context(), client(t, s.Client(), s.URL, nil))
		assert.Equal(t, metav1.StatusReason(row.VendorCode), apierrors.ReasonForError(err))
		check(t, proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: err, Want: proof.WantRow(row, status)})
	}
}

// A proxy before an API server answers, and client-go derives a reason from the status.
func TestProxies(t *testing.T) {
	codes := map[int]string{
		400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed", 429: "TooManyRequests",
		500: "InternalError", 502: "InternalError", 503: "ServiceUnavailable", 504: "Timeout",
	}
	for status, code := range codes {
		s := serve(t, status, http.Header{"Content-Type": {"text/html"}}, []byte(faults.CanaryBody))
		check(t, proof.Case{Name: fmt.Sprint(status), Code: code, Err: call(t.Context(), client(t, s.Client(), s.URL, nil)), Want: faults.ForStatus(status)})
	}
}

// An API server refuses an object for a reason other than the account. Its own constructors
// make the response.
func TestAdmission(t *testing.T) {
	pods := schema.GroupResource{Resource: "pods"}
	denied := func(why string) *apierrors.StatusError {
		return apierrors.NewForbidden(pods, faults.CanaryResource, errors.New(why))
	}
	terminating := denied("unable to create new content in namespace x because it is being terminated")
	terminating.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: "NamespaceTerminating", Message: faults.CanaryMessage}}
	for code, refusal := range map[string]*apierrors.StatusError{
		"FieldManagerConflict": apierrors.NewApplyConflict([]metav1.StatusCause{
			{Type: metav1.CauseTypeFieldManagerConflict, Field: ".spec." + faults.CanaryPath, Message: faults.CanaryMessage},
		}, `Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas`),
		"NamespaceTerminating": terminating,
		"quota_exceeded":       denied("exceeded quota: " + faults.CanaryResource + ", requested: pods=1, used: pods=2, limited: pods=2"),
		"quota_needs_values":   denied("failed quota: q: must specify limits.cpu for: " + faults.CanaryResource),
		"limit_range": apierrors.NewForbidden(pods, faults.CanaryResource, utilerrors.NewAggregate([]error{
			errors.New("maximum cpu usage per Container is 1, but limit is 2"), errors.New("minimum memory usage per Pod is 1Gi.  No request is specified"),
		})),
		"pod_security": denied(`violates PodSecurity "restricted:latest": privileged (container "` + faults.CanaryResource + `" must not set securityContext.privileged=true)`),
	} {
		object := refusal.Status()
		object.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
		body, err := json.Marshal(object)
		require.NoError(t, err)
		status := int(object.Code)
		s := serve(t, status, nil, body)
		err = call(t.Context(), client(t, s.Client(), s.URL, nil))
		row, ok := spec.Of(kubernetesadapter.Adapter).Table().Lookup(code)
		require.True(t, ok, code)
		check(t, proof.Case{Name: code, Code: code, Err: err, Want: proof.WantRow(row, status)})
		te := kubernetesadapter.Adapter.FromError(err)
		assert.False(t, te.CanRetry(), code)
		assert.NotContains(t, te.Hint().String(), "account", code)
	}
}

// A missing permission does not return after a wait.
func TestPermissionsThatNameAWait(t *testing.T) {
	s := serve(t, 403, http.Header{"Retry-After": {"7"}}, refusal(403, metav1.StatusReasonForbidden, metav1.StatusDetails{RetryAfterSeconds: 7}))
	check(t, proof.Case{Name: "Forbidden", Code: "Forbidden", Err: call(t.Context(), client(t, s.Client(), s.URL, nil)), Want: faults.ForStatus(403)})
}

// The client refuses names that do not fit into a path, and sends no request.
func TestUnsent(t *testing.T) {
	c := client(t, nil, "http://127.0.0.1:1", nil)
	for name, r := range map[string]struct {
		request *rest.Request
		code    string
	}{
		"no name":              {c.Get().Namespace("default").Resource("pods").Name(""), "name_missing"},
		"a name with a slash":  {c.Get().Namespace("default").Resource("pods").Name(faults.CanaryPath + "/x"), "name_invalid"},
		"a name of dots":       {c.Get().Namespace("default").Resource("pods").Name(".."), "name_invalid"},
		"an invalid namespace": {c.Get().Namespace("a%" + faults.CanaryPath).Resource("pods").Name("x"), "name_invalid"},
		"no namespace":         {c.Get().Namespace("").Resource("pods").Name("x"), "namespace_missing"},
		"no namespace, create": {c.Post().Namespace("").Resource("pods").Body([]byte("{}")), "namespace_missing"},
	} {
		check(t, proof.Case{Name: name, Code: r.code, Err: r.request.Do(t.Context()).Error(), Want: proof.Want(toolerr.KindToolBadInputValue, none)})
	}
}

func TestDetails(t *testing.T) {
	s := serve(t, 500, nil, refusal(500, metav1.StatusReasonServerTimeout, metav1.StatusDetails{RetryAfterSeconds: 7}))
	err := call(t.Context(), client(t, s.Client(), s.URL, nil))
	seconds, ok := apierrors.SuggestsClientDelay(err)
	assert.True(t, ok)
	assert.Equal(t, 7, seconds)
	check(t, proof.Case{Name: "a wait", Code: "ServerTimeout", Err: err, Want: faults.ForStatus(500).Wait(7 * time.Second)})

	s = serve(t, 429, nil, refusal(429, metav1.StatusReasonTooManyRequests, metav1.StatusDetails{Causes: []metav1.StatusCause{{Type: "DisruptionBudget", Message: faults.CanaryMessage}}}))
	check(t, proof.Case{Name: "an eviction", Code: "DisruptionBudget", Err: call(t.Context(), client(t, s.Client(), s.URL, nil)), Want: faults.ForStatus(429)})

	s = serve(t, 422, nil, refusal(422, metav1.StatusReasonInvalid, metav1.StatusDetails{Causes: []metav1.StatusCause{
		{Type: metav1.CauseTypeFieldValueRequired, Field: "spec." + faults.CanaryPath, Message: faults.CanaryMessage},
	}}))
	err = call(t.Context(), client(t, s.Client(), s.URL, nil))
	check(t, proof.Case{Name: "a field", Code: "Invalid", Err: err, Want: faults.ForStatus(422)})
	assert.Contains(t, kubernetesadapter.Adapter.FromError(err).Hint().String(), "a required field is missing")

	slow := flowcontrol.NewTokenBucketRateLimiter(0.001, 1)
	slow.Accept()
	late, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	err = call(late, client(t, s.Client(), s.URL, slow))
	check(t, proof.Case{Name: "the client's own limit", Code: "client_rate_limiter", Err: err, Want: proof.Want(toolerr.KindNetworkTransportUnmapped, none)})
}

// A refused value is repeated, and need not look like a password.
func TestAPasswordThatIsRefused(t *testing.T) {
	path := field.NewPath("data")
	err := apierrors.NewInvalid(schema.GroupKind{Kind: "Secret"}, "db", field.ErrorList{
		field.Invalid(path.Key("password"), "hunter2plain", "is too short"), field.Duplicate(path.Child("token"), "hunter2plain"),
	})
	require.ErrorContains(t, err, "hunter2plain")
	te := kubernetesadapter.Adapter.FromError(err)
	require.NotNil(t, te)
	assert.Contains(t, te.DeveloperMessage(), "data[password]")
	assert.NotContains(t, fmt.Sprintf("%+v %v %v", te.Report(), te.LogValue(), te.Payload()), "hunter2")
}

// For some faults client-go makes an error without a type, which no adapter recognises.
func TestFaults(t *testing.T) {
	shape := proof.Shape("Kubernetes", "application/json", func(a faults.Answer) []byte {
		return refusal(a.Status, metav1.StatusReason(a.Code), metav1.StatusDetails{})
	}, `{"kind":"Status","apiVersion":"v1","status":"Success"}`)
	skip := proof.WithoutRows("TestReasons has them").
		Faults("no host is localhost to client-go", "url-empty").
		Faults("an answer that cannot be decoded has a text and no type", "json-array", "json-wrong-type", "json-empty", "json-truncated", "json-html").
		Faults("an invalid host is refused with a text and no type, before there is a client", "url-bad-ipv6", "url-bad-port", "url-no-host", "url-relative")
	suite := proof.Suite(kubernetesadapter.Adapter, "kubernetes", shape, skip, proof.Calling(func(hc *http.Client, url string) (*rest.RESTClient, error) {
		return connect(hc, url, nil)
	}, call))
	suite.Only = proof.WithoutHeaders
	suite.Run(t)
}

// The errors are all kinds of field errors of apimachinery, as an API server sends them and
// client-go reads them.
func TestRefusals(t *testing.T) {
	at := field.NewPath("spec").Child("x").Index(0)
	one := func(rule toolerr.Rule, more ...func(*toolerr.Finding)) []toolerr.Finding {
		f := toolerr.Finding{Rule: rule, Fields: []string{"spec.x[0]"}}
		for _, set := range more {
			set(&f)
		}
		return []toolerr.Finding{f}
	}
	value := func(v string) func(*toolerr.Finding) { return func(f *toolerr.Finding) { f.Value = v } }
	limit := func(v string) func(*toolerr.Finding) { return func(f *toolerr.Finding) { f.Limit = v } }
	kind, pods := schema.GroupKind{Kind: "Pod"}, schema.GroupResource{Resource: "pods"}
	for name, tt := range map[string]struct {
		err  *field.Error
		want []toolerr.Finding
	}{
		"required":   {field.Required(at, "must be given"), one(toolerr.RuleRequired)},
		"not found":  {field.NotFound(at, "web"), one(toolerr.RuleNotFound, value("web"))},
		"duplicate":  {field.Duplicate(at, "web"), one(toolerr.RuleDuplicate, value("web"))},
		"forbidden":  {field.Forbidden(at, "not here"), one(toolerr.RuleNotPermitted)},
		"immutable":  {field.Invalid(at, "b", "field is immutable"), one(toolerr.RuleImmutable, value("b"))},
		"type":       {field.TypeInvalid(at, "b", "no"), one(toolerr.RuleWrongType, value("b"))},
		"too long":   {field.TooLong(at, "", 63), one(toolerr.RuleTooLong, limit("63"))},
		"characters": {field.TooLongCharacters(at, "", 63), one(toolerr.RuleTooLong, limit("63"))},
		"too many":   {field.TooMany(at, 12, 10), one(toolerr.RuleTooMany, limit("10"))},
		"a choice": {
			field.NotSupported(at, "C", []string{"A", "B"}), one(toolerr.RuleNotAllowed, value("C"), func(f *toolerr.Finding) { f.Names = []string{"A", "B"} }),
		},
		"a label":  {field.Invalid(at, "Web_App", validation.IsDNS1123Label("Web_App")[0]), one(toolerr.RuleBadFormat, value("Web_App"))},
		"a length": {field.Invalid(at, "x", validation.MaxLenError(63)), one(toolerr.RuleTooLong, value("x"), limit("63"))},
		"a range": {
			field.Invalid(at, 70000, validation.InclusiveRangeError(1, 65535)),
			append(one(toolerr.RuleTooSmall, value("70000"), limit("1")), one(toolerr.RuleTooLarge, value("70000"), limit("65535"))...),
		},
		"anything else": {field.Invalid(at, true, "of another kind"), one(toolerr.RuleBadValue, value("true"))},
	} {
		t.Run(name, func(t *testing.T) { refused(t, apierrors.NewInvalid(kind, "web", field.ErrorList{tt.err}), tt.want...) })
	}
	refused(t, apierrors.NewNotFound(pods, "web"), toolerr.Finding{Rule: toolerr.RuleNotFound, Value: "web"})
	refused(t, apierrors.NewAlreadyExists(pods, "web"), toolerr.Finding{Rule: toolerr.RuleExistsAlready, Value: "web"})
	refused(t, apierrors.NewUnauthorized("web"))
}

// refused sends a Status to client-go.
func refused(t *testing.T, refusal *apierrors.StatusError, want ...toolerr.Finding) {
	t.Helper()
	object := refusal.Status()
	object.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	body, err := json.Marshal(object)
	require.NoError(t, err)
	s := serve(t, int(object.Code), nil, body)
	err = call(t.Context(), client(t, s.Client(), s.URL, nil))
	proof.Refusal(t, kubernetesadapter.Adapter, err, string(body), want...)
}
