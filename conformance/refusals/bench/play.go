package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/toolerr"
)

// A Turn is a line of a transcript: what a model read of a refusal, and its next step.
type Turn struct {
	Model   string               `json:"model"`
	Group   string               `json:"group"`
	Case    string               `json:"case"`
	Entrant string               `json:"entrant"`
	Read    string               `json:"read"`
	Calls   []agent.FunctionCall `json:"calls,omitempty"`
	Text    string               `json:"text,omitempty"`
	Error   string               `json:"error,omitempty"` // the kind of the failure, if the model gave no answer
	Usage   agent.Usage          `json:"usage"`           // of the step and of its grade
	Right   bool                 `json:"right"`
	By      string               `json:"by,omitempty"` // who graded: rule or model
}

// The tools beside the one whose call was refused.
const (
	waitTool  = "wait"
	stopTool  = "stop"
	gradeTool = "grade"
)

const instruction = `You carry out a task of a user with tools. A call of yours failed. Make exactly one next step:
- call the same tool again with corrected arguments, and change nothing that was right;
- or call wait, if the same call can succeed later;
- or call stop, if no call of yours can succeed before a person has acted.
Do not ask the user.`

var beside = []agent.Declaration{
	{Name: waitTool, Description: "Waits, and then makes the same call again.", Parameters: json.RawMessage(`{"type":"object","properties":{"seconds":{"type":"number"}},"required":["seconds"]}`)},
	{Name: stopTool, Description: "Ends the task, and tells the user why.", Parameters: json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string"}},"required":["reason"]}`)},
}

// stepOf returns the request for the next step of a model that read a view. A view that is not
// an object is sent as {"error": view}, since not every provider accepts a text.
func stepOf(c refusals.Case, read string) *agent.ModelRequest {
	args, _ := json.Marshal(c.Args) // come from JSON
	var object map[string]any
	response := json.RawMessage(read)
	if json.Unmarshal(response, &object) != nil {
		response, _ = json.Marshal(map[string]string{"error": read}) // strings never fail
	}
	name := "tool_" + c.Tool // a name may begin with a digit
	return &agent.ModelRequest{
		Instruction: instruction, Stream: true,
		Tools: append([]agent.Declaration{{Name: name, Description: "Calls " + c.Vendor + ".", Parameters: c.Schema}}, beside...),
		Contents: []agent.Content{
			agent.TextContent(agent.RoleUser, fmt.Sprintf("Call %s with %s.", name, args)),
			{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "call_1", Name: name, Args: args}}}},
			{Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{ID: "call_1", Name: name, Response: response, IsError: true}}}},
		},
	}
}

// gradeOf returns the request for a grade of a step. It does not tell what was read.
func gradeOf(c refusals.Case, t Turn) *agent.ModelRequest {
	text, _ := json.Marshal(map[string]any{ // of JSON
		"tool": c.Tool, "service": c.Vendor, "schema": c.Schema, "refused_arguments": c.Args, "what_was_wrong": fmt.Sprint(c.Facts),
		"next_calls": t.Calls, "next_text": t.Text,
	})
	return &agent.ModelRequest{
		Instruction: "A service refused a call. Grade the next step: it is right if it corrects what was wrong, and changes nothing that was right, so that the service will accept it.",
		Contents:    []agent.Content{agent.TextContent(agent.RoleUser, string(text))},
		Tools:       []agent.Declaration{{Name: gradeTool, Description: "Records the grade.", Parameters: json.RawMessage(`{"type":"object","properties":{"right":{"type":"boolean"}},"required":["right"]}`)}},
		ToolChoice:  agent.CallTool(gradeTool), Stream: true,
	}
}

// GradeByRule grades a step by the facts of the case. It reports false if they do not determine
// the right one.
func GradeByRule(c refusals.Case, t Turn) (right, determined bool) {
	args := map[string]map[string]any{}
	for _, call := range t.Calls {
		var object map[string]any
		_ = json.Unmarshal(call.Args, &object) // a call without an object is a wrong one
		args[call.Name] = object
	}
	next, again := args["tool_"+c.Tool] // nil, if the arguments are no object
	switch c.Next {
	case "stop":
		_, stopped := args[stopTool]
		return stopped && !again, true
	case "retry":
		seconds, waits := args[waitTool]["seconds"].(float64)
		return waits && seconds >= c.Wait && seconds <= 2*c.Wait+60 || again && c.Wait == 0, true
	}
	corrected := checkOf(c)
	return corrected != nil && next != nil && len(t.Calls) == 1 && corrected(next), corrected != nil
}

// play asks a model for its next step, and grades it.
func play(ctx context.Context, m agent.Model, r Refused, e Entrant) Turn {
	t := Turn{Model: m.Name(), Group: r.Group, Case: r.ID, Entrant: e.Name, Read: e.View(r.Refusal).Raw}
	answer, err := ask(ctx, m, stepOf(r.Case, t.Read))
	if err == nil {
		t.take(answer)
		err = t.grade(ctx, m, r.Case)
	}
	if te, ok := toolerr.Find(err); ok {
		t.Error = string(te.Kind()) // has no text of others
	} else if err != nil {
		t.Error = fmt.Sprintf("%T", err)
	}
	return t
}

// grade grades a step by a rule if the facts determine one, and otherwise by the same model.
func (t *Turn) grade(ctx context.Context, m agent.Model, c refusals.Case) error {
	if right, determined := GradeByRule(c, *t); determined {
		t.Right, t.By = right, "rule"
		return nil
	}
	answer, err := ask(ctx, m, gradeOf(c, *t))
	if err != nil {
		return err
	}
	var g Turn
	g.take(answer)
	t.Usage.InputTokens, t.Usage.OutputTokens = t.Usage.InputTokens+g.Usage.InputTokens, t.Usage.OutputTokens+g.Usage.OutputTokens
	for _, call := range g.Calls {
		var of struct{ Right bool }
		t.Right = json.Unmarshal(call.Args, &of) == nil && of.Right
	}
	t.By = "model"
	return nil
}

// take adds an answer to a turn.
func (t *Turn) take(answer *agent.ModelResponse) {
	t.Text = answer.Content.Text()
	for _, p := range answer.Content.Parts {
		if p.FunctionCall != nil {
			t.Calls = append(t.Calls, *p.FunctionCall)
		}
	}
	if answer.Usage != nil {
		t.Usage = *answer.Usage
	}
}

// ask returns the answer of a model, which it asks up to four times.
func ask(ctx context.Context, m agent.Model, req *agent.ModelRequest) (*agent.ModelResponse, error) {
	for attempt := 1; ; attempt++ {
		answer, err := once(ctx, m, req)
		te, found := toolerr.Find(err)
		if err == nil || !found || !te.CanRetry() || attempt == 4 {
			return answer, err
		}
		wait, told := te.RetryAfter()
		if !told {
			wait = time.Second << attempt
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// once returns the answer of a model, of one request.
func once(ctx context.Context, m agent.Model, req *agent.ModelRequest) (*agent.ModelResponse, error) {
	for answer, err := range m.Generate(ctx, req) {
		if err != nil {
			return nil, err
		}
		if !answer.Partial && answer.Content != nil {
			return answer, nil
		}
	}
	return nil, errors.New("the model gave no answer")
}
