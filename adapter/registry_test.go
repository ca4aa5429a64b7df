package adapter_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func slugs(c adapter.Chain) []string {
	var all []string
	for _, a := range c.Adapters() {
		all = append(all, a.Slug())
	}
	return all
}

func TestRegistryOrder(t *testing.T) {
	r := adapter.NewRegistry(declines("_d"), declines("_e")).
		With("search", declines("_a"), declines("_b")).
		With("mail", declines("_e")).
		With("search", declines("_c"), declines("_a"))
	tests := map[string]struct {
		tool string
		want []string
	}{
		"again for a tool: the new ones in front, once": {"search", []string{"_c", "_a", "_b", "_d", "_e"}},
		"a default is moved to the front":               {"mail", []string{"_e", "_d"}},
		"an unregistered tool":                          {"other", []string{"_d", "_e"}},
		"no name":                                       {"", []string{"_d", "_e"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := r.For(tt.tool)
			assert.Equal(t, tt.want, slugs(c))
		})
	}
}

// A registry is a value. Deriving a registry changes neither the original nor other derived
// ones.
func TestRegistryIsAValue(t *testing.T) {
	base := adapter.NewRegistry(declines("_d")).With("search", declines("_a"))
	one := base.With("search", declines("_b"))
	other := base.With("search", declines("_c")).With("mail", declines("_m"))
	assert.Equal(t, []string{"_a", "_d"}, slugs(base.For("search")))
	assert.Equal(t, []string{"_b", "_a", "_d"}, slugs(one.For("search")))
	assert.Equal(t, []string{"_c", "_a", "_d"}, slugs(other.For("search")))
	assert.Equal(t, []string{"_d"}, slugs(one.For("mail")))
	assert.Equal(t, []string{"_m", "_d"}, slugs(other.For("mail")))

	chain := base.For("search")
	base = base.With("search", declines("_late"))
	assert.Equal(t, []string{"_a", "_d"}, slugs(chain), "a chain has what its registry had")
	assert.Equal(t, []string{"_late", "_a", "_d"}, slugs(base.For("search")))
	base = adapter.NewRegistry(declines("_d")).With("search", declines("_a"))

	w := &watching{}
	watched := base.WithObserver(w)
	_ = base.For("search").Adapt(t.Context(), errVendor)
	assert.Empty(t, w.seen)
	assert.Nil(t, base.Observer())
	_ = watched.For("search").Adapt(t.Context(), errVendor)
	assert.Len(t, w.seen, 1)
	assert.Same(t, w, watched.Observer())
	_ = watched.With("search", declines("_x")).For("search").Adapt(t.Context(), errVendor)
	assert.Len(t, w.seen, 2, "With keeps the observer")
	assert.Nil(t, watched.WithObserver(nil).Observer())
}

func TestZeroRegistry(t *testing.T) {
	var r adapter.Registry
	assert.Empty(t, r.For("search").Adapters())
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(r.For("search").Adapt(t.Context(), errVendor)))
	assert.Equal(t, []string{"_a"}, slugs(r.With("search", declines("_a")).For("search")))
	assert.Empty(t, r.With("search").For("search").Adapters(), "a tool with no adapters of its own")
}

// Programming errors are found at start-up.
func TestRegistrationPanics(t *testing.T) {
	for name, a := range map[string]adapter.Adapter{
		"nil":                   nil,
		"a typed nil":           (*fakePointer)(nil),
		"an empty slug":         declines(""),
		"a slug of words":       declines("_my adapter"),
		"a slug of many bytes":  declines("_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
		"a slug of its own":     declines("(withheld)"),
		"a slug that is secret": declines("ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
	} {
		t.Run(name, func(t *testing.T) {
			assert.Panics(t, func() { adapter.NewChain(declines("_a"), a) })
			assert.Panics(t, func() { adapter.NewRegistry(a) })
			assert.Panics(t, func() { adapter.NewRegistry().With("search", a) })
		})
	}
	assert.PanicsWithValue(t, "adapter: a nil Adapter was registered", func() { adapter.NewChain(nil) })
	assert.PanicsWithValue(t, "adapter: a nil *adapter_test.fakePointer was registered", func() { adapter.NewChain((*fakePointer)(nil)) })
	assert.PanicsWithValue(t, "adapter: adapter_test.fake has no usable slug", func() { adapter.NewChain(declines("")) })
	assert.PanicsWithValue(t, "adapter: a tool without a name was registered", func() { adapter.NewRegistry().With("", declines("_a")) })
	assert.NotPanics(t, func() { adapter.NewRegistry(declines("_a"), declines("_a")) }, "the same one twice is not a mistake")
}

type fakePointer struct{ fake }

type readError struct{}

func (readError) Error() string { return "read" }

// selective recognises every error, and counts its calls.
type selective struct {
	slug  string
	reads func(reflect.Type) bool
	asked *int
}

func (s selective) Slug() string              { return s.slug }
func (s selective) Reads(t reflect.Type) bool { return s.reads(t) }
func (s selective) FromError(err error) *toolerr.ToolRuntimeError {
	*s.asked++
	return nil
}

func TestSelective(t *testing.T) {
	never, own, dying := new(int), new(int), new(int)
	isOwn := func(t reflect.Type) bool { return t == reflect.TypeFor[readError]() }
	chain := adapter.NewChain(
		selective{"_never", func(reflect.Type) bool { return false }, never},
		selective{"_own", isOwn, own},
		selective{"_dying", func(reflect.Type) bool { panic("x") }, dying},
	)
	_ = chain.Adapt(t.Context(), errors.New("x"))
	assert.Equal(t, []int{0, 0, 1}, []int{*never, *own, *dying})
	_ = chain.Adapt(t.Context(), fmt.Errorf("a: %w", errors.Join(errors.New("x"), readError{})))
	assert.Equal(t, []int{0, 1, 2}, []int{*never, *own, *dying})
}

// specified is an adapter with a spec.
type specified struct {
	fake
	spec adapter.Adapter
}

func (s specified) Spec() adapter.Adapter { return s.spec }

// reader is an adapter with a spec that reads more than the spec does.
type reader struct{ specified }

func (reader) Reads(reflect.Type) bool { return true }

// A chain asks the spec of an adapter, unless the adapter has the method itself.
func TestSpec(t *testing.T) {
	asked := new(int)
	never := selective{"_never", func(reflect.Type) bool { return false }, asked}
	counts := fake{"_spec", func(error) *toolerr.ToolRuntimeError { *asked++; return nil }}
	_ = adapter.NewChain(specified{counts, never}).Adapt(t.Context(), readError{})
	assert.Equal(t, 0, *asked)
	_ = adapter.NewChain(specified{counts, counts}).Adapt(t.Context(), readError{})
	assert.Equal(t, 1, *asked)

	found, _ := adapter.As[adapter.Selective](reader{specified{counts, never}})
	assert.True(t, found.Reads(reflect.TypeFor[readError]()), "its own method comes first")
	_, ok := adapter.As[adapter.Tabled](specified{counts, never})
	assert.False(t, ok)
}

// unsigned is an adapter whose Signs panics.
type unsigned struct{ selective }

func (unsigned) Signs() adapter.Signs { panic("no signs") }

// A chain calls Signs when the adapter is registered, so that a panic in it is found at
// start-up and not in each call of a tool.
func TestSignsPanics(t *testing.T) {
	none := selective{"_none", func(reflect.Type) bool { return false }, new(int)}
	assert.PanicsWithValue(t, "no signs", func() { adapter.NewChain(unsigned{none}) })
}
