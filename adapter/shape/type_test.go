package shape_test

import (
	"errors"
	"fmt"
	"io"
	randv2 "math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
)

// here is the package of the types below, in place of a vendor's.
const here = "github.com/errand-go/errand/adapter/shape_test"

var (
	vendorError = shape.T(here, "VendorError")
	valueError  = shape.T(here, "ValueError")
	sliceError  = shape.T(here, "SliceError")
	loopError   = shape.T(here, "LoopError")
)

type VendorError struct{ Code string }

func (*VendorError) Error() string { return "vendor" }

// ValueError can neither be compared nor be a map key.
type ValueError struct{ Details map[string]any }

func (ValueError) Error() string { panic("the method of an error panics") }

type SliceError []error

func (SliceError) Error() string { return "several" }

// LoopError wraps itself.
type LoopError struct{}

func (e *LoopError) Error() string { return "loop" }
func (e *LoopError) Unwrap() error { return e }

type genericError[T any] struct{ Value T }

func (genericError[T]) Error() string { return "generic" }

func TestSetOf(t *testing.T) {
	set := shape.NewSet(vendorError, valueError, sliceError, shape.T(here, "genericError"),
		shape.T("io/fs", "PathError"), shape.T("net/url/v3", "Error"), shape.T("math/rand", "PCG"))
	var typedNil *VendorError
	tests := map[string]struct {
		x    any
		want string
	}{
		"a pointer":                      {&VendorError{}, here + ".VendorError"},
		"a value of the same type":       {VendorError{}, here + ".VendorError"},
		"a nil pointer":                  {typedNil, here + ".VendorError"},
		"an uncomparable value":          {ValueError{Details: map[string]any{"a": 1}}, here + ".ValueError"},
		"a slice":                        {SliceError{nil}, here + ".SliceError"},
		"a generic type":                 {genericError[map[string]int]{}, here + ".genericError"},
		"a version in the expected path": {&url.Error{}, "net/url.Error"},
		"a version in what is there":     {randv2.NewPCG(1, 2), "math/rand.PCG"},
		"a type that is not in the set":  {url.EscapeError("x"), ""},
		"errors.New":                     {errors.New("x"), ""},
		"what wraps one":                 {fmt.Errorf("x: %w", &VendorError{}), ""},
		"an unnamed type":                {struct{ Code string }{}, ""},
		"a pointer to a pointer":         {&typedNil, ""},
		"a builtin type":                 {"VendorError", ""},
		"nil":                            {nil, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for range 2 { // the second result is a cached one
				assert.Equal(t, tt.want, set.Of(tt.x).String())
			}
		})
	}
}

func TestZeroSets(t *testing.T) {
	var none *shape.Set
	assert.Zero(t, none.Of(&VendorError{}))
	assert.Zero(t, shape.NewSet().Of(&VendorError{}))
	assert.Zero(t, shape.NewSet(shape.Type{}).Of("text"), "the zero Type is never found")
}

func TestTypeOf(t *testing.T) {
	assert.Equal(t, vendorError, shape.TypeOf(&VendorError{}))
	assert.Equal(t, shape.T("math/rand/v9", "PCG"), shape.TypeOf(randv2.PCG{}))
	assert.Zero(t, shape.TypeOf(nil))
	assert.Zero(t, shape.TypeOf(3))
	assert.Empty(t, shape.Type{}.String())
	assert.Equal(t, here, vendorError.Path())
	assert.Equal(t, "VendorError", vendorError.Name())
}

// The type is in a vendored package: net/http has its own copy of golang.org/x/net/idna,
// and Request.Write returns its error.
func TestVendoredCopy(t *testing.T) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://h/", http.NoBody)
	require.NoError(t, err)
	req.Host = "xn--\u00e4.example"
	err = req.Write(io.Discard)
	require.Error(t, err)
	require.Contains(t, fmt.Sprintf("%T", err), "idna.", "a Go release that does without idna here needs another example")

	label := shape.TypeOf(err)
	assert.Equal(t, "golang.org/x/net/idna", label.Path())
	assert.Equal(t, label, shape.NewSet(label).Of(err))
}

func TestUnversioned(t *testing.T) {
	tests := map[string]string{
		"github.com/google/go-github/v89/github":                       "github.com/google/go-github/github",
		"github.com/aws/aws-sdk-go-v2/service/s3":                      "github.com/aws/aws-sdk-go-v2/service/s3",
		"gopkg.in/yaml%2ev3":                                           "gopkg.in/yaml",
		"gopkg.in/src-d/go-git.v4/plumbing":                            "gopkg.in/src-d/go-git/plumbing",
		"gopkg.in/check.v1-unstable":                                   "gopkg.in/check",
		"gopkg.in/ini.version":                                         "gopkg.in/ini.version",
		"example.com/yaml.v3":                                          "example.com/yaml.v3",
		"vendor/golang.org/x/net/idna":                                 "golang.org/x/net/idna",
		"example.com/app/vendor/github.com/google/go-github/v5/github": "github.com/google/go-github/github",
		"a/vendor/b/vendor/c":                                          "c",
		"example.com/vendors/x":                                        "example.com/vendors/x",
		"k8s.io/api/core/v1":                                           "k8s.io/api/core",
		"k8s.io/api/core/v1beta1":                                      "k8s.io/api/core/v1beta1",
		"example.com/v":                                                "example.com/v",
		"v2":                                                           "v2",
		"":                                                             "",
	}
	for path, want := range tests {
		t.Run(path, func(t *testing.T) { assert.Equal(t, want, shape.Unversioned(path)) })
	}
}

func TestFind(t *testing.T) {
	set := shape.NewSet(vendorError, sliceError)
	first, second := &VendorError{Code: "first"}, &VendorError{Code: "second"}
	var typedNil *VendorError
	tests := map[string]struct {
		err  error
		want error
	}{
		"wrapped":               {fmt.Errorf("a: %w", fmt.Errorf("b: %w", first)), first},
		"joined, depth first":   {errors.Join(errors.New("x"), fmt.Errorf("a: %w", first), second), first},
		"behind a typed nil":    {errors.Join(typedNil, second), second},
		"nil":                   {nil, nil},
		"a cycle":               {&LoopError{}, nil},
		"behind a panicking it": {errors.Join(ValueError{}, second), second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			typ, got := set.Find(tt.err)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.want != nil, typ == vendorError)
		})
	}
	typ, found := shape.NewSet(loopError).Find(fmt.Errorf("%w", &LoopError{}))
	assert.Equal(t, loopError, typ)
	assert.IsType(t, &LoopError{}, found)
}

func TestSetIsSafeForConcurrentUse(t *testing.T) {
	set := shape.NewSet(vendorError)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				assert.Equal(t, vendorError, set.Of(&VendorError{}))
				assert.Zero(t, set.Of(SliceError{}))
			}
		})
	}
	wg.Wait()
}

func FuzzUnversioned(f *testing.F) {
	for _, seed := range []string{"a/v2/b", "gopkg.in/a.v1", "a/vendor/b", "v1", "/v1/", "gopkg.in/.v1", "%2e", "//", "gopkg.in/v2.v3", "gopkg.in/vendor.v1/b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		once := shape.T(path, "E")
		assert.Equal(t, once, shape.T(once.Path(), "E"), "a path without versions stays as it is")
		assert.NotContains(t, "/"+once.Path(), "/vendor/")
		assert.LessOrEqual(t, len(once.Path()), len(path))
		assert.False(t, strings.HasSuffix(once.Path(), "/v2"))
	})
}
