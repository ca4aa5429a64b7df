package shape_test

import (
	"errors"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
)

type code string

type rate struct {
	Limit int
	Reset timestamp
}

type timestamp struct{ time.Time }

type details struct {
	RetryAfterSeconds int32
	Causes            []*cause
}

type cause struct{ Field, reason string }

type base struct {
	Status   int
	Response *http.Response
}

// sdkError has a field of every sort that occurs in SDKs.
type sdkError struct {
	*base
	Code     code
	Number   uint16
	Rate     rate
	Details  *details
	Delay    *time.Duration
	Any      any
	Err      error
	Float    float64
	Header   http.Header
	Metadata []map[string]any
	Loop     *sdkError
	State    [5]byte
	Nothing  any

	wireErr bool
	status  code
	number  int64
	at      time.Time
	inner   struct{ code string }
	iface   any
}

func (*sdkError) Error() string { return "sdk" }

func whole() *sdkError {
	delay := 3 * time.Second
	e := &sdkError{
		base: &base{Status: 404, Response: &http.Response{StatusCode: 503, Header: http.Header{"Retry-After": {"7"}}}},
		Code: "invalid", Number: 429,
		Rate:    rate{Limit: 10, Reset: timestamp{time.Unix(1e9, 0)}},
		Details: &details{RetryAfterSeconds: 5, Causes: []*cause{{Field: "a", reason: "r"}, nil, {Field: "b"}}},
		Delay:   &delay, Any: &details{RetryAfterSeconds: 6}, Err: &cause404{},
		Float: 17, Header: http.Header{"X": {"y"}},
		Metadata: []map[string]any{{"reason": "x"}, nil},
		State:    [5]byte{'2', '3', '5', '0', '5'},
		wireErr:  true, status: "s", number: -4, at: time.Unix(1, 0), iface: 12,
	}
	e.inner.code = "inner"
	e.Loop = e
	return e
}

type cause404 struct{}

func (*cause404) Error() string { return "cause" }

func TestField(t *testing.T) {
	e := whole()
	check(t, "a promoted field", e, "Status", 404)
	check(t, "a standard type by a path", e, "Response.StatusCode", 503)
	check(t, "a named map as what it is", e, "Header", map[string][]string{"X": {"y"}})
	check(t, "a header as a header", e, "Response.Header", http.Header{"Retry-After": {"7"}})
	check(t, "a number of another kind", e, "Details.RetryAfterSeconds", 5)
	check(t, "an unsigned number", e, "Number", 429)
	check(t, "a number as an unsigned one", e, "Status", uint8(148), false)
	check(t, "a whole float as a number", e, "Float", 17)
	check(t, "a number as a float", e, "Status", 404.0)
	check(t, "a named string", e, "Code", "invalid")
	check(t, "a string as a named one", e, "Code", code("invalid"))
	check(t, "a pointer to a value", e, "Delay", 3*time.Second)
	check(t, "a duration as a number", e, "Delay", int64(3e9))
	check(t, "through an interface", e, "Any.RetryAfterSeconds", 6)
	check(t, "an error", e, "Err", e.Err)
	check(t, "a cycle, as far as it is written", e, "Loop.Loop.Loop.Status", 404)
	check(t, "as long a path as there may be", e, "Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Status", 404)
	check(t, "itself", e, "", e)
	check(t, "a value, not a pointer", *e, "Status", 404)

	check(t, "an unexported bool", e, "wireErr", true)
	check(t, "an unexported string", e, "status", "s")
	check(t, "an unexported number", e, "number", -4)
	check(t, "an unexported interface's number", e, "iface", 12)

	check(t, "an unexported struct", e, "at", time.Time{}, false)
	check(t, "a name that is not there", e, "Missing", "", false)
	check(t, "a name below a scalar", e, "Status.Code", 0, false)
	check(t, "another type", e, "Status", "", false)
	check(t, "a number too large", e, "Number", uint8(0), false)
	check(t, "a negative number as an unsigned one", e, "number", uint64(0), false)
	check(t, "a nil interface", e, "Nothing", "", false)
	check(t, "an empty name", e, "Rate..Limit", 0, false)
	check(t, "too long a path", e, "Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Loop.Status", 0, false)

	empty := &sdkError{}
	check(t, "a nil embedded pointer", empty, "Status", 0, false)
	check(t, "a nil pointer on the way", empty, "Details.RetryAfterSeconds", int32(0), false)
	check(t, "a nil error", empty, "Err", error(nil), false)
	check(t, "a nil map", empty, "Header", http.Header(nil), false)
	check(t, "a nil pointer", (*sdkError)(nil), "Code", "", false)
	check(t, "nil", nil, "Code", "", false)
	check(t, "nil itself", nil, "", "", false)

	check(t, "a fraction is not a whole number", &sdkError{Float: 1.5}, "Float", 0, false)
	check(t, "the largest number", struct{ N uint64 }{math.MaxInt64}, "N", int64(math.MaxInt64))
	check(t, "too large an unsigned number", struct{ N uint64 }{1 << 63}, "N", int64(0), false)
	check(t, "too large for an exact float", struct{ N int64 }{1<<53 + 1}, "N", float64(0), false)
	check(t, "an unsigned number as a float", struct{ N uint64 }{4}, "N", 4.0)
	check(t, "an unsigned number as another", struct{ N uint64 }{300}, "N", uint8(0), false)
	check(t, "a number too large for its kind", struct{ N int64 }{300}, "N", int8(0), false)
	check(t, "a fraction as a shorter float", struct{ F float64 }{0.1}, "F", float32(0), false)
	check(t, "a float as a float", struct{ F float32 }{0.5}, "F", 0.5)
}

