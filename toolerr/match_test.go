package toolerr_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// errMine is a tool's sentinel.
var errMine = errors.New("mine")

// wrapping is an error whose cause can be set later, so that it can contain itself.
type wrapping struct{ cause error }

func (w *wrapping) Error() string { return "wrapping" }
func (w *wrapping) Unwrap() error { return w.cause }

// hostile panics in every method.
type hostile struct{}

func (*hostile) Error() string   { panic("Error") }
func (*hostile) Is(error) bool   { panic("Is") }
func (*hostile) As(any) bool     { panic("As") }
func (*hostile) Unwrap() []error { panic("Unwrap") }
func (*hostile) Aborts() bool    { panic("Aborts") }

// uncomparable panics if it is compared.
type uncomparable struct{ list []string }

func (uncomparable) Error() string { return "uncomparable" }

// sneaky is comparable at compile time but not at run time. Its Is method matches values of
// its type.
type sneaky struct{ any any }

func (sneaky) Error() string        { return "sneaky" }
func (sneaky) Is(target error) bool { _, ok := target.(sneaky); return ok }

// asking sets the target of As to its code.
type asking struct{ code int }

func (a asking) Error() string { return "asking" }

func (a asking) As(target any) bool {
	code, ok := target.(*exitCode)
	if ok {
		*code = exitCode(a.code)
	}
	return ok
}

// giving sets the target of As to a ToolRuntimeError.
type giving struct{ te *toolerr.ToolRuntimeError }

func (giving) Error() string { return "giving" }

func (g giving) As(target any) bool {
	te, ok := target.(**toolerr.ToolRuntimeError)
	if ok {
		*te = g.te
	}
	return ok
}

type exitCode int

func (exitCode) Error() string { return "exit" }

// chain wraps an error n times.
func chain(err error, n int) error {
	for range n {
		err = &wrapping{err}
	}
	return err
}

func TestIs(t *testing.T) {
	nested := toolerr.Upstream(404, say, toolerr.WithCause(fmt.Errorf("deep: %w", io.EOF)))
	tests := map[string]struct {
		err    error
		target error
		want   bool
	}{
		"itself":                   {nested, nested, true},
		"a copy of it":             {nested, nested.With(), false},
		"what it is a copy of":     {nested.With().WithKind(serverError), nested, true},
		"its kind":                 {nested, notFound, true},
		"another kind":             {nested, serverError, false},
		"its class":                {nested, toolerr.ClassUpstream, true},
		"another class":            {nested, toolerr.ClassFatal, false},
		"a rate limit is upstream": {toolerr.RateLimit(say), toolerr.ClassUpstream, true},
		"a rate limit":             {toolerr.RateLimit(say), toolerr.ClassRateLimit, true},
		"upstream is not a limit":  {nested, toolerr.ClassRateLimit, false},
		"wrapped: its kind":        {fmt.Errorf("while: %w", nested), notFound, true},
		"in the cause":             {nested, io.EOF, true},
		"not in the cause":         {nested, io.ErrClosedPipe, false},
		"in no cause":              {toolerr.Fatal(say), io.EOF, false},
		"joined in the cause":      {toolerr.Fatal(say, toolerr.WithCause(errors.Join(nil, errMine, fs.ErrExist))), fs.ErrExist, true},
		"by an Is method": {
			toolerr.Fatal(say, toolerr.WithCause(&net.OpError{Op: "dial", Err: context.DeadlineExceeded})), context.DeadlineExceeded, true,
		},
		"in the cause of an error in the cause": {toolerr.Fatal(say, toolerr.WithCause(nested)), io.EOF, true},
		"behind an error in the cause": {
			toolerr.Fatal(say, toolerr.WithCause(errors.Join(nested, errMine))), errMine, true,
		},
		"the kind of an error in the cause":  {toolerr.Fatal(say, toolerr.WithCause(nested)), notFound, false},
		"the class of an error in the cause": {toolerr.Fatal(say, toolerr.WithCause(nested)), toolerr.ClassUpstream, false},
		"a bare kind in the cause":           {toolerr.Fatal(say, toolerr.WithCause(notFound)), notFound, false},
		"a bare class in the cause":          {toolerr.Fatal(say, toolerr.WithCause(toolerr.ClassCanceled)), toolerr.ClassCanceled, false},
		"an error of ours in the cause":      {toolerr.Fatal(say, toolerr.WithCause(nested)), nested, true},
		"a copy of ours in the cause":        {toolerr.Fatal(say, toolerr.WithCause(nested.With())), nested, true},
		"sneaky, by its method":              {toolerr.Fatal(say, toolerr.WithCause(sneaky{[]int{}})), sneaky{[]int{}}, true},
		"uncomparable":                       {toolerr.Fatal(say, toolerr.WithCause(uncomparable{})), uncomparable{}, false},
		"behind an uncomparable":             {toolerr.Fatal(say, toolerr.WithCause(errors.Join(uncomparable{}, errMine))), errMine, true},
		"behind a hostile":                   {toolerr.Fatal(say, toolerr.WithCause(errors.Join(&hostile{}, errMine))), errMine, true},
		"behind typed nils": {
			toolerr.Fatal(say, toolerr.WithCause(errors.Join((*vendorError)(nil), (*hostile)(nil), (*toolerr.ToolRuntimeError)(nil), errMine))), errMine, true,
		},
		"200 deep":    {toolerr.Fatal(say, toolerr.WithCause(chain(errMine, 200))), errMine, true},
		"10,000 deep": {toolerr.Fatal(say, toolerr.WithCause(chain(errMine, 10_000))), errMine, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, errors.Is(tt.err, tt.target)) })
	}
}

