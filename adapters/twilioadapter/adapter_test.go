package twilioadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the SDK, with all fields, and the one of github.com/pkg/errors that it
// uses: the library requires neither. conformance/vendorproof tests the real ones.
type (
	TwilioRestError struct {
		Code     int
		Details  map[string]any
		Message  string
		MoreInfo string
		Status   int
	}
	RestErrorV1 struct {
		Code           int
		Message        string
		HttpStatusCode int //nolint:revive // the SDK's name
		Params         map[string]any
		UserError      bool
	}
	withMessage struct {
		cause error
		msg   string
	}
)

func (e *TwilioRestError) Error() string {
	details, _ := json.Marshal(e.Details)
	return fmt.Sprintf("Status: %d - ApiError %d: %s (%s) More info: %s", e.Status, e.Code, e.Message, details, e.MoreInfo)
}
func (e *RestErrorV1) Error() string { return e.Message }
func (e *withMessage) Error() string { return e.msg + ": " + e.cause.Error() }
func (e *withMessage) Unwrap() error { return e.cause }

// phone is a number that must not reach an agent.
const phone = "+15005550199"

// refused returns Twilio's error with every text that must not be shown.
func restError(status, number int) *TwilioRestError {
	return &TwilioRestError{
		Code: number, Status: status, Message: "The 'To' number " + phone + " is not a valid phone number. " + faults.CanaryMessage,
		MoreInfo: "https://" + faults.CanaryHost + "/docs/errors/21211?token=" + faults.CredentialQuery,
		Details:  map[string]any{"to": phone, "body": faults.CanaryBody},
	}
}

func restErrorV1(status, number int) *RestErrorV1 {
	return &RestErrorV1{Code: number, HttpStatusCode: status, Message: faults.CanaryMessage + " " + phone, Params: map[string]any{"to": phone}}
}

func undecoded(text string, err error) error { return &withMessage{err, text} }

func types(t testing.TB) {
	t.Helper()
	t.Cleanup(twilioadapter.Imitate(shape.TypeOf(&TwilioRestError{}), shape.TypeOf(&RestErrorV1{}), shape.TypeOf(&withMessage{})))
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := twilioadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	assert.NotContains(t, te.Payload().String(), phone)
	return te
}

func TestResponsesThatAreNotJSON(t *testing.T) {
	types(t)
	const prefix = "error decoding the response for an HTTP error code: "
	te := adapt(t, fmt.Errorf("send: %w", undecoded(prefix+"502", io.EOF)))
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.Equal(t, 502, te.StatusCode())
	assert.Equal(t, unknown, te.Effect())
	for _, text := range []string{"", "x", prefix, prefix + "50", prefix + "5000", prefix + "5x2", prefix + "-10", prefix + "+50", prefix + "200", prefix + "399", "x" + prefix + "502"} {
		assert.Nil(t, twilioadapter.Adapter{}.FromError(undecoded(text, io.EOF)), text)
	}
	assert.Nil(t, twilioadapter.Adapter{}.FromError(errors.New(prefix+"502")), "of another type")
	inner := undecoded("x", restError(429, 20429))
	assert.Equal(t, toolerr.KindUpstreamRateLimit, adapt(t, inner).Kind(), "a message that the program added")
}

// The status in the text is valid.
func FuzzNotJSON(f *testing.F) {
	types(f)
	for _, text := range []string{"502", "4x4", "", "99999999999999999999", " 502"} {
		f.Add("error decoding the response for an HTTP error code: " + text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		te := twilioadapter.Adapter{}.FromError(undecoded(text, io.EOF))
		if te != nil {
			assert.GreaterOrEqual(t, te.StatusCode(), 400)
			assert.Less(t, te.StatusCode(), 1000)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		}
	})
}
