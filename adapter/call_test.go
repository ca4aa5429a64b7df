package adapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// refused returns the error of a service that refused a column, an unknown field and a
// value.
func refused(opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindUpstreamValidationError, toolerr.Message{}, append([]toolerr.Option{toolerr.WithRefusal(toolerr.Refusal{
		Message: "there is no plan 'pro-1' here, joe",
		Findings: []toolerr.Finding{
			{Rule: toolerr.RuleTooLarge, Fields: []string{"body.limit"}, Limit: "100"},
			{Rule: toolerr.RuleNotFound, Word: "hidden_table"},
		},
	})}, opts...)...)
}

func calling(ctx context.Context, arguments string) context.Context {
	return adapter.WithCall(ctx, adapter.Call{Arguments: json.RawMessage(arguments)})
}

func payload(t *testing.T, err error) string {
	t.Helper()
	te, ok := toolerr.Find(err)
	require.True(t, ok)
	return te.Payload().String()
}

const tooLarge = `{"path":"/limit","problem":"must be at most 100"}`

func TestAdaptResolvesForTheCall(t *testing.T) {
	chain := adapter.NewChain()
	ctx := calling(t.Context(), `{"limit":500}`)
	original := refused()
	before := original.Payload().String()
	for name, err := range map[string]error{"itself": original, "wrapped": fmt.Errorf("tool: %w", original)} {
		t.Run(name, func(t *testing.T) {
			got := chain.Adapt(ctx, err)
			assert.Contains(t, payload(t, got), `"problems":[`+tooLarge+`,{"path":"","problem":"A value refers to something that does not exist"}]`)
			assert.NotContains(t, payload(t, got), "hidden_table")
			assert.Equal(t, before, original.Payload().String(), "the error is not changed")
			assert.Same(t, got, chain.Adapt(ctx, got), "it is resolved once")
		})
	}
	t.Run("from an adapter", func(t *testing.T) {
		got := adapter.NewChain(answers("_a", original)).Adapt(ctx, errVendor)
		assert.Contains(t, payload(t, got), tooLarge)
	})
	t.Run("a tool's own problems stay", func(t *testing.T) {
		own := toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/own", Problem: say}}, toolerr.WithFindings(original.Refusal().Findings...))
		assert.Contains(t, payload(t, chain.Adapt(ctx, own)), `[{"path":"/own","problem":"It did not work."},`+tooLarge)
	})
}

