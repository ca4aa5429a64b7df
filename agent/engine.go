package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// An Engine is where runs live if they do not live in one process: a workflow whose steps
// are recorded, and that is replayed from the records. The loop gets from the engine what
// would differ in a replay. The engine calls models and tools elsewhere, with a runner
// without an engine: [Runner.AskModel], which includes the callbacks around models, and
// [Runner.CallTool], which includes the callbacks around tools, confirmations and
// credentials. A [Compactor] that waits, such as one that calls a model, calls
// [Runner.Compact] there.
//
// Everything else runs in the loop, must do the same in each replay, and must not wait:
// instructions, the other callbacks, a [Preflighter], and the store. The loop also runs
// agents that are tools and calls that transfer, on one goroutine, with their callbacks,
// confirmations and credentials; calls OnToolError for calls that never reach a tool, such
// as those with invalid arguments; and reads toolsets and the artifacts that an instruction
// names. In the loop, the adapters of an agent have no observer, logger or cooldown.
type Engine interface {
	// Now returns the time.
	Now() time.Time
	// Bound returns a context that ends with ctx, after limit with the cause, and when its
	// function is called. A limit of 0 or less means none. Its Err may be the cause.
	Bound(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc)
	// Together runs functions, at most limit at the same time, and returns when all have
	// returned. The context of each is made of ctx.
	Together(ctx context.Context, limit int, fns []func(context.Context))
	// AskModel returns the result of [Runner.AskModel], after retries.
	AskModel(ctx context.Context, s Step) (*ModelResponse, error)
	// CallTool returns the result of [Runner.CallTool], after retries. An answer with only
	// a Failure belongs to a call about which nothing else is known.
	CallTool(ctx context.Context, s Step) ToolAnswer
}

// A Step is a call that an [Engine] makes elsewhere: of a model if there is a Request, and
// of a tool if there is a Call.
type Step struct {
	InvocationID string            `json:"invocationId"`
	Session      SessionRef        `json:"session"`
	Agent        string            `json:"agent"`
	Metadata     map[string]string `json:"metadata,omitempty"`
	State        State             `json:"state,omitempty"`
	// Request may omit what the configuration of the agent contains: OutputSchema, and
	// everything but the names of its tools.
	Request *ModelRequest `json:"request,omitempty"`
	Call    *FunctionCall `json:"call,omitempty"`
	// Approval is the decision of a person to whom arguments with the hash Shown were
	// shown. SignedIn means that a person was asked to sign in.
	Approval *Decision `json:"approval,omitempty"`
	Shown    string    `json:"shown,omitempty"`
	SignedIn bool      `json:"signedIn,omitempty"`
	// Kept is what Keep got in earlier attempts of the call. Interrupted means that the end of
	// the last one is not known: the call is then run again only if its keys allow it, and else
	// reconciled; see [Reconcile].
	Kept        adapter.CallState `json:"kept,omitzero"`
	Interrupted bool              `json:"interrupted,omitempty"`
	// Keep stores what the call is about to send, before it is sent; nil does not.
	Keep adapter.CallKeeper `json:"-"`
	// Policy is the tool's, and Timeout limits one run of it.
	Policy  Policy        `json:"-"`
	Timeout time.Duration `json:"-"`
	// Attempts is how often the model may be called, or the tool run.
	Attempts int `json:"attempts"`
	// Attempt counts from 1, and Last is set on the last attempt. The engine sets them.
	Attempt int  `json:"-"`
	Last    bool `json:"-"`
}

// A ToolAnswer is the result of a call.
type ToolAnswer struct {
	// Event has one response, that of the call, and the other effects of the call.
	Event *Event `json:"event,omitempty"`
	// Output is the result that the tool returned beside an error.
	Output   json.RawMessage `json:"output,omitempty"`
	Executed bool            `json:"executed,omitempty"`
	Silent   bool            `json:"silent,omitempty"`
	// Away means that the call was not executed because what it needs is not available. If a
	// person has approved it, it still waits.
	Away bool `json:"away,omitempty"`
	// Attempts is how often the tool was run.
	Attempts int `json:"attempts,omitempty"`
	// Failure is the error; nil after a success. To send it elsewhere, an engine encodes
	// its report.
	Failure *toolerr.ToolRuntimeError `json:"-"`
}

// reach returns the agents of the tree of a, and those of agents that are tools in it.
func (a *Agent) reach() []*Agent {
	all := a.tree()
	for _, d := range a.tree() {
		for _, b := range d.tools {
			if f, ok := b.tool.(*FuncTool); ok && f.agent != nil {
				all = append(all, f.agent.reach()...)
			}
		}
	}
	return all
}

// checkEngine reports the parts of the configuration that an engine does not support.
func (a *Agent) checkEngine(add func(text string)) {
	names := map[string]*Agent{}
	for _, d := range a.reach() {
		if len(d.cfg.Toolsets) > 0 {
			add("an agent has a toolset, which an engine cannot open: give the agent its tools")
		}
		if other := names[d.cfg.Name]; other != nil && other != d {
			add("two agents have the same name, and an engine asks for them by name")
		}
		names[d.cfg.Name] = d
	}
}
