package natsadapter_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/natsadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the client, with all fields: the library does not require it.
// conformance/vendorproof tests the real ones.
type (
	ErrorCode uint16
	APIError  struct {
		Code        int
		ErrorCode   ErrorCode
		Description string
	}
	jsError struct {
		apiErr  *APIError
		message string
	}
	natsProtoErr struct{ description string }
)

func (e *APIError) Error() string { return "nats: " + e.Description }

func (e *jsError) Error() string {
	if e.apiErr != nil && e.apiErr.Description != "" {
		return e.apiErr.Error()
	}
	return "nats: " + e.message
}

func (e *jsError) Unwrap() error {
	if e.apiErr == nil {
		return nil
	}
	return e.apiErr
}

func (e *natsProtoErr) Error() string { return "nats: " + e.description }

func setTypes(tb testing.TB) {
	tb.Helper()
	tb.Cleanup(natsadapter.Imitate(shape.TypeOf(&APIError{}), shape.TypeOf(&jsError{}), shape.TypeOf(&natsProtoErr{})))
}

// numbered returns an answer of a JetStream server.
func numbered(status, number int) *APIError {
	return &APIError{Code: status, ErrorCode: ErrorCode(number), Description: faults.CanaryMessage + " " + faults.CredentialBearer}
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	madeByText = "nats.go v1.55.0: made with errors.New"
	tail       = " for Publish to \"" + faults.CanaryPath + "." + faults.CredentialBearer + "\""
)

func want(t *testing.T, code string) conformance.Want {
	t.Helper()
	row, ok := spec.Of(natsadapter.Adapter{}).Table().Lookup(code)
	require.True(t, ok, code)
	te := row.Error(nil)
	return conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect()}
}

func TestConformance(t *testing.T) {
	setTypes(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want, byText string) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want, ByText: byText})
	}
	for text, code := range natsadapter.Texts() {
		add(text, fmt.Errorf("%w: %q", errors.New("nats: "+text), faults.CanaryPath), want(t, code), madeByText)
		add(text+", with a type", &jsError{message: text}, want(t, code), madeByText)
	}
	for text, code := range natsadapter.Sentences() {
		add(text+" of the server", &natsProtoErr{strings.ToTitle(text[:1]) + text[1:] + tail}, want(t, code), madeByText)
		add(text+" in small letters", errors.New("nats: "+text+tail), want(t, code), madeByText)
	}
	for number, code := range natsadapter.Numbers() {
		add(fmt.Sprint(number), numbered(400, number), want(t, code), "")
		add(fmt.Sprint(number, " in a sentinel"), &jsError{apiErr: numbered(400, number)}, want(t, code), "")
	}
	for text := range natsadapter.Full() {
		add(text, fmt.Errorf("nats: %w", &APIError{503, 10077, text}), want(t, "stream_full"), "")
	}

	for status, w := range map[int]conformance.Want{
		0:   {Kind: toolerr.KindUpstreamUnmapped, Effect: unknown},
		400: {Kind: toolerr.KindUpstreamBadRequest, Effect: none},
		404: {Kind: toolerr.KindUpstreamNotFound, Effect: none},
		412: {Kind: toolerr.KindUpstreamBadRequest, Effect: none},
		429: {Kind: toolerr.KindUpstreamRateLimit, Effect: none, CanRetry: true},
		500: {Kind: toolerr.KindUpstreamServerError, Effect: unknown, CanRetry: true},
		503: {Kind: toolerr.KindUpstreamServerError, Effect: unknown, CanRetry: true},
	} {
		add(fmt.Sprint("an unlisted number, ", status), numbered(status, 10999), w, "")
	}
	unlisted := conformance.Want{Kind: toolerr.KindUpstreamUnmapped, Effect: unknown}
	add("a future text", &jsError{message: faults.CanaryMessage}, unlisted, "")
	add("a future refusal", &natsProtoErr{faults.CanaryMessage}, unlisted, "")
	conformance.Suite{Adapter: natsadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases}.Run(t)
}

// Each row is reached by a text or a number.
func TestRowsAreReached(t *testing.T) {
	reached := map[string]bool{"stream_full": true}
	for _, texts := range []map[string]string{natsadapter.Texts(), natsadapter.Sentences()} {
		for text, code := range texts {
			assert.Equal(t, code, natsadapter.CodeOf("nats: "+text))
			reached[code] = true
		}
	}
	for _, code := range natsadapter.Numbers() {
		reached[code] = true
	}
	for _, row := range spec.Of(natsadapter.Adapter{}).Table().Rows() {
		assert.True(t, reached[row.VendorCode], row.VendorCode)
	}
}

