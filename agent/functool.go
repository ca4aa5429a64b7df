package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// A FuncTool is a tool made of a function, by [NewTool].
type FuncTool struct {
	declaration Declaration
	policy      Policy
	call        func(ctx context.Context, args json.RawMessage) (any, error)
	inLoop      bool // the tool changes the run, so the loop itself calls it
	agent       *Agent
	err         error
}

// NewTool makes a tool of a function. The schema of its arguments is made of In, a struct
// or a map with string keys; the tag jsonschema:"…" describes a field. Numbers in fields of
// type any are decoded as json.Number, so that large ones keep their digits. [New] reports
// what is wrong with a tool.
func NewTool[In, Out any](
	name, description string, fn func(context.Context, In) (Out, error), opts ...ToolOption,
) *FuncTool {
	t := &FuncTool{declaration: Declaration{Name: name, Description: description}}
	for _, o := range opts {
		if o != nil {
			o(t)
		}
	}
	if t.declaration.Parameters == nil {
		t.declaration.Parameters, t.err = toolargs.ObjectSchemaOf(reflect.TypeFor[In]())
	}
	if fn == nil {
		t.err = errors.New("the tool has no function")
	}
	decode := toolargs.Decoder(reflect.TypeFor[In]())
	t.call = func(ctx context.Context, args json.RawMessage) (any, error) {
		var in In
		if err := decode(args, &in); err != nil {
			return nil, toolerr.InvalidInput(toolerr.Message{}, toolargs.DecodeProblems(err), toolerr.WithCause(err),
				toolerr.WithEffect(toolerr.EffectNone))
		}
		out, err := fn(ctx, in)
		return out, err
	}
	return t
}

// Declaration returns the description of the tool for a model.
func (t *FuncTool) Declaration() Declaration { return t.declaration }

// Policy returns the options of the tool.
func (t *FuncTool) Policy() Policy { return t.policy }

// Call decodes the arguments and calls the function. The function's context has the call
// (adapter.WithCall). Outside of a loop, the call is made of args and the declared schema.
func (t *FuncTool) Call(ctx context.Context, args json.RawMessage) (any, error) {
	if ctx == nil {
		return t.call(ctx, args)
	}
	if sent, _ := ctx.Value(resolve.Key{}).(*resolve.Bound); sent == nil {
		ctx = adapter.WithCall(ctx, adapter.Call{Arguments: args, Schema: t.declaration.Parameters})
	}
	return t.call(ctx, args)
}

// A ToolOption changes a new tool.
type ToolOption func(*FuncTool)

// ReadOnly declares that the tool has no side effects.
func ReadOnly() ToolOption { return func(t *FuncTool) { t.policy.ReadOnly = true } }

// Idempotent declares that two calls have the same effect as one.
func Idempotent() ToolOption { return func(t *FuncTool) { t.policy.Idempotent = true } }

// HTTPOnly declares that the tool has no side effects except through recorded HTTP
// requests: see [Policy].
func HTTPOnly() ToolOption { return func(t *FuncTool) { t.policy.HTTPOnly = true } }

// Sequential declares that the tool must not run in parallel with another one.
func Sequential() ToolOption { return func(t *FuncTool) { t.policy.Sequential = true } }

// LongRunning declares that the tool returns a receipt, and the result comes later.
func LongRunning() ToolOption { return func(t *FuncTool) { t.policy.LongRunning = true } }

// Timeout limits one run of the tool. With a negative d, only the limit of the run holds.
func Timeout(d time.Duration) ToolOption { return func(t *FuncTool) { t.policy.Timeout = d } }

// Adapters gives the tool adapters of its own, which are asked before those of its agent:
// see [Policy].
func Adapters(adapters ...adapter.Adapter) ToolOption {
	return func(t *FuncTool) { t.policy.Adapters = append(t.policy.Adapters, adapters...) }
}

