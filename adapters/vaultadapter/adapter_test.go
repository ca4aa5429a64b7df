package vaultadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// ResponseError has the client's fields: the library does not require it.
// conformance/vendorproof tests the real one.
type ResponseError struct {
	HTTPMethod, URL string
	StatusCode      int
	Errors          []string
}

func (e *ResponseError) Error() string {
	return fmt.Sprintf("URL: %s %s\nCode: %d.\n* %s", e.HTTPMethod, e.URL, e.StatusCode, e.Errors)
}

func answer(status int) *ResponseError {
	return &ResponseError{
		"GET", "https://" + faults.CanaryHost + "/v1/secret/" + faults.CanaryPath + "?token=" + faults.CredentialQuery, status,
		[]string{faults.CanaryMessage},
	}
}

var (
	errNotFound = errors.New("secret not found")

	errAtPath     = fmt.Errorf("%w: at %s", errNotFound, faults.CanaryPath)
	errForVersion = fmt.Errorf("%w: for version %d at %s", errNotFound, 3, faults.CanaryPath)
)

const none = toolerr.EffectNone

func TestConformance(t *testing.T) {
	t.Cleanup(vaultadapter.Imitate(shape.TypeOf(&ResponseError{})))
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, status := range []int{400, 401, 403, 404, 405, 429, 500, 501, 502, 504} {
		add(fmt.Sprint(status), answer(status), faults.ForStatus(status))
	}
	add("412", answer(412), faults.ForCode(toolerr.KindToolRetry, 412))
	add("472", answer(472), faults.ForCode(toolerr.KindUpstreamServerError, 472))
	add("473", answer(473), faults.ForCode(toolerr.KindUpstreamServerError, 473))
	add("503", answer(503), faults.ForStatus(503)) // a proxy can have sent it, for a call that Vault has processed
	add("none", answer(0), faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown))
	for name, err := range map[string]error{"no secret": errAtPath, "no version": errForVersion} {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: faults.ForKind(toolerr.KindUpstreamNotFound, none), ByText: "vault/api v1.23.0"})
	}
	messages := []toolerr.Message{toolerr.Msg("The tool's token is not valid any more, or its policies do not allow this.")} // the hint of a 403
	conformance.Suite{Adapter: vaultadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases, Messages: messages}.Run(t)
}

func TestAnswers(t *testing.T) {
	t.Cleanup(vaultadapter.Imitate(shape.TypeOf(&ResponseError{})))
	te := vaultadapter.Adapter{}.FromError(fmt.Errorf("read: %w", answer(403)))
	require.NotNil(t, te)
	assert.Contains(t, te.Hint().String(), "token")
	assert.Equal(t, "https://"+faults.CanaryHost+"/v1/secret/quorvexpath", te.Extra().Endpoint)
	assert.Equal(t, "GET", te.Extra().HTTPMethod)
	assert.NotContains(t, fmt.Sprintf("%+v %v", te.Report(), te.LogValue()), faults.CredentialQuery)

	te = vaultadapter.Adapter{}.FromError(answer(503))
	assert.Equal(t, "sealed", te.VendorCode())
	assert.Equal(t, "secret_not_found", vaultadapter.Adapter{}.FromError(errAtPath).VendorCode())
	for _, err := range []error{errNotFound, errors.New("secret not found: at x"), fmt.Errorf("secret not found: %w", errNotFound)} {
		assert.Nil(t, vaultadapter.Adapter{}.FromError(err), err)
	}
}

// The result for a response does not depend on the client.
func TestFromAnswerMatchesFromError(t *testing.T) {
	t.Cleanup(vaultadapter.Imitate(shape.TypeOf(&ResponseError{})))
	err := errors.New(faults.CanaryCause)
	for _, status := range []int{301, 403, 404, 412, 429, 472, 473, 500, 503} {
		got := spec.Of(vaultadapter.Adapter{}).FromAnswer(err, status, nil, []byte(`{"errors":["`+faults.CanaryMessage+`"]}`))
		meaning.Same(t, (vaultadapter.Adapter{}).FromError(answer(status)), got, http.StatusText(status))
		assert.ErrorIs(t, got.Cause(), err)
	}
}
