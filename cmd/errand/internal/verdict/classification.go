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
func Classify(r *input.Response, o Options) Classification { return o.described(OfResponse(r, o)) }

// ClassifyText classifies an error of which only the text is known, like the text of a failed
// tool of an MCP server.
func ClassifyText(text string, o Options) Classification {
	chain := adapter.NewChain(o.Adapters...)
	te, _ := toolerr.Find(chain.Adapt(context.Background(), &marked.Result{Text: text}))
	c := classified{err: te, response: &input.Response{}, by: "the words of the text"}
	v := Verdict{Err: o.resolved(te)}
	if te.Service() == "" {
		c.by, v.Notes = "", []string{"No adapter reads anything from the text alone. The error of a client also has a type, by which most are recognised."}
	}
	v.Why = c.reasons()
	return o.described(v)
}

// described returns the classification of a verdict.
func (o Options) described(v Verdict) Classification {
	c := Classification{Outcome: "success", Payload: toolerr.Result(nil, nil), Why: []Reason{}, Notes: append([]string{}, v.Notes...), Err: v.Err}
	if v.Err == nil {
		return c
	}
	report := v.Err.Report()
	call := adapter.Call{}
	if o.Call != nil {
		call = *o.Call
	}
	c.Outcome, c.Payload, c.Report, c.Why = "failure", v.Err.Payload(), &report, v.Why
	c.Disclosed = disclosed.Of(v.Err, call, o.Disclosure)
	return c
}
