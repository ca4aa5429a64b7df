package agenttest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// recorder is a TB that records errors.
type recorder struct{ errs []string }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errs = append(r.errs, fmt.Sprintf(format, args...))
}

func text(id string, role agent.Role, parts ...agent.Part) *agent.Event {
	return &agent.Event{ID: id, Author: "a", Content: &agent.Content{Role: role, Parts: parts}}
}

func fc(id string) agent.Part {
	return agent.Part{FunctionCall: &agent.FunctionCall{ID: id, Name: "t", Args: json.RawMessage(`{}`)}}
}

func fr(id string) agent.Part {
	return agent.Part{FunctionResponse: &agent.FunctionResponse{
		ID: id, Name: "t", Response: json.RawMessage(`{"success":true,"error":null}`), Outcome: agent.OutcomeOK,
	}}
}

// Each rule has a history that breaks it.
func TestEveryCheckHasABreaker(t *testing.T) {
	hi := text("0", agent.RoleUser, agent.Part{Text: "hi"})
	change := func(p agent.Part, f func(*agent.FunctionResponse)) agent.Part { f(p.FunctionResponse); return p }
	cut := func(before string) *agent.Event {
		return &agent.Event{ID: "3", Author: "a", Actions: agent.Actions{Compaction: &agent.Compaction{Before: before}}}
	}
	called := []*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, fr("a"))}
	again := []*agent.Event{text("4", agent.RoleModel, fc("a")), text("5", agent.RoleUser, fr("a"))}
	tests := map[string]struct {
		events []*agent.Event
		want   string // "" for a valid history
	}{
		"the id of a call that no model sees any more": {slices.Concat(called, []*agent.Event{cut("2")}, again), ""},
		"the id of a call that a model still sees":     {slices.Concat(called, []*agent.Event{cut("1")}, again), "is not unique"},
		"a compaction before an unknown event":         {slices.Concat(called, []*agent.Event{cut("x")}), "which is not there"},
		"sound":                                        {called, ""},
		"no result":                                    {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a"))}, "call a has no response"},
		"a result after another event":                 {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, agent.Part{Text: "x"}), text("3", agent.RoleUser, fr("a"))}, "where [a] are due"},
		"out of order":                                 {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a"), fc("b")), text("2", agent.RoleUser, fr("b"), fr("a"))}, "where [a b] are due"},
		"two results":                                  {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, fr("a")), text("3", agent.RoleUser, fr("a"))}, "more than one result"},
		"a result without a call":                      {[]*agent.Event{hi, text("1", agent.RoleUser, fr("x"))}, "which nobody called"},
		"same call id":                                 {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, fr("a")), text("3", agent.RoleModel, fc("a")), text("4", agent.RoleUser, fr("a"))}, "is not unique"},
		"same event id":                                {[]*agent.Event{hi, text("0", agent.RoleUser, agent.Part{Text: "x"})}, "no id of its own"},
		"partial":                                      {[]*agent.Event{hi, {ID: "1", Partial: true}}, "is partial"},
		"a result that is not a payload":               {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, change(fr("a"), func(r *agent.FunctionResponse) { r.Response = json.RawMessage(`{}`) }))}, "is not a payload"},
		"an error flag on a success":                   {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, change(fr("a"), func(r *agent.FunctionResponse) { r.IsError = true }))}, "both a success and a failure"},
		"no outcome":                                   {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, change(fr("a"), func(r *agent.FunctionResponse) { r.Outcome = "" }))}, "has no outcome"},
		"another name":                                 {[]*agent.Event{hi, text("1", agent.RoleModel, fc("a")), text("2", agent.RoleUser, change(fr("a"), func(r *agent.FunctionResponse) { r.Name = "u" }))}, "names \"u\""},
		"arguments that are not JSON":                  {[]*agent.Event{hi, text("1", agent.RoleModel, agent.Part{FunctionCall: &agent.FunctionCall{ID: "a", Name: "t", Args: json.RawMessage(`{`)}}), text("2", agent.RoleUser, fr("a"))}, "are not JSON"},
		"a name with a space":                          {[]*agent.Event{hi, text("1", agent.RoleModel, agent.Part{FunctionCall: &agent.FunctionCall{ID: "a", Name: "a b", Args: json.RawMessage(`{}`)}}), text("2", agent.RoleUser, change(fr("a"), func(r *agent.FunctionResponse) { r.Name = "a b" }))}, "is not usable"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			agenttest.AssertHistorySound(r, tt.events)
			if tt.want == "" {
				assert.Empty(t, r.errs)
				return
			}
			assert.Contains(t, fmt.Sprint(r.errs), tt.want)
		})
	}
}