// as returns the value of a type that errors.As finds, or nil.
func as[T any](err error) any {
	var v T
	if errors.As(err, &v) {
		return v
	}
	return nil
}

func TestAs(t *testing.T) {
	vendor, timeout := &vendorError{"inner"}, &net.DNSError{IsTimeout: true}
	inner := toolerr.Upstream(404, say, toolerr.WithCause(vendor))
	outer := toolerr.Fatal(say, toolerr.WithCause(errors.Join(asking{7}, inner)))
	caused := func(errs ...error) error { return toolerr.Fatal(say, toolerr.WithCause(errors.Join(errs...))) }
	type statused interface{ StatusCode() int }
	for name, tt := range map[string]struct{ got, want any }{
		"itself":                         {as[*toolerr.ToolRuntimeError](fmt.Errorf("while: %w", outer)), outer},
		"its kind, not the cause's":      {as[toolerr.Kind](outer), toolerr.KindToolFatal},
		"its class, not the cause's":     {as[toolerr.Class](outer), toolerr.ClassFatal},
		"a type in the cause of a cause": {as[*vendorError](outer), vendor},
		"through an As method":           {as[exitCode](outer), exitCode(7)},
		"an interface of the cause":      {as[net.Error](caused(timeout)), timeout},
		"an interface of its own":        {as[statused](inner), inner},
		"a type that is not there":       {as[*fs.PathError](outer), nil},
		"behind a hostile":               {as[*vendorError](caused(&hostile{}, uncomparable{}, vendor)), vendor},
		"a typed nil does not match":     {as[*vendorError](caused((*vendorError)(nil), vendor)), vendor},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.got) })
	}
	for name, e := range map[string]*toolerr.ToolRuntimeError{"in the cause": outer, "by an As method": toolerr.Fatal(say, toolerr.WithCause(giving{inner}))} {
		var te *toolerr.ToolRuntimeError
		assert.False(t, e.As(&te), "an error of ours %s is not handed out", name)
		assert.Nil(t, te)
	}
	for _, target := range []any{nil, 42, (*toolerr.Kind)(nil), (*toolerr.Class)(nil), (**vendorError)(nil), vendorError{}} {
		assert.NotPanics(t, func() { assert.False(t, outer.As(target), "%T", target) })
	}
}

