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

// An adapter is found by its type among any number of others.
func TestManyAdapters(t *testing.T) {
	others, own := new(int), new(int)
	var all []adapter.Adapter
	for i := range 300 {
		all = append(all, selective{fmt.Sprintf("_s%d", i), func(reflect.Type) bool { return false }, others})
	}
	isOwn := func(t reflect.Type) bool { return t == reflect.TypeFor[readError]() }
	_ = adapter.NewChain(append(all, selective{"_own", isOwn, own})...).Adapt(t.Context(), readError{})
	assert.Equal(t, []int{0, 1}, []int{*others, *own})
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
