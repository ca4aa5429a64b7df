package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

type yielding = func(*agent.ModelResponse, error) bool

func TestModelThatFailsAndDoesNotReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		hang := func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
			yield(nil, toolerr.Upstream(401, toolerr.Message{}))
			<-release
		}
		w := newWorld(t, agenttest.NewModel(hang), nil)
		start := time.Now()
		o := w.say("go")
		require.ErrorIs(t, o.err, agent.ErrProviderAuth)
		assert.LessOrEqual(t, time.Since(start), 100*time.Millisecond)
		assert.Equal(t, 1, o.diagnosed(agent.DiagAbandoned))
		assert.Equal(t, 1, w.runner.Stuck("model:scripted"))
		close(release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("model:scripted"))
	})
}

func TestModelIsNotCalledWhileManyCallsHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var asked atomic.Int32
		hang := func(context.Context, *agent.ModelRequest, yielding) {
			asked.Add(1)
			<-release
		}
		w := newWorld(t, agenttest.NewModel().Forever(hang), nil)
		run := func(d time.Duration) outcome {
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			return w.run(ctx, agent.Say("go"))
		}
		for range 20 {
			assert.Equal(t, agent.CodeCanceled, run(time.Millisecond).last().ErrorCode, "a model that is slightly late is not stuck")
		}
		assert.EqualValues(t, 20, asked.Load())
		assert.Equal(t, 20, w.runner.Stuck("model:scripted"))
		run(6 * time.Second) // after it, the other calls have timed out
		require.ErrorIs(t, run(time.Second).err, agent.ErrModelContract)
		assert.EqualValues(t, 21, asked.Load(), "the model is not called again")
		close(release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("model:scripted"))
		w.model.Forever(agenttest.Say("back"))
		assert.Equal(t, "back", w.say("go").text())
		w.stored()
	})
}

func TestAnAnswerIsBoundedInSize(t *testing.T) {
	text := strings.Repeat("x", 1<<17)
	delta := func(p ...agent.Part) *agent.ModelResponse {
		return &agent.ModelResponse{Partial: true, Content: &agent.Content{Parts: p}}
	}
	tests := map[string]func(i int) *agent.ModelResponse{
		"text":          func(int) *agent.ModelResponse { return delta(agent.Part{Text: text}) },
		"thoughts":      func(int) *agent.ModelResponse { return delta(agent.Part{Text: text, Thought: true}) },
		"files":         func(int) *agent.ModelResponse { return delta(agent.Part{Blob: &agent.Blob{Data: []byte(text)}}) },
		"URIs of files": func(int) *agent.ModelResponse { return delta(agent.Part{File: &agent.File{URI: text}}) },
		"signatures":    func(int) *agent.ModelResponse { return delta(agent.Part{Signature: []byte(text)}) },
		"calls": func(int) *agent.ModelResponse {
			return delta(agent.Part{FunctionCall: &agent.FunctionCall{Name: text}})
		},
		"empty parts": func(int) *agent.ModelResponse { return delta(make([]agent.Part, 1000)...) },
		"arguments": func(int) *agent.ModelResponse {
			return &agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Name: "t", Args: text}}
		},
		"calls without arguments": func(i int) *agent.ModelResponse {
			return &agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Index: i, Name: "t"}}
		},
		"a whole answer": func(int) *agent.ModelResponse {
			parts := make([]agent.Part, 260)
			for i := range parts {
				parts[i].Text = text
			}
			return &agent.ModelResponse{Content: &agent.Content{Parts: parts}, FinishReason: agent.FinishStop}
		},
	}
	for name, next := range tests {
		t.Run(name, func(t *testing.T) {
			times := 600
			if name == "calls without arguments" {
				times = 600_000
			}
			endless := func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
				for i := range times {
					if !yield(next(i), nil) {
						return
					}
				}
			}
			w := newWorld(t, agenttest.NewModel(endless), nil)
			require.ErrorIs(t, w.say("go").err, agent.ErrModelContract)
			for _, e := range w.stored() {
				assert.LessOrEqual(t, len(e.Content.Text()), 1<<20, "the stored text is bounded too")
			}
		})
	}
}

func TestTextThatBrokeOffIsKeptUpToAMebibyte(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.FailAfter(toolerr.Upstream(400, toolerr.Message{}), "a", strings.Repeat("é", 1<<20))), nil)
	require.Error(t, w.say("go").err)
	stored := w.stored()
	kept := stored[len(stored)-1].Content.Text()
	assert.Equal(t, agent.CodeInterrupted, stored[len(stored)-1].ErrorCode)
	assert.True(t, utf8.ValidString(kept))
	assert.InDelta(t, 1<<20, len(kept), 2)
}