// Errors that contain themselves, through the cause of a ToolRuntimeError or not.
func TestCycles(t *testing.T) {
	throughOurs := &wrapping{}
	ours := toolerr.Upstream(500, say, toolerr.WithCause(throughOurs))
	throughOurs.cause = ours

	alone := &wrapping{}
	alone.cause = alone

	wide := &joining{}
	wide.parts = []error{wide, wide, wide}

	for name, err := range map[string]error{
		"through ours":          ours,
		"a wrap of itself":      toolerr.Fatal(say, toolerr.WithCause(alone)),
		"a join of itself":      toolerr.Fatal(say, toolerr.WithCause(wide)),
		"fresh errors, forever": toolerr.Fatal(say, toolerr.WithCause(endless{})),
	} {
		t.Run(name, func(t *testing.T) {
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			assert.NotErrorIs(t, err, errMine)
			var vendor *vendorError
			assert.False(t, errors.As(err, &vendor))
			assert.NotEmpty(t, te.DeveloperMessage())
			assert.NotEmpty(t, te.LogValue().Group())
			assert.True(t, te.Payload().IsError())
		})
	}
	for name, err := range map[string]error{"a wrap": alone, "a join": wide, "forever": endless{}} {
		t.Run(name+" that was not adapted", func(t *testing.T) {
			_, ok := toolerr.Find(err)
			assert.False(t, ok)
			assert.Equal(t, toolerr.KindUnknown, toolerr.KindOf(err))
			payload := toolerr.Result(nil, err)
			assert.Equal(t, toolerr.KindToolFatal, payload.Err().Kind())
			assert.Contains(t, payload.Err().DeveloperMessage(), "more than 256 errors")
		})
	}
}

// joining is a join whose parts can be set later. Its Error is that of errors.Join, which
// does not return if the join contains itself.
type joining struct{ parts []error }

func (j *joining) Error() string   { return errors.Join(j.parts...).Error() }
func (j *joining) Unwrap() []error { return j.parts }

// endless wraps an endless error, a new one at each call.
type endless struct{}

func (endless) Error() string   { return "endless" }
func (e endless) Unwrap() error { return &wrapping{e} }

func TestFind(t *testing.T) {
	first, second := toolerr.Upstream(404, say), toolerr.Fatal(say)
	tests := map[string]struct {
		err  error
		want *toolerr.ToolRuntimeError
	}{
		"nil":                     {nil, nil},
		"foreign":                 {errVendor, nil},
		"typed nil":               {(*toolerr.ToolRuntimeError)(nil), nil},
		"itself":                  {first, first},
		"wrapped":                 {fmt.Errorf("a: %w", fmt.Errorf("b: %w", first)), first},
		"the first, depth first":  {errors.Join(fmt.Errorf("a: %w", first), second), first},
		"behind a typed nil":      {errors.Join((*toolerr.ToolRuntimeError)(nil), second), second},
		"behind a hostile":        {errors.Join(&hostile{}, second), second},
		"not in a cause":          {&wrapping{toolerr.Fatal(say, toolerr.WithCause(first))}, nil},
		"at the edge of the walk": {chain(first, 255), first},
		"behind the edge":         {chain(first, 256), nil},
		"in an error that aborts": {toolerr.Abort(fmt.Errorf("a: %w", first)), first},
		"no code reads the type":  {errors.New(first.Error()), nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := toolerr.Find(tt.err)
			if name == "not in a cause" {
				assert.Equal(t, toolerr.KindToolFatal, got.Kind(), "the outer one")
				return
			}
			assert.Same(t, tt.want, got)
			assert.Equal(t, tt.want != nil, ok)
		})
	}
}