// check reads a field as the type of want. With ok false, the field must be missing.
func check[T any](t *testing.T, name string, x any, path string, want T, ok ...bool) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		there := len(ok) == 0 || ok[0]
		if !there {
			var none T
			want = none
		}
		got, found := shape.Field[T](x, path)
		assert.Equal(t, there, found)
		assert.Equal(t, want, got)
	})
}

func TestItems(t *testing.T) {
	e := whole()
	var fields []string
	for item := range shape.Items(e, "Details.Causes") {
		if field, ok := shape.Field[string](item, "Field"); ok {
			fields = append(fields, field)
		}
	}
	assert.Equal(t, []string{"a", "b"}, fields)

	reasons := []string{}
	for item := range shape.Items(e, "Metadata") {
		if m, ok := shape.Field[map[string]any](item, ""); ok {
			reasons = append(reasons, slices.Collect(maps.Keys(m))...)
		}
	}
	assert.Equal(t, []string{"reason"}, reasons)

	assert.Len(t, slices.Collect(shape.Items(SliceError{errors.New("a"), nil, errors.New("b")}, "")), 2, "nil is left out")
	assert.Empty(t, slices.Collect(shape.Items([]func(){nil}, "")), "nil of another kind")
	assert.Len(t, slices.Collect(shape.Items(make([]int, 1000), "")), 64, "long slices are cut")
	sparse := make(SliceError, 5000)
	sparse[999], sparse[4999] = errors.New("late"), errors.New("too late")
	assert.Len(t, slices.Collect(shape.Items(sparse, "")), 1, "what is nil does not count")
	assert.Empty(t, slices.Collect(shape.Items(e, "Code")), "no slice")
	assert.Empty(t, slices.Collect(shape.Items(e, "Gone")), "no field")
	assert.Empty(t, slices.Collect(shape.Items(nil, "")), "nil")
	assert.Empty(t, slices.Collect(shape.Items(struct{ a []int }{[]int{1}}, "a")), "unexported")
	for item := range shape.Items(e, "State") {
		assert.Equal(t, byte('2'), item)
		break
	}
}

// The value is a pointer to itself.
func TestRecursivePointer(t *testing.T) {
	type loop *loop
	var l loop
	l = &l
	_, ok := shape.Field[string](l, "Code")
	assert.False(t, ok)
	_, ok = shape.Field[string](l, "")
	assert.False(t, ok)
}

func FuzzField(f *testing.F) {
	for _, seed := range []string{"", ".", "Status", "Response.StatusCode", "Rate.Reset.Time", "inner.code", "a..b", "base.Response.Request.URL.Host", "Loop.Loop.at.wall"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		for _, x := range []any{whole(), *whole(), &sdkError{}, (*sdkError)(nil), nil, SliceError{nil}} {
			_, _ = shape.Field[string](x, path)
			_, _ = shape.Field[int8](x, path)
			_, _ = shape.Field[float64](x, path)
			_, _ = shape.Field[error](x, path)
			_, _ = shape.Field[http.Header](x, path)
			for item := range shape.Items(x, path) {
				assert.NotNil(t, item)
			}
		}
	})
}

func TestFieldType(t *testing.T) {
	type hidden struct {
		cause error
		count *int
	}
	assert.Equal(t, shape.T("errors", "errorString"), shape.FieldType(&hidden{cause: errors.New("x")}, "cause"))
	for name, x := range map[string]any{"nil": nil, "a nil error": hidden{}, "a nil pointer": (*hidden)(nil), "no struct": 3} {
		assert.Equal(t, shape.Type{}, shape.FieldType(x, "cause"), name)
	}
	assert.Equal(t, shape.Type{}, shape.FieldType(hidden{}, "count"))
}

func TestLacks(t *testing.T) {
	type item struct{ Reason string }
	type failure struct {
		Status *int
		Items  []*item
		Any    error
		item
	}
	type loop *loop
	for path, want := range map[string]string{
		"": "", "Status": "", "Items": "", "Items[].Reason": "", "Reason": "", "Any.Whatever": "",
		"Code":         "no field Code in shape_test.failure, which has Status, Items, Any, item, Reason",
		"Items[].Code": "no field Code in shape_test.item, which has Reason",
		"Status.Code":  "no field Code in int, which has none",
		"Status[]":     "Status is not a list: its type is int",
	} {
		assert.Equal(t, want, shape.Lacks(reflect.TypeFor[*failure](), path), path)
	}
	assert.Equal(t, "", shape.Lacks(reflect.TypeFor[[]item](), "[].Reason"))
	assert.NotEmpty(t, shape.Lacks(reflect.TypeFor[loop](), "Code"))
}