func TestPiecesArePutTogether(t *testing.T) {
	piece := func(p agent.Part) *agent.ModelResponse {
		return &agent.ModelResponse{Partial: true, Content: &agent.Content{Parts: []agent.Part{p}}}
	}
	w := newWorld(t, agenttest.NewModel(yields(
		piece(agent.Part{Text: "h", Thought: true}),
		piece(agent.Part{Text: "m", Thought: true, Signature: []byte("s")}),
		piece(agent.Part{Text: "a", Thought: true}),
		piece(agent.Part{Text: "b"}),
		piece(agent.Part{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("p")}}),
		piece(agent.Part{Text: "c"}), piece(agent.Part{Text: "d"}),
		&agent.ModelResponse{FinishReason: agent.FinishStop},
	)), nil)
	o := w.mustSay("go", agent.WithStreaming())
	assert.Equal(t, []agent.Part{
		{Text: "hm", Thought: true, Signature: []byte("s")},
		{Text: "a", Thought: true},
		{Text: "b"},
		{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("p")}},
		{Text: "cd"},
	}, o.last().Content.Parts)
	assert.Equal(t, "bcd", o.text())
}

// yields returns a turn that yields responses.
func yields(all ...*agent.ModelResponse) agenttest.Turn {
	return func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func callPiece(index int, id, name, args string) *agent.ModelResponse {
	return &agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Index: index, ID: id, Name: name, Args: args}}
}

func TestPiecesOfCallsArePutTogether(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(1))
	model := agenttest.NewModel(yields(
		callPiece(3, "x", "t", `{"a"`), callPiece(1, "y", "t", ""), callPiece(3, "", "", `:1}`), callPiece(1, "", "t", `{}`),
		&agent.ModelResponse{FinishReason: agent.FinishToolCalls},
	), agenttest.Say("ok"))
	o := newWorld(t, model, []agent.Tool{tool}).mustSay("go", agent.WithStreaming())
	var calls []agent.FunctionCall
	for _, c := range o.events[0].FunctionCalls() {
		calls = append(calls, *c)
	}
	assert.Equal(t, []agent.FunctionCall{
		{ID: "x", Name: "t", Args: json.RawMessage(`{"a":1}`)}, {ID: "y", Name: "t", Args: json.RawMessage(`{}`)},
	}, calls, "in the order in which they began")
}

func TestRulesOfAStream(t *testing.T) {
	stop := &agent.ModelResponse{FinishReason: agent.FinishStop}
	for want, all := range map[string][]*agent.ModelResponse{
		"The model yielded a delta after it had finished.":      {stop, {Partial: true}},
		"The model finished twice.":                             {stop, stop},
		"The model finished without a reason.":                  {{}},
		"The model put a finish reason on a delta.":             {{Partial: true, FinishReason: agent.FinishStop}},
		"The model yielded a piece of a call it had not begun.": {callPiece(0, "", "", `{}`)},
		"The model began a call twice.":                         {callPiece(0, "", "a", ""), callPiece(0, "", "b", "")},
		"The model's answer is larger than 33554432 bytes.":     {{Partial: true, CallDelta: &agent.CallDelta{Name: "t", Args: strings.Repeat("x", 32<<20)}}},
		"The model yielded nothing where an answer was due.":    {nil},
	} {
		o := newWorld(t, agenttest.NewModel(yields(all...)), nil).say("go", agent.WithStreaming())
		require.ErrorIs(t, o.err, agent.ErrModelContract)
		assert.Equal(t, want, o.err.Error())
	}
}

// Earlier pieces are not copied again for each new one.
func TestTheCostOfALongAnswerIsLinear(t *testing.T) {
	cost := func(pieces int) uint64 {
		deltas := make([]string, pieces)
		for i := range deltas {
			deltas[i] = "word "
		}
		w := newWorld(t, agenttest.NewModel(agenttest.Stream(deltas...)), nil)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o := w.say("go")
		runtime.ReadMemStats(&after)
		require.Len(t, o.text(), 5*pieces)
		return after.TotalAlloc - before.TotalAlloc
	}
	assert.Less(t, cost(20_000), 40*cost(1_000), "twenty times the answer is about twenty times the work")
}