func TestKindOf(t *testing.T) {
	var typedNil *toolerr.ToolRuntimeError
	tests := map[string]struct {
		err  error
		want toolerr.Kind
	}{
		"nil":                     {nil, ""},
		"foreign":                 {errVendor, toolerr.KindUnknown},
		"ours":                    {toolerr.RateLimit(say), rateLimit},
		"ours, wrapped":           {fmt.Errorf("a: %w", toolerr.RateLimit(say)), rateLimit},
		"the first":               {errors.Join(errVendor, toolerr.RateLimit(say), toolerr.Fatal(say)), rateLimit},
		"not the cause's":         {toolerr.Fatal(say, toolerr.WithCause(toolerr.RateLimit(say))), toolerr.KindToolFatal},
		"a bare kind":             {notFound, notFound},
		"a bare kind, wrapped":    {fmt.Errorf("a: %w", notFound), notFound},
		"a bare kind before ours": {errors.Join(notFound, toolerr.Fatal(say)), notFound},
		"unknown":                 {toolerr.KindUnknown, toolerr.KindUnknown},
		"an unknown kind":         {toolerr.Kind("MADE_UP"), toolerr.KindUnknown},
		"an empty kind":           {toolerr.Kind(""), toolerr.KindUnknown},
		"a class":                 {toolerr.ClassFatal, toolerr.KindUnknown},
		"typed nil":               {typedNil, toolerr.KindUnknown},
		"hostile":                 {&hostile{}, toolerr.KindUnknown},
		"the zero error":          {&toolerr.ToolRuntimeError{}, toolerr.KindUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, toolerr.KindOf(tt.err)) })
	}
}

func TestAbort(t *testing.T) {
	require.NoError(t, toolerr.Abort(nil))
	ours := toolerr.Upstream(404, say, toolerr.WithCause(errVendor))
	marked, ok := toolerr.Abort(ours).(*toolerr.ToolRuntimeError) //nolint:errorlint // the dynamic type is what is tested
	require.True(t, ok)
	foreign := toolerr.Abort(errVendor)
	require.EqualError(t, foreign, errVendor.Error())
	assert.Equal(t, ours.Payload().String(), marked.Payload().String(), "the model reads the same")
	tests := map[string]struct {
		err    error
		aborts bool
		is     error
	}{
		"nil":                    {nil, false, nil},
		"ours":                   {marked, true, errVendor},
		"the original":           {ours, false, errVendor},
		"a copy":                 {marked.With(toolerr.WithStatus(410)), true, errVendor},
		"another kind":           {marked.WithKind(toolerr.KindToolFatal), true, toolerr.KindToolFatal},
		"a foreign one":          {foreign, true, errVendor},
		"a foreign one, wrapped": {fmt.Errorf("while: %w", foreign), true, errVendor},
		"a foreign one, joined":  {errors.Join(errMine, foreign), true, errVendor},
		"not marked":             {errVendor, false, errVendor},
		"one that wraps ours":    {toolerr.Abort(fmt.Errorf("while: %w", ours)), true, notFound},
		"a typed nil":            {toolerr.Abort((*toolerr.ToolRuntimeError)(nil)), true, nil},
		"in the cause":           {toolerr.Fatal(say, toolerr.WithCause(foreign)), false, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var marked interface{ Aborts() bool }
			assert.Equal(t, tt.aborts, errors.As(tt.err, &marked) && marked.Aborts())
			if tt.is != nil {
				assert.ErrorIs(t, tt.err, tt.is)
			}
		})
	}
}

func TestNoUnwrap(t *testing.T) {
	e := toolerr.Fatal(say, toolerr.WithCause(errVendor))
	require.NoError(t, errors.Unwrap(e), "a program that prints a chain must not find the cause")
	_, single := any(e).(interface{ Unwrap() error })
	_, several := any(e).(interface{ Unwrap() []error })
	assert.False(t, single || several)
	assert.Equal(t, errVendor, e.Cause())
}
