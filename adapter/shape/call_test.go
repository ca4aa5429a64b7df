package shape_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
)

type statusError struct{ status *grpcStatus }

func (*statusError) Error() string                { return "status" }
func (e *statusError) ErrorCode() string          { return e.status.code }
func (e *statusError) GRPCStatus() *grpcStatus    { return e.status }
func (e *statusError) GetAPI(string) string       { return "needs an argument" }
func (e *statusError) Two() (string, error)       { return "", nil }
func (e *statusError) Panics() string             { panic("hostile") }
func (e *statusError) Unwrapped() (err error)     { return nil }
func (e *statusError) Details() map[string]string { return nil }

type grpcStatus struct{ code string }

func (s *grpcStatus) Code() uint32 { return 7 }

func TestCall(t *testing.T) {
	code := func(e interface{ ErrorCode() string }) string { return e.ErrorCode() }

	got, ok := shape.Call(any(&statusError{status: &grpcStatus{code: "denied"}}), code)
	assert.True(t, ok)
	assert.Equal(t, "denied", got)

	for name, x := range map[string]any{
		"not the interface":  &VendorError{},
		"nil":                nil,
		"a nil pointer":      (*statusError)(nil),
		"a method that dies": &statusError{},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := shape.Call(x, code)
			assert.False(t, ok)
			assert.Empty(t, got)
		})
	}
}

func TestResult(t *testing.T) {
	e := &statusError{status: &grpcStatus{}}
	status, ok := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("GRPCStatus") })
	assert.True(t, ok)
	code, ok := shape.Call(status, func(s interface{ Code() uint32 }) uint32 { return s.Code() })
	assert.True(t, ok)
	assert.Equal(t, uint32(7), code)

	methods := map[string]struct {
		x      any
		method func(reflect.Value) reflect.Value
	}{
		"no such method": {e, func(v reflect.Value) reflect.Value { return v.MethodByName("Gone") }},
		"an argument":    {e, func(v reflect.Value) reflect.Value { return v.MethodByName("GetAPI") }},
		"two results":    {e, func(v reflect.Value) reflect.Value { return v.MethodByName("Two") }},
		"it panics":      {e, func(v reflect.Value) reflect.Value { return v.MethodByName("Panics") }},
		"a nil pointer":  {&statusError{}, func(v reflect.Value) reflect.Value { return v.MethodByName("GRPCStatus") }},
		"a nil error":    {e, func(v reflect.Value) reflect.Value { return v.MethodByName("Unwrapped") }},
		"a nil map":      {e, func(v reflect.Value) reflect.Value { return v.MethodByName("Details") }},
		"a nil receiver": {(*statusError)(nil), func(v reflect.Value) reflect.Value { return v.MethodByName("GRPCStatus") }},
		"nil":            {nil, func(v reflect.Value) reflect.Value { return v.MethodByName("GRPCStatus") }},
	}
	for name, tt := range methods {
		t.Run(name, func(t *testing.T) {
			got, ok := shape.Result(tt.x, tt.method)
			assert.False(t, ok)
			assert.Nil(t, got)
		})
	}
}