// afterModel returns a change of the configuration that adds one AfterModel callback.
func afterModel(f func(*agent.ModelResponse) *agent.ModelResponse) func(*agent.Config, *agent.RunnerConfig) {
	return func(c *agent.Config, _ *agent.RunnerConfig) {
		c.Callbacks.AfterModel = append(c.Callbacks.AfterModel,
			func(_ context.Context, r *agent.ModelResponse) (*agent.ModelResponse, error) { return f(r), nil })
	}
}

// A call of an answer that was blocked or cut off never runs, and AfterModel does not change
// why the model stopped.
func TestCallsOfAnIncompleteAnswerNeverRun(t *testing.T) {
	callbacks := map[string]func(*agent.ModelResponse) *agent.ModelResponse{
		"unchanged": func(*agent.ModelResponse) *agent.ModelResponse { return nil },
		"replaced":  func(r *agent.ModelResponse) *agent.ModelResponse { return &agent.ModelResponse{Content: r.Content} },
		"changed": func(r *agent.ModelResponse) *agent.ModelResponse {
			*r = agent.ModelResponse{Content: r.Content}
			return nil
		},
	}
	for reason, code := range map[agent.FinishReason]agent.EventCode{ // "" if the run continues
		agent.FinishSafety: agent.CodeSafety, agent.FinishRecitation: agent.CodeRecitation, agent.FinishPromptBlocked: agent.CodePromptBlocked,
		agent.FinishMaxTokens: "", agent.FinishMalformedCall: "", agent.FinishOther: "", "length": "", "tool_calls_cut": "",
	} {
		for name, f := range callbacks {
			t.Run(name+" "+string(reason), func(t *testing.T) {
				tool := agenttest.NewTool("t", agenttest.Return(1))
				w, o := went(t, agenttest.NewModel(agenttest.Stop(reason, "hm", call("a", "t", `{}`)), agenttest.Say("done")),
					[]agent.Tool{tool}, afterModel(f))
				assert.Zero(t, tool.Count())
				assert.Equal(t, reason, o.events[0].FinishReason)
				assert.Equal(t, &agent.Usage{InputTokens: 1, OutputTokens: 1}, o.events[0].Usage)
				require.Len(t, o.responses(), 1)
				assert.Equal(t, code, o.last().ErrorCode)
				if code == "" {
					assert.Equal(t, "done", o.text())
					assert.Equal(t, "truncated_call", fields(t, o.responses()[0])["error_code"])
					assert.Equal(t, agent.OutcomeSkipped, o.responses()[0].Outcome)
				}
				w.stored()
			})
		}
	}
}

func TestAfterModelMayNameAReasonOfItsOwn(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(1))
	_, o := went(t, agenttest.NewModel(agenttest.Stop(agent.FinishOther, "", call("a", "t", `{}`)), agenttest.Say("x")),
		[]agent.Tool{tool}, afterModel(func(r *agent.ModelResponse) *agent.ModelResponse {
			return &agent.ModelResponse{Content: r.Content, FinishReason: agent.FinishToolCalls, Usage: &agent.Usage{InputTokens: 7}}
		}))
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, 7, o.events[0].Usage.InputTokens)
}

// It is not known whether the answer is complete.
func TestAnswerThatStoppedForAnUnknownReason(t *testing.T) {
	for reason, said := range map[agent.FinishReason]string{agent.FinishOther: "The sum is 4", "abort": "The sum is 4", "none": ""} {
		t.Run(string(reason), func(t *testing.T) {
			w, o := went(t, agenttest.NewModel(agenttest.Stop(reason, said)), nil, func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.OutputKey = "answer" })
			want := agent.CodeOther
			if said == "" {
				want = agent.CodeEmptyResponse
			}
			assert.Equal(t, want, o.last().ErrorCode)
			assert.Equal(t, want.Message().String(), o.last().ErrorMessage)
			assert.Equal(t, said, o.last().Content.Text())
			assert.Nil(t, w.stateOf("answer"))
		})
	}
}

// nameless is a model without a working Name method.
type nameless struct{ agent.Model }

func (nameless) Name() string { panic(canary) }

// pointerModel is a model whose Name panics for a nil pointer.
type pointerModel struct{ name string }

func (m *pointerModel) Name() string { return m.name }

func (m *pointerModel) Generate(context.Context, *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return nil
}