// Of several errors in one tree, the most specific decides.
func TestSeveralErrors(t *testing.T) {
	setTypes(t)
	changed := &APIError{400, 10071, "wrong last sequence: 7"}
	for name, tt := range map[string]struct {
		err  error
		code string
	}{
		"a key that is there":           {fmt.Errorf("make (%w)", fmt.Errorf("%w: %s", fmt.Errorf("nats: %w", changed), "key exists")), "key_exists"},
		"a key that is there, of two":   {fmt.Errorf("%w: %s", changed, "key exists"), "key_exists"},
		"a key that exists elsewhere":   {errors.Join(changed, errors.New("x: key exists")), "wrong_last_sequence"},
		"a key that is there, of three": {fmt.Errorf("%w: %w", &APIError{400, 10164, "wrong last sequence"}, &jsError{apiErr: &APIError{ErrorCode: 10071}, message: "key exists"}), "key_exists"},
		"a key that was changed":        {fmt.Errorf("%w: %w", changed, &jsError{message: "key revision mismatch"}), "key_revision_mismatch"},
		"a stream":                      {fmt.Errorf("nats: %w", changed), "wrong_last_sequence"},
		"a stream, and something else":  {errors.Join(changed, errors.New("nats: timeout")), "wrong_last_sequence"},
		"a bucket before its stream":    {errors.Join(fmt.Errorf("%w: b", &jsError{message: "bucket not found"}), numbered(404, 10059)), "bucket_not_found"},
		"an iterator before its reason": {fmt.Errorf("%w: %w", &jsError{message: "messages iterator closed"}, &jsError{message: "connection closed"}), "client_usage"},
		"an unknown text first":         {fmt.Errorf("%w: %w", &jsError{message: "future"}, errors.New("nats: timeout")), "timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			te := natsadapter.Adapter{}.FromError(tt.err)
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
		})
	}
}

// An untrusted certificate is left to httpadapter.
func TestCertificates(t *testing.T) {
	unknownAuthority := fmt.Errorf("%w: %w", errors.New("nats: tls error"), x509.UnknownAuthorityError{})
	require.NotNil(t, httpadapter.Adapter{}.FromError(unknownAuthority))
	assert.Nil(t, natsadapter.Adapter{}.FromError(unknownAuthority))
	assert.Equal(t, "tls", natsadapter.Adapter{}.FromError(errors.New("nats: tls error")).VendorCode())
}

type panics struct{}

func (panics) Error() string { panic("hostile") }

func TestDeclines(t *testing.T) {
	setTypes(t)
	for _, err := range []error{
		errors.New("timeout"), errors.New("nats: "), errors.New("nats: timeouts"), errors.New("nats: Parse Error [4]: 'x'"), errors.New("NATS: timeout"),
		fmt.Errorf("nats: timeout: %w", errors.New("x")),
		panics{},
		context.DeadlineExceeded,
	} {
		assert.Nil(t, natsadapter.Adapter{}.FromError(err), "%T", err)
	}
	for _, err := range []error{(*jsError)(nil), (*APIError)(nil), (*natsProtoErr)(nil)} {
		assert.Nil(t, natsadapter.Adapter{}.FromError(err), "%T", err)
	}
}

// The end of the context explains an error of the client, but not one of a server.
func TestEndedContext(t *testing.T) {
	setTypes(t)
	chain := adapter.NewChain(natsadapter.Adapter{})
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for text, kind := range map[string]toolerr.Kind{
		"nats: timeout":                             toolerr.KindToolCanceled,
		"nats: connection closed":                   toolerr.KindToolCanceled,
		"nats: no responders available for request": toolerr.KindUpstreamServerError,
	} {
		assert.Equal(t, kind, toolerr.KindOf(chain.Adapt(canceled, errors.New(text))), text)
	}
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(chain.Adapt(canceled, numbered(503, 10076))))
}

// Subjects can contain ids and names of people.
func TestSubjectsStayWithTheDeveloper(t *testing.T) {
	err := fmt.Errorf("%w: %s", errors.New("nats: permissions violation"), "Permissions Violation for Publish to \"patients.quorvexpath\"")
	te := natsadapter.Adapter{}.FromError(err)
	assert.Contains(t, te.DeveloperMessage(), "quorvexpath")
	assert.NotContains(t, te.Payload().String(), "quorvexpath")
}

func FuzzCodeOf(f *testing.F) {
	for text := range natsadapter.Texts() {
		f.Add("nats: " + text)
	}
	for text := range natsadapter.Sentences() {
		f.Add("nats: " + text + " x")
	}
	f.Add("nats: \xff")
	f.Fuzz(func(t *testing.T, text string) {
		code := natsadapter.CodeOf(text)
		if _, ok := spec.Of(natsadapter.Adapter{}).Table().Lookup(code); code != "" && !ok {
			t.Errorf("%q is %q, which has no row", text, code)
		}
		if code != "" && !strings.HasPrefix(text, "nats: ") {
			t.Errorf("%q is %q", text, code)
		}
	})
}
