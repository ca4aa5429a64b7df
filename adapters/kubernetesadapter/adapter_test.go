package kubernetesadapter_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// The error of apimachinery, with all fields: the library does not require it.
// conformance/vendorproof tests the real one.
type (
	Reason      string
	StatusCause struct {
		Type           Reason
		Message, Field string
	}
	StatusDetails struct {
		Name, Group, Kind string
		Causes            []StatusCause
		RetryAfterSeconds int32
	}
	Status struct {
		Message string
		Reason  Reason
		Details *StatusDetails
		Code    int32
	}
	StatusError struct{ ErrStatus Status }
)

func (e *StatusError) Error() string { return e.ErrStatus.Message }

func status(code int32, reason Reason, details *StatusDetails) *StatusError {
	return &StatusError{Status{Message: faults.CanaryMessage, Reason: reason, Details: details, Code: code}}
}

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

// meant lists the meaning of each reason independently of the table.
var meant = []struct {
	kind   toolerr.Kind
	status int32
	retry  bool
	effect toolerr.Effect
	codes  string
}{
	{toolerr.KindUpstreamNotFound, 404, false, none, "NotFound"},
	{toolerr.KindUpstreamBadRequest, 409, false, none, "AlreadyExists"},
	{toolerr.KindToolRetry, 409, true, none, "Conflict"},
	{toolerr.KindUpstreamBadRequest, 410, false, none, "Gone Expired"},
	{toolerr.KindUpstreamValidationError, 422, false, none, "Invalid"},
	{toolerr.KindUpstreamBadRequest, 400, false, none, "BadRequest MethodNotAllowed NotAcceptable UnsupportedMediaType RequestEntityTooLarge"},
	{toolerr.KindUpstreamAuthError, 401, false, none, "Unauthorized"},
	{toolerr.KindUpstreamAuthError, 403, false, none, "Forbidden"},
	{toolerr.KindUpstreamRateLimit, 429, true, none, "TooManyRequests"},
	{toolerr.KindUpstreamServerError, 504, true, unknown, "ServerTimeout Timeout"},
	{toolerr.KindUpstreamServerError, 503, true, unknown, "ServiceUnavailable"},
	{toolerr.KindUpstreamServerError, 500, true, unknown, "InternalError StorageReadError"},
}

func eviction() *StatusError {
	return status(429, "TooManyRequests", &StatusDetails{Name: faults.CanaryResource, Causes: []StatusCause{{Type: "DisruptionBudget"}}})
}

func limiter() error {
	return fmt.Errorf("client rate limiter Wait returned an error: %w", errors.New("rate: Wait(n=1) would exceed context deadline"))
}

// refused returns a Forbidden with the text of an admission plugin.
func refused(why string) *StatusError {
	e := status(403, "Forbidden", &StatusDetails{Name: faults.CanaryResource, Kind: "pods"})
	e.ErrStatus.Message = `pods "` + faults.CanaryResource + `" is forbidden: ` + why
	return e
}

// caused returns a refusal with a cause.
func caused(code int32, reason, cause Reason) *StatusError {
	return status(code, reason, &StatusDetails{Causes: []StatusCause{{Type: faults.CanaryCode}, {Type: cause, Message: faults.CanaryMessage}}})
}

// admission are refusals of an object although the account may create such objects.
var admission = []struct {
	err  error
	kind toolerr.Kind
	code string
	hint string
}{
	{caused(409, "Conflict", "FieldManagerConflict"), toolerr.KindUpstreamBadRequest, "FieldManagerConflict", "apply with force"},
	{caused(403, "Forbidden", "NamespaceTerminating"), toolerr.KindUpstreamBadRequest, "NamespaceTerminating", "being deleted"},
	{refused("exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2"), toolerr.KindUpstreamBadRequest, "quota_exceeded", "Ask for less"},
	{refused("failed quota: q: must specify limits.cpu for: c"), toolerr.KindUpstreamValidationError, "quota_needs_values", "Set the requests"},
	{refused("maximum cpu usage per Container is 1, but limit is 2"), toolerr.KindUpstreamValidationError, "limit_range", "limit range"},
	{refused("[minimum memory usage per Pod is 1Gi, but request is 2, maximum cpu usage per Pod is 1, but limit is 2]"), toolerr.KindUpstreamValidationError, "limit_range", "limit range"},
	{refused("cpu max limit to request ratio per Container is 2, but provided ratio is 4.000000"), toolerr.KindUpstreamValidationError, "limit_range", "limit range"},
	{refused(`violates PodSecurity "restricted:latest": privileged`), toolerr.KindUpstreamValidationError, "pod_security", "security context"},
	// Texts that only contain such words, and causes with another reason.
	{refused("admission webhook denied the request: exceeded quota: q"), toolerr.KindUpstreamAuthError, "Forbidden", "may not"},
	{refused("maximum of nothing"), toolerr.KindUpstreamAuthError, "Forbidden", "may not"},
	{caused(403, "Forbidden", "FieldManagerConflict"), toolerr.KindUpstreamAuthError, "Forbidden", "may not"},
}

// unsent maps texts of client-go for requests that it cannot make to codes.
var unsent = map[string]string{
	"resource name may not be empty":                                             "name_missing",
	"an empty namespace may not be set when a resource name is provided":         "namespace_missing",
	"an empty namespace may not be set during creation":                          "namespace_missing",
	`invalid resource name "` + faults.CanaryPath + `/x": [may not contain '/']`: "name_invalid",
	`invalid namespace "..": [may not be '..']`:                                  "name_invalid",
}