func TestModelsWithoutAUsableName(t *testing.T) {
	for name, m := range map[string]agent.Model{
		"a panic":       nameless{agenttest.NewModel()},
		"a nil pointer": (*pointerModel)(nil),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := agent.New(agent.Config{Name: "helper", Model: m})
			require.ErrorIs(t, err, agent.ErrConfig)
			require.ErrorContains(t, err, "Name method panics")
			assert.NotContains(t, err.Error(), canary)
		})
	}
}

func TestModelWithoutASequenceFailsTheRun(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(), nil, func(c *agent.Config, _ *agent.RunnerConfig) { c.Model = &pointerModel{} })
	require.ErrorIs(t, w.say("go").err, agent.ErrProvider)
}

func TestIDsThatCannotBeUsed(t *testing.T) {
	for name, broken := range map[string]func() string{
		"a panic":   func() string { panic(canary) },
		"nothing":   func() string { return "" },
		"too long":  func() string { return strings.Repeat("a", 41) },
		"bad bytes": func() string { return "a b" },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			n := 0
			tool := agenttest.NewTool("t", agenttest.Return(1))
			w, o := calling(t, `{}`, tool,
				func(_ *agent.Config, rc *agent.RunnerConfig) {
					rc.Logger = slog.New(slog.NewTextHandler(&log, nil))
					rc.NewID = func() string {
						if n++; n%2 == 0 {
							return broken()
						}
						return fmt.Sprint("id", n)
					}
				})
			assert.Equal(t, "ok", o.text())
			assert.Equal(t, "id1", o.run.InvocationID())
			assert.Contains(t, log.String(), "NewID")
			assert.NotContains(t, log.String(), canary)
			w.stored()
		})
	}
}

func TestToolChoice(t *testing.T) {
	callT := agenttest.Call("t", `{}`)
	tests := map[string]struct {
		choice agent.ToolChoice
		turn   agenttest.Turn
		kind   agent.ErrorKind
		asked  int
	}{
		"any, called":                 {agent.ToolsAny, callT, "", 2},
		"any, not called":             {agent.ToolsAny, agenttest.Say("no"), agent.ErrToolChoiceNotHonored, 1},
		"any, cut off":                {agent.ToolsAny, agenttest.Stop(agent.FinishMaxTokens, "half"), "", 1},
		"one, called":                 {agent.CallTool("t"), callT, "", 2},
		"one, another called":         {agent.CallTool("t"), agenttest.Call("other", `{}`), agent.ErrToolChoiceNotHonored, 1},
		"a tool that does not exist":  {agent.CallTool("x"), callT, agent.ErrInvalidInput, 0},
		"nonsense":                    {"nonsense", callT, agent.ErrInvalidInput, 0},
		"none, not called":            {agent.ToolsNone, agenttest.Say("no"), "", 1},
		"none, called":                {agent.ToolsNone, callT, agent.ErrToolChoiceNotHonored, 1},
		"a model without tool choice": {agent.ToolsAny, agenttest.Fail(agent.NewRunError(agent.ErrToolChoiceUnsupported, toolerr.Message{}, nil)), agent.ErrToolChoiceUnsupported, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool, other := agenttest.NewTool("t", agenttest.Return(1)), agenttest.NewTool("other", agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(tt.turn).Forever(agenttest.Say("ok")), []agent.Tool{tool, other})
			o := w.say("go", agent.WithToolChoice(tt.choice))
			if tt.kind == "" {
				require.NoError(t, o.err)
			} else {
				require.ErrorIs(t, o.err, tt.kind)
				assert.Zero(t, tool.Count()+other.Count())
			}
			require.Len(t, w.model.Requests(), tt.asked)
			for i, req := range w.model.Requests() {
				assert.Equal(t, i == 0, req.ToolChoice == tt.choice, "only the first request has the tool choice")
			}
			w.stored()
		})
	}
}

func TestEgress(t *testing.T) {
	for name, refuse := range map[string]func() error{
		"an error": func() error { return errors.New(secret) },
		"a panic":  func() error { panic(secret) },
	} {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.Return(1))
			w, o := trying(t, agenttest.NewModel(agenttest.Call("t", `{}`)).Forever(agenttest.Say("ok")), []agent.Tool{tool},
				func(c *agent.Config, rc *agent.RunnerConfig) {
					rc.Egress = func(_ context.Context, req *agent.ModelRequest) error {
						if len(req.Contents) > 1 {
							return refuse()
						}
						return nil
					}
					c.Callbacks.OnModelError = append(c.Callbacks.OnModelError,
						func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error) {
							return &agent.ModelResponse{FinishReason: agent.FinishStop}, nil
						})
				})
			require.ErrorIs(t, o.err, agent.ErrEgressRefused)
			agenttest.AssertNoCanary(t, secret, o.err.Error())
			assert.Len(t, w.model.Requests(), 1, "the second request, with the result, was not sent")
			w.stored()
		})
	}
}

