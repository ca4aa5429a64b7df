package shape_test

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/errand-go/errand/adapter/shape"
)

// APIError represents the error of an SDK that is not imported.
type APIError struct {
	Response *Response
	Errors   []FieldError
	limit    int
}

type Response struct {
	StatusCode int
	Header     map[string][]string
}

type FieldError struct{ Field, Code string }

func (*APIError) Error() string     { return "422: customer mara@example.com exists" }
func (*APIError) ErrorCode() string { return "already_exists" }
func (*APIError) Limit() *Quota     { return &Quota{Resets: time.Minute} }

type Quota struct{ Resets time.Duration }

// For an SDK, use T("github.com/vendor/sdk", "APIError"), which matches the type in every
// major version.
var apiError = shape.T("github.com/errand-go/errand/adapter/shape_test", "APIError")

// Keep a Set in a variable of the adapter's package.
var sdkTypes = shape.NewSet(apiError)

func ExampleSet_Find() {
	err := fmt.Errorf("create customer: %w", &APIError{Response: &Response{StatusCode: 422}})

	typ, found := sdkTypes.Find(err)
	fmt.Println(typ == apiError)
	status, ok := shape.Field[int](found, "Response.StatusCode")
	fmt.Println(status, ok)

	_, found = sdkTypes.Find(errors.New("of somebody else"))
	fmt.Println(found)
	// Output:
	// true
	// 422 true
	// <nil>
}

func ExampleField() {
	var err error = &APIError{
		Response: &Response{StatusCode: 429, Header: map[string][]string{"Retry-After": {"7"}}},
		limit:    100,
	}
	header, _ := shape.Field[map[string][]string](err, "Response.Header")
	limit, _ := shape.Field[int64](err, "limit") // an unexported number
	_, ok := shape.Field[string](err, "Response.RequestID")
	fmt.Println(header["Retry-After"], limit, ok)

	_, ok = shape.Field[int](&APIError{}, "Response.StatusCode") // a nil in the path
	fmt.Println(ok)
	// Output:
	// [7] 100 false
	// false
}

func ExampleItems() {
	err := &APIError{Errors: []FieldError{{"email", "taken"}, {"name", "missing"}}}
	for item := range shape.Items(err, "Errors") {
		field, _ := shape.Field[string](item, "Field")
		fmt.Println(field)
	}
	// Output:
	// email
	// name
}

func ExampleCall() {
	code, ok := shape.Call(error(&APIError{}), func(e interface{ ErrorCode() string }) string {
		return e.ErrorCode()
	})
	fmt.Println(code, ok)
	// Output: already_exists true
}

func ExampleResult() {
	limit, _ := shape.Result(&APIError{}, func(v reflect.Value) reflect.Value {
		return v.MethodByName("Limit")
	})
	resets, ok := shape.Field[time.Duration](limit, "Resets")
	fmt.Println(resets, ok)
	// Output: 1m0s true
}

func ExampleTypeOf() {
	fmt.Println(shape.TypeOf(&APIError{}))
	// Output: github.com/errand-go/errand/adapter/shape_test.APIError
}