// Confirm requires a person's approval of every call.
func Confirm() ToolOption {
	return ConfirmIf(func(context.Context, json.RawMessage) (bool, error) { return true, nil })
}

// ConfirmIf requires a person's approval of the calls for which ask returns true. If ask
// returns an error, the call fails.
func ConfirmIf(ask func(ctx context.Context, args json.RawMessage) (bool, error)) ToolOption {
	return func(t *FuncTool) { t.policy.Confirm = ask }
}

// Auth supplies the tool's credentials.
func Auth(a Authenticator) ToolOption { return func(t *FuncTool) { t.policy.Auth = a } }

// Disclose sets what the model may read about a refusal of the tool's service, besides
// errand's own words and words of its call, in place of the registry's disclosure:
//
//   - [adapter.DisclosureKnown] if the service has data that the model must not see, and if
//     you are in doubt. It is the default of a registry.
//   - [adapter.DisclosureNames] for a tool whose model may see the schema behind it: a
//     database that it queries, or an API whose documentation it could read. The model then
//     learns which column or field it misspelt, and which ones exist.
//   - [adapter.DisclosureText] for a service of your own, whose messages are written for
//     callers of the tool. Do not use it for a service that passes on texts of its users.
func Disclose(d adapter.Disclosure) ToolOption {
	return func(t *FuncTool) { t.policy.Disclosure = &d }
}

// Schema sets the JSON schema of the arguments. Use it for types from which no schema can
// be made.
func Schema(parameters json.RawMessage) ToolOption {
	return func(t *FuncTool) { t.declaration.Parameters = parameters }
}

// A boundTool is a tool that is ready for calls.
type boundTool struct {
	name   string
	decl   Declaration
	tool   Tool
	policy Policy
	schema *toolargs.Schema
	chain  adapter.Chain // of a run
}

// bind reads the definition of a tool.
func bind(t Tool) (b boundTool, err error) {
	defer func() {
		if recover() != nil { // usually a nil pointer
			err = errors.New("the tool's Declaration method panicked")
		}
	}()
	b = boundTool{tool: t, decl: t.Declaration(), policy: policyOf(t)}
	b.name = b.decl.Name
	if f, ok := t.(*FuncTool); ok && f.err != nil {
		return b, f.err
	}
	if !names.Tool(b.name) {
		return b, errors.New("the name is not 1 to 64 characters of [A-Za-z0-9_-], the first a letter or _")
	}
	if len(b.decl.Parameters) == 0 {
		b.decl.Parameters = json.RawMessage(toolargs.EmptyObject)
	}
	if b.schema, err = toolargs.Compile(b.decl.Parameters); err == nil {
		b.decl.Parameters = jsonvalue.WellFormed(bytes.ToValidUTF8(b.decl.Parameters, []byte("\uFFFD")))
	}
	b.decl.Description = strings.ToValidUTF8(b.decl.Description, "\uFFFD")
	return b, err
}

// A toolbox has the tools of one agent in one run.
type toolbox struct {
	tools []boundTool
	names []string
	away  bool // a toolset failed
}

func (b *toolbox) find(name string) *boundTool {
	for i := range b.tools {
		if b.tools[i].name == name {
			return &b.tools[i]
		}
	}
	return nil
}

// add adds a tool, with the chain of adapters for its errors.
func (b *toolbox) add(t boundTool, registry adapter.Registry) {
	if len(t.policy.Adapters) > 0 {
		registry = registry.With(t.name, t.policy.Adapters...)
	}
	t.chain = registry.For(t.name)
	if f, ok := t.tool.(*FuncTool); ok && f.inLoop { // it calls no service
		t.chain = t.chain.WithoutCooldown()
	}
	if t.policy.repeatable() {
		t.chain = t.chain.WithRepeatable(nil)
	}
	if d := t.policy.Disclosure; d != nil {
		t.chain = t.chain.WithDisclosure(*d)
	}
	b.tools, b.names = append(b.tools, t), append(b.names, t.name)
}