func TestWarningsOfAModel(t *testing.T) {
	warnings, ok := []toolerr.Message{toolerr.Msg("A keyword of the schema is ignored.")}, agent.TextContent(agent.RoleModel, "ok")
	for where, turn := range map[string]agenttest.Turn{
		"a delta":    yields(&agent.ModelResponse{Partial: true, Warnings: warnings}, &agent.ModelResponse{Content: &ok, FinishReason: agent.FinishStop}),
		"the answer": yields(&agent.ModelResponse{Content: &ok, FinishReason: agent.FinishStop, Warnings: warnings}),
	} {
		_, o := went(t, agenttest.NewModel(turn), nil)
		assert.Equal(t, 1, o.diagnosed(agent.DiagModel), where)
	}
}

// picky is a model that accepts pictures from users and no other attachments.
type picky struct {
	*agenttest.Model
	refusal func() error
}

func (p picky) Preflight(c agent.Content) error {
	for _, part := range c.Parts {
		if part.File != nil || part.Blob != nil && (part.Blob.MIMEType != "image/png" || c.Role != agent.RoleUser) {
			return p.refusal()
		}
	}
	return nil
}

func unsupported() error {
	return agent.NewRunError(agent.ErrProviderUnsupported, toolerr.Msg("No archives."), nil)
}

func attached(mime string) agent.Input {
	return agent.Input{Content: &agent.Content{Parts: []agent.Part{{Text: "Read this."}, {Blob: &agent.Blob{MIMEType: mime, Data: []byte("PK")}}}}}
}

func TestAttachmentThatTheModelCannotReadIsNotStored(t *testing.T) {
	for name, refusal := range map[string]func() error{
		"as it should be": unsupported,
		"any error":       func() error { return errors.New(canary) },
		"a panic":         func() error { panic(canary) },
	} {
		t.Run(name, func(t *testing.T) {
			model := agenttest.NewModel(agenttest.Say("four"), agenttest.Say("a cat"))
			w := newWorld(t, model, nil, func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Model = picky{model, refusal} })
			o := w.run(t.Context(), attached("application/zip"))
			require.ErrorIs(t, o.err, agent.ErrProviderUnsupported)
			assert.NotContains(t, o.err.Error(), canary)
			assert.Empty(t, w.stored())
			assert.Empty(t, model.Requests())
			require.NoError(t, w.say("What is two and two?").err)
			require.NoError(t, w.run(t.Context(), attached("image/png")).err)
			assert.NotNil(t, model.Requests()[1].Contents[2].Parts[1].Blob)
			assert.Len(t, w.stored(), 4)
		})
	}
}

// Attachments that were stored while another model answered: a user's, a model's, and one
// by reference. The session keeps them.
func TestAttachmentsOfAnotherModel(t *testing.T) {
	model := agenttest.NewModel(agenttest.Say("one"), agenttest.Say("two"))
	w := newWorld(t, model, nil, func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Model = picky{model, unsupported} })
	picture := agent.Part{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("x")}}
	parts := []agent.Part{
		{Text: "Read these."},
		picture,
		{Blob: &agent.Blob{MIMEType: "application/zip", Data: []byte("PK")}},
		{File: &agent.File{URI: "https://example.com/a", MIMEType: "text/csv"}},
	}
	seed(t, w.store, session, []*agent.Event{said("1", agent.RoleUser, parts...), said("2", agent.RoleModel, picture)})
	for range 2 {
		o := w.mustSay("And now?")
		assert.Equal(t, 1, o.diagnosed(agent.DiagAttachment))
	}
	for _, req := range model.Requests() {
		said := req.Contents[0].Parts
		assert.NotNil(t, said[1].Blob)
		for _, p := range append(said[2:], req.Contents[1].Parts[0]) {
			assert.Equal(t, agent.Part{Text: "[An attachment is left out: this model cannot read it.]"}, p)
		}
	}
	assert.NotNil(t, w.stored()[0].Content.Parts[2].Blob)
}