func TestConformance(t *testing.T) {
	t.Cleanup(kubernetesadapter.Imitate(shape.TypeOf(&StatusError{})))
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			add(code, status(m.status, Reason(code), nil), conformance.Want{Kind: m.kind, CanRetry: m.retry, Effect: m.effect, Status: int(m.status)})
		}
	}
	for _, code := range []int32{400, 403, 404, 418, 429, 500, 502} {
		add(fmt.Sprint("no reason, ", code), status(code, "", nil), faults.ForStatus(int(code)))
		add(fmt.Sprint("an unknown reason, ", code), status(code, faults.CanaryCode, nil), faults.ForStatus(int(code)))
	}
	add("a reason of ours", status(400, "client_rate_limiter", nil), faults.ForStatus(400))
	add("nothing", status(0, "", nil), faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("an eviction", eviction(), faults.ForStatus(429))
	cases = append(cases, conformance.Case{
		Name: "the client's own limit", Err: limiter(), Want: faults.ForKind(toolerr.KindNetworkTransportUnmapped, none), ByText: "client-go v0.37.2",
	})
	for _, a := range admission {
		te := adapt(t, a.err)
		assert.Equal(t, a.code, te.VendorCode(), a.err)
		assert.Contains(t, te.Hint().String(), a.hint, a.code)
		add(a.err.Error()+a.code, a.err, faults.ForCode(a.kind, te.StatusCode()).With(none).Retry(false))
	}
	for text, code := range unsent {
		assert.Equal(t, code, adapt(t, errors.New(text)).VendorCode())
		cases = append(cases, conformance.Case{
			Name: text, Err: errors.New(text), Want: faults.ForKind(toolerr.KindToolBadInputValue, none), ByText: "client-go v0.37.2",
		})
	}
	conformance.Suite{Adapter: kubernetesadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases}.Run(t)
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := kubernetesadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	return te
}

func TestDetails(t *testing.T) {
	t.Cleanup(kubernetesadapter.Imitate(shape.TypeOf(&StatusError{})))
	te := adapt(t, status(504, "ServerTimeout", &StatusDetails{RetryAfterSeconds: 7}))
	wait, has := te.RetryAfter()
	assert.Equal(t, 7*time.Second, wait)
	assert.True(t, has)
	te = adapt(t, status(422, "Invalid", &StatusDetails{RetryAfterSeconds: 7, Causes: []StatusCause{{Type: "FieldValueTooLong"}}}))
	_, has = te.RetryAfter()
	assert.False(t, has, "no retry helps")
	assert.Contains(t, te.Hint().String(), "too long")
	_, has = adapt(t, status(429, "TooManyRequests", &StatusDetails{RetryAfterSeconds: -1})).RetryAfter()
	assert.False(t, has)
	assert.Equal(t, "DisruptionBudget", adapt(t, eviction()).VendorCode())
	assert.Equal(t, toolerr.GuidanceRefreshAuthThenRetry, adapt(t, status(401, "Unauthorized", nil)).Guidance())

	plain := adapt(t, status(422, "Invalid", nil)).Hint()
	assert.Subset(t, kubernetesadapter.Causes(), []string{
		"FieldValueNotFound", "FieldValueRequired", "FieldValueDuplicate", "FieldValueInvalid", "FieldValueNotSupported", "FieldValueForbidden",
		"FieldValueTooLong", "FieldValueTooMany", "FieldValueTypeInvalid", "ResourceVersionTooLarge",
	}, "of metav1.CauseType")
	for _, cause := range kubernetesadapter.Causes() {
		causes := []StatusCause{{Type: faults.CanaryCode}, {Type: Reason(cause), Field: faults.CanaryPath, Message: faults.CanaryMessage}}
		hint := adapt(t, status(422, "Invalid", &StatusDetails{Causes: causes})).Hint()
		assert.NotEqual(t, plain, hint, cause)
		assert.NotContains(t, hint.String(), "quorvex")
		assert.NotEqual(t, hint, adapt(t, status(404, "NotFound", &StatusDetails{Causes: causes})).Hint(), "of another reason")
	}
}

func TestEndedContext(t *testing.T) {
	chain := adapter.NewChain(kubernetesadapter.Adapter{})
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	te, ok := toolerr.Find(chain.Adapt(late, limiter()))
	require.True(t, ok)
	assert.Equal(t, toolerr.KindNetworkTransportTimeout, te.Kind())
	assert.Equal(t, none, te.Effect())
	for _, text := range []string{"client rate limiter Wait returned an error: x", `invalid namespace "x": unknown`, "name is required"} {
		assert.Nil(t, kubernetesadapter.Adapter{}.FromError(errors.New(text)), text)
	}
}

// The result for a response does not depend on the client.
func TestFromAnswerMatchesFromError(t *testing.T) {
	t.Cleanup(kubernetesadapter.Imitate(shape.TypeOf(&StatusError{})))
	err := errors.New(faults.CanaryCause)
	for _, reason := range []Reason{"", "xyzzy", "TooManyRequests", "Invalid", "Conflict", "Forbidden"} {
		for _, code := range []int32{301, 409, 422, 429, 503} {
			for _, cause := range []Reason{"FieldValueRequired", "FieldManagerConflict", "DisruptionBudget", "x"} {
				body := fmt.Appendf(nil, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"m","reason":%q,"code":%d,`+
					`"details":{"name":"n","causes":[{"reason":%q,"field":"f"}],"retryAfterSeconds":4}}`, reason, code, cause)
				got := spec.Of(kubernetesadapter.Adapter{}).FromAnswer(err, int(code), nil, body)
				meaning.Same(t, (kubernetesadapter.Adapter{}).FromError(status(code, reason, &StatusDetails{Causes: []StatusCause{{Type: cause}}, RetryAfterSeconds: 4})), got, string(body))
				assert.ErrorIs(t, got.Cause(), err)
			}
		}
	}
}
