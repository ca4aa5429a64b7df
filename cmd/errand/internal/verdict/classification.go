package verdict

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/conformance/disclosed"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/toolerr"
)

// A Classification is the output of `errand classify --json` and of the playground. It is
// stable.
type Classification struct {
	// Outcome is "success" or "failure".
	Outcome string `json:"outcome"`
	// Payload is what the agent gets.
	Payload toolerr.Payload `json:"payload"`
	// Report is for the developer; null for a success.
	Report *toolerr.Report `json:"report"`
	// Why has the rules behind the error.
	Why []Reason `json:"why"`
	// Notes are remarks about the response, such as signs that a success is a failure.
	Notes []string `json:"notes"`
	// Disclosed has the values that the service refused, and the sentences for the model;
	// null if it refused nothing.
	Disclosed *disclosed.Refusal `json:"disclosed"`

	// Err is the failure; nil for a success.
	Err *toolerr.ToolRuntimeError `json:"-"`
}

// Classify classifies a response like a tool that decodes JSON.
func Classify(r *input.Response, o Options) Classification {
	c := o.classify(dated(r, o.Now))
	if c.err == nil {
		return o.described(nil, nil, signs(r))
	}
	var notes []string
	if c.undecoded {
		notes = []string{"The status is that of a success. A tool that decodes the body as JSON fails, and its model reads this."}
	}
	return o.described(o.resolved(c.err), c.reasons(), notes)
}

// ClassifyText classifies an error of which only the text is known, like the text of a failed
// tool of an MCP server.
func ClassifyText(text string, o Options) Classification {
	te, _ := toolerr.Find(adapter.NewChain(o.Adapters...).Adapt(context.Background(), &marked.Result{Text: text}))
	c := classified{err: te, response: &input.Response{}, by: "the words of the text"}
	var notes []string
	if te.Service() == "" {
		c.by, notes = "", []string{"No adapter reads anything from the text alone. The error of a client also has a type, by which most are recognised."}
	}
	return o.described(o.resolved(te), c.reasons(), notes)
}

// described returns the classification of an error, or of a success without one.
func (o Options) described(te *toolerr.ToolRuntimeError, why []Reason, notes []string) Classification {
	c := Classification{Outcome: "success", Payload: toolerr.Result(nil, nil), Why: []Reason{}, Notes: append([]string{}, notes...), Err: te}
	if te == nil {
		return c
	}
	report := te.Report()
	call := adapter.Call{}
	if o.Call != nil {
		call = *o.Call
	}
	c.Outcome, c.Payload, c.Report, c.Why = "failure", te.Payload(), &report, why
	c.Disclosed = disclosed.Of(te, call, o.Disclosure)
	return c
}