// Adapt returns an error unchanged if it has no findings, or if the context has no call.
func TestAdaptReturnsUnchanged(t *testing.T) {
	chain := adapter.NewChain()
	ctx := calling(t.Context(), `{"limit":500}`)
	for name, tt := range map[string]struct {
		ctx context.Context
		te  *toolerr.ToolRuntimeError
	}{
		"no refusal":               {ctx, toolerr.Fatal(say)},
		"an empty one":             {ctx, toolerr.Fatal(say, toolerr.WithRefusal(toolerr.Refusal{}))},
		"a message about nothing":  {ctx, toolerr.Fatal(say, toolerr.WithRefusal(toolerr.Refusal{Message: "no"}))},
		"a Refuser that panics":    {ctx, toolerr.Fatal(say, toolerr.WithRefusal(panicking{}))},
		"no call":                  {t.Context(), refused()},
		"no context":               {nil, refused()},
		"problems of the tool own": {ctx, toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/a", Problem: say}})},
	} {
		t.Run(name, func(t *testing.T) { assert.Same(t, tt.te, chain.Adapt(tt.ctx, tt.te)) })
	}
}

type panicking struct{}

func (panicking) Refusal() toolerr.Refusal { panic("a reader of another program") }

// If an error leaves its call, it keeps kind and findings, and loses paths and words, even
// if the next call has the same words.
func TestProblemsBelongToOneCall(t *testing.T) {
	chain := adapter.NewChain().WithDisclosure(adapter.DisclosureText)
	ctx := calling(t.Context(), `{"limit":500}`)
	resolved := chain.Adapt(ctx, refused())
	require.Contains(t, payload(t, resolved), tooLarge)
	require.Contains(t, payload(t, resolved), "upstream_message")
	bare := refused().Payload().String()
	for name, other := range map[string]context.Context{
		"another call with the same arguments (a cache)": calling(t.Context(), `{"limit":500}`),
		"the call of the agent around it":                calling(ctx, `{"limit":1,"task":"x"}`),
		"no call":                                        t.Context(),
		"no context":                                     nil,
	} {
		t.Run(name, func(t *testing.T) {
			got := chain.Adapt(other, resolved)
			assert.Equal(t, bare, payload(t, got))
			assert.Equal(t, bare, payload(t, chain.Adapt(other, got)), "and it stays so")
			assert.Equal(t, bare, payload(t, chain.Adapt(other, fmt.Errorf("agent: %w", resolved))))
			te, _ := toolerr.Find(got)
			assert.Len(t, te.Refusal().Findings, 2, "developers see what was refused")
			assert.Contains(t, payload(t, resolved), tooLarge, "the error of the first call is not changed")
		})
	}
	t.Run("findings that showed nothing belong to their call too", func(t *testing.T) {
		inner := chain.Adapt(calling(t.Context(), `{"x":1}`), toolerr.Fatal(say, toolerr.WithFindings(toolerr.Finding{Fields: []string{"limit"}})))
		assert.NotContains(t, payload(t, chain.Adapt(ctx, inner)), "/limit")
	})
	t.Run("a report that was restored", func(t *testing.T) {
		te, _ := toolerr.Find(resolved)
		assert.NotContains(t, payload(t, chain.Adapt(ctx, toolerr.FromReport(te.Report()))), "problems")
		assert.NotContains(t, payload(t, chain.Adapt(ctx, toolerr.FromReport(refused().Report()))), "problems")
	})
	t.Run("inside a reason of another call", func(t *testing.T) {
		chain := chain.WithDisclosure(adapter.DisclosureNames)
		stated := chain.Adapt(ctx, toolerr.Errorf("no %s", "joe"))
		require.Contains(t, payload(t, stated), "no joe")
		te, _ := toolerr.Find(stated)
		other := calling(t.Context(), `{"limit":1,"user":"joe"}`)
		own := chain.Adapt(other, toolerr.Errorf("no %s", "ann"))
		for name, err := range map[string]error{
			"second": toolerr.Errorf("x: %w, %w", refused(), stated), "after one of this call": toolerr.Errorf("%w, %w", own, stated), "of a fixed kind": toolerr.Retryablef("x: %w", stated),
			"of an argument": toolerr.InvalidInputf("/user", "x: %w", stated), "detached": toolerr.Retryablef("x: %w", resolve.Detach(te)),
		} {
			assert.NotContains(t, payload(t, chain.Adapt(other, err)), "joe", name)
		}
		assert.Contains(t, payload(t, chain.Adapt(ctx, toolerr.Retryablef("x: %w", stated))), "no joe", "of the same call")
		text := chain.WithDisclosure(adapter.DisclosureText)
		for _, err := range []error{errors.Join(own, stated), toolerr.Retryablef("x: %w", errors.Join(io.EOF, stated))} {
			assert.NotContains(t, payload(t, text.Adapt(other, err)), "joe")
		}
	})
	t.Run("one error for two calls", func(t *testing.T) { // as with singleflight
		shared := refused()
		assert.Contains(t, payload(t, chain.Adapt(calling(t.Context(), `{"limit":1}`), shared)), tooLarge)
		assert.Contains(t, payload(t, chain.Adapt(calling(t.Context(), `{"paging":{"limit":1}}`), shared)), `{"path":"","problem":"\"body.limit\" must be at most 100"}`)
	})
}

func TestDisclosures(t *testing.T) {
	known, text := `"A value refers to something that does not exist"`, `"upstream_message":"there is no plan 'pro-1' here, joe"`
	names := `"A value names \"hidden_table\", which does not exist"`
	registry := adapter.NewRegistry().WithDisclosure(adapter.DisclosureNames, "a").WithDisclosure(adapter.DisclosureText, "b", "c")
	for tool, want := range map[string][]string{"": {known}, "a": {names}, "b": {names, text}, "c": {names, text}, "d": {known}} {
		t.Run("tool "+tool, func(t *testing.T) {
			got := payload(t, registry.For(tool).Adapt(calling(t.Context(), `{"limit":500}`), refused()))
			for _, part := range []string{known, names, text} {
				assert.Equal(t, strings.Contains(strings.Join(want, " "), part), strings.Contains(got, part), "%s in %s", part, got)
			}
		})
	}
	all := registry.WithDisclosure(adapter.DisclosureText)
	assert.Contains(t, payload(t, all.For("d").Adapt(calling(t.Context(), `{}`), refused())), text)
	assert.NotContains(t, payload(t, all.For("a").Adapt(calling(t.Context(), `{}`), refused())), text, "a tool's own counts")
	assert.NotContains(t, payload(t, registry.For("d").Adapt(calling(t.Context(), `{}`), refused())), text, "a registry is a value")
	assert.NotContains(t, payload(t, all.For("d").Adapt(t.Context(), refused())), text, "without a call, no word is shown")
}

// marshals is an input whose JSON is the result of the function.
type marshals func() ([]byte, error)

func (m marshals) MarshalJSON() ([]byte, error) { return m() }

type typed2 struct {
	Limit  int    `json:"limit"`
	Tenant string `json:"tenant"`
}

// refusing calls a tool that refuses its input, and returns what the model reads.
func refusing[In any](t *testing.T, ctx context.Context, in In, opts ...adapter.WrapOption) string { //nolint:revive // t first, as everywhere
	t.Helper()
	_, err := adapter.Wrap(func(context.Context, In) (int, error) { return 0, refused() }, adapter.NewChain(), opts...)(ctx, in)
	assert.Equal(t, toolerr.KindUpstreamValidationError, toolerr.KindOf(err))
	return payload(t, err)
}

// The input of a tool is the model's if it is JSON or a map, or if the author states it.
func TestWrapUsesItsInputAsArguments(t *testing.T) {
	ctx, bare := context.Background(), refused().Payload().String() //nolint:usetesting // one without values
	in, arguments := typed2{500, "hidden_table"}, adapter.WithArguments()
	assert.Contains(t, refusing(t, ctx, json.RawMessage(`{"limit":500}`)), tooLarge)
	assert.Contains(t, refusing(t, ctx, map[string]any{"limit": 500}), tooLarge)
	assert.Contains(t, refusing(t, ctx, map[string]any{"limit": 500}, adapter.Bounded{}), tooLarge)
	assert.Equal(t, bare, refusing(t, ctx, in), "another type can hold what no model sent")
	assert.Contains(t, refusing(t, ctx, in, arguments), tooLarge)
	assert.Contains(t, refusing(t, ctx, in, arguments), "hidden_table", "the author states that a model sent it")
	for name, in := range map[string]marshals{
		"panics": func() ([]byte, error) { panic("an encoder") }, "fails": func() ([]byte, error) { return nil, errMine }, "is not an object": func() ([]byte, error) { return []byte(`[1]`), nil },
	} {
		assert.NotContains(t, refusing(t, ctx, in, arguments), "/limit", name)
	}
	nested := map[string]any{"paging": map[string]any{"limit": 5}}
	assert.Contains(t, refusing(t, calling(ctx, `{"limit":1}`), nested), tooLarge, "the call in the context comes first")

	_, err := adapter.Wrap(func(_ context.Context, in *typed2) (int, error) {
		in.Tenant = "hidden_table"
		return 0, refused()
	}, adapter.NewChain(), arguments)(ctx, &typed2{500, "x"})
	assert.Contains(t, payload(t, err), tooLarge)
	assert.NotContains(t, payload(t, err), "hidden_table", "it is encoded before the function runs")
}

// A tool that changes its input changes no word that a model reads: the refusal tells none.
func TestAChangedInputHasNoWords(t *testing.T) {
	const sent = `{"limit":500,"tenant":"x","in":{"tenant":"x"},"list":["x",{"tenant":"x"}],"raw":{"tenant":"x"},"yes":true}`
	secret := json.RawMessage(`"hidden_table"`)
	refuse := func(change func(m map[string]any), opts []adapter.WrapOption) string {
		var m map[string]any
		require.NoError(t, json.Unmarshal([]byte(sent), &m))
		m["raw"] = json.RawMessage(`{"tenant":"xxxxxxxxxxxxxx"}`)
		m["names"] = []string{"x"}
		_, err := adapter.Wrap(func(_ context.Context, in map[string]any) (int, error) {
			change(in)
			return 0, refused()
		}, adapter.NewChain(), opts...)(t.Context(), m)
		return payload(t, err)
	}
	for name, opts := range map[string][]adapter.WrapOption{"": nil, ", with options": {adapter.Bounded{}}, ", with arguments": {adapter.WithArguments()}} {
		assert.Contains(t, refuse(func(map[string]any) {}, opts), tooLarge, "without a change"+name)
		for what, change := range map[string]func(m map[string]any){
			"a new member":        func(m map[string]any) { m["new"] = "hidden_table" },
			"a value":             func(m map[string]any) { m["tenant"] = "hidden_table" },
			"a value of a map":    func(m map[string]any) { m["in"].(map[string]any)["tenant"] = "hidden_table" },
			"an item":             func(m map[string]any) { m["list"].([]any)[0] = "hidden_table" },
			"a member of an item": func(m map[string]any) { m["list"].([]any)[1].(map[string]any)["tenant"] = "hidden_table" },
			"the bytes of JSON":   func(m map[string]any) { copy(m["raw"].(json.RawMessage)[len(`{"tenant":`):], secret) },
			"a list of strings":   func(m map[string]any) { m["names"].([]string)[0] = "hidden_table" },
			"one for another":     func(m map[string]any) { delete(m, "yes"); m["hidden_table"] = true },
			"a number for a text": func(m map[string]any) { m["limit"] = json.Number("1") },
			"a cycle below":       func(m map[string]any) { m["in"].(map[string]any)["tenant"] = m; m["hidden_table"] = 1 },
			"not a number":        func(m map[string]any) { m["limit"], m["tenant"] = math.NaN(), "hidden_table" },
			"a channel":           func(m map[string]any) { m["limit"], m["tenant"] = make(chan int), "hidden_table" },
			"itself":              func(m map[string]any) { m["in"], m["yes"] = m, "hidden_table" },
		} {
			got := refuse(change, opts)
			assert.NotContains(t, got, "hidden_table", what+name)
			assert.NotContains(t, got, "/limit", what+name)
		}
	}
	times := 0
	_, lazy := adapter.Wrap(func(context.Context, map[string]any) (int, error) { return 0, refused() }, adapter.NewChain())(t.Context(), map[string]any{"user": marshals(func() ([]byte, error) {
		times++
		return []byte(`"` + []string{"x", "x", "hidden_table", "x"}[min(times, 3)] + `"`), nil
	})})
	assert.NotContains(t, payload(t, lazy), "hidden_table", "a value that is another one each time")
	many := make([]any, 30_000)
	assert.NotContains(t, refuse(func(m map[string]any) { many[len(many)-1] = "hidden_table"; m["list"] = many }, nil), "hidden_table")

	changes := func(in json.RawMessage) { copy(in[len(`{"limit":500,"tenant":`):], secret) }
	raw := func() json.RawMessage { return json.RawMessage(`{"limit":500,"tenant":"xxxxxxxxxxxx"}`) }
	_, err := adapter.Wrap(func(_ context.Context, in json.RawMessage) (int, error) { changes(in); return 0, refused() }, adapter.NewChain())(t.Context(), raw())
	assert.NotContains(t, payload(t, err), "hidden_table", "the bytes of the input")
	in := raw()
	p := adapter.Serve(t.Context(), adapter.NewRegistry(), "x", adapter.Call{Arguments: in}, func(context.Context) (int, error) { changes(in); return 0, refused() })
	assert.NotContains(t, p.String(), "hidden_table", "the bytes of the call")
	assert.NotContains(t, p.String(), "/limit", "the bytes of the call")
}

// Many goroutines adapt the same error, for the same call and for different calls.
func TestResolvingIsSafeForConcurrentUse(t *testing.T) {
	chain := adapter.NewChain()
	shared, one := calling(t.Context(), `{"limit":500,"q":"hidden_table of"}`), refused()
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			first := chain.Adapt(shared, one)
			assert.Contains(t, payload(t, first), "hidden_table")
			assert.Contains(t, payload(t, chain.Adapt(calling(t.Context(), `{"limit":1}`), one)), tooLarge)
			assert.NotContains(t, payload(t, chain.Adapt(calling(t.Context(), `{"limit":1}`), first)), "problems")
		})
	}
	wg.Wait()
}