func TestRequestRulesHaveBreakers(t *testing.T) {
	user := func(parts ...agent.Part) agent.Content { return agent.Content{Role: agent.RoleUser, Parts: parts} }
	model := func(parts ...agent.Part) agent.Content { return agent.Content{Role: agent.RoleModel, Parts: parts} }
	hi := agent.Part{Text: "hi"}
	list := agent.Part{FunctionCall: &agent.FunctionCall{ID: "a", Name: "t", Args: json.RawMessage(`[]`)}}
	tests := map[string]struct {
		contents []agent.Content
		want     string // "" for a valid conversation
	}{
		"empty":                           {},
		"sound":                           {[]agent.Content{user(hi), model(fc("a")), user(fr("a"))}, ""},
		"the model has the first content": {[]agent.Content{model(hi), user(hi)}, "first content"},
		"the model has the last content":  {[]agent.Content{user(hi), model(hi)}, "last content"},
		"no result":                       {[]agent.Content{user(hi), model(fc("a")), user(hi)}, "answers [] where [a of t] were called"},
		"no call":                         {[]agent.Content{user(hi), user(fr("a"))}, "answers [a of t]"},
		"another order":                   {[]agent.Content{user(hi), model(fc("a"), fc("b")), user(fr("b"), fr("a"))}, "answers [b of t a of t]"},
		"ends with a call":                {[]agent.Content{user(hi), model(fc("a"))}, "ends with"},
		"a result after text":             {[]agent.Content{user(hi), model(fc("a")), user(hi, fr("a"))}, "behind something else"},
		"calls after the model":           {[]agent.Content{user(hi), model(hi), model(fc("a")), user(fr("a"))}, "behind a content of the model"},
		"white space":                     {[]agent.Content{user(agent.Part{Text: " "})}, "white space"},
		"an empty content":                {[]agent.Content{user(), user(hi)}, "is empty"},
		"no role":                         {[]agent.Content{user(hi), {Parts: []agent.Part{hi}}, user(hi)}, "role"},
		"invalid UTF-8":                   {[]agent.Content{user(agent.Part{Text: "\xff"})}, "UTF-8"},
		"a result from the model":         {[]agent.Content{user(hi), model(fc("a")), model(fr("a")), user(hi)}, "model's mouth"},
		"a call from the user":            {[]agent.Content{user(fc("a")), user(fr("a"))}, "user's mouth"},
		"a duplicate id":                  {[]agent.Content{user(hi), model(fc("a")), user(fr("a")), model(fc("a")), user(fr("a"))}, "occurs twice"},
		"an id with a space":              {[]agent.Content{user(hi), model(fc("a b")), user(fr("a b"))}, "not usable"},
		"arguments that are a list":       {[]agent.Content{user(hi), model(list), user(fr("a"))}, "not an object"},
		"a result that is a list":         {[]agent.Content{user(hi), model(fc("a")), user(agent.Part{FunctionResponse: &agent.FunctionResponse{ID: "a", Name: "t", Response: json.RawMessage(`[]`)}})}, "is not an object"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := agenttest.RequestProblems(tt.contents)
			if tt.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.Contains(t, fmt.Sprint(got), tt.want)
		})
	}
}

type leaky struct{ secret string }

func (l leaky) String() string { return l.secret }

func TestAssertNoCanary(t *testing.T) {
	for name, v := range map[string]any{
		"in JSON": map[string]string{"k": "canary"}, "in a Stringer": leaky{"canary"}, "in an error": errors.New("a canary b"),
		"in an unexported field": &leaky{"canary"}, "inside a list": []any{1, "canary"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			agenttest.AssertNoCanary(r, "canary", 1, v)
			assert.Len(t, r.errs, 1)
		})
	}
	r := &recorder{}
	agenttest.AssertNoCanary(r, "canary", nil, "bird", leaky{"bird"})
	assert.Empty(t, r.errs)
}

func TestModelIsAnErrorWhenDry(t *testing.T) {
	m := agenttest.NewModel(agenttest.Say("one"))
	require.Equal(t, 1, m.Left())
	next := func() (last *agent.ModelResponse, lastErr error) {
		for resp, err := range m.Generate(t.Context(), &agent.ModelRequest{Instruction: "i"}) {
			last, lastErr = resp, err
		}
		return last, lastErr
	}
	resp, err := next()
	require.NoError(t, err)
	assert.Equal(t, "one", resp.Content.Text())
	_, err = next()
	require.ErrorIs(t, err, agenttest.ErrDry)
	assert.Len(t, m.Requests(), 2)
	m.Forever(agenttest.Say("ever"))
	resp, err = next()
	require.NoError(t, err)
	assert.Equal(t, "ever", resp.Content.Text())
}

func TestToolOutsideOfARun(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Sequence(agenttest.Return(1), agenttest.Huge(10)))
	out, err := tool.Call(t.Context(), json.RawMessage(`{"a":1}`))
	require.NoError(t, err)
	assert.Equal(t, 1, out)
	out, err = tool.Call(t.Context(), json.RawMessage(`{}`))
	require.NoError(t, err)
	assert.Len(t, out.(map[string]string)["text"], 10)
	assert.Equal(t, 2, tool.Count())
	assert.JSONEq(t, `{}`, string(tool.LastArgs()))
}
