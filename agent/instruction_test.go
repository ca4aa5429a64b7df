package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
)

func TestTemplates(t *testing.T) {
	state := agent.State{"city": "Oslo", "n": 3, "nested": "{city}", "list": []string{"a"}, "user:name": "Ada", "app:v": "1"}
	tests := map[string]struct {
		template, want string
		kind           agent.ErrorKind
		key            string
	}{
		"plain":                {template: "Hello.", want: "Hello."},
		"a key":                {template: "In {city}.", want: "In Oslo."},
		"keys with prefixes":   {template: "{user:name} {app:v} {temp:t?}", want: "Ada 1 "},
		"other values as JSON": {template: "{n} {list}", want: `3 ["a"]`},
		"one pass":             {template: "{nested}", want: "{city}"},
		"optional":             {template: "[{nope?}]", want: "[]"},
		"missing":              {template: "{nope}", kind: agent.ErrTemplate, key: "nope"},
		"missing with prefix":  {template: "{user:nope}", kind: agent.ErrTemplate, key: "user:nope"},
		"JSON stays":           {template: `Answer {"a": {"b": [1]}} or {} or { city } or {1a} or {a.b} or {a-b}`, want: `Answer {"a": {"b": [1]}} or {} or { city } or {1a} or {a.b} or {a-b}`},
		"inside JSON":          {template: `{"city": "{city}"}`, want: `{"city": "Oslo"}`},
		"unbalanced":           {template: "{city", want: "{city"},
		"an artifact":          {template: "{artifact.notes.txt}", want: "take an umbrella"},
		"an artifact, no text": {template: "{artifact.logo}", want: `{"mimeType":"image/png","name":"logo.png","bytes":5}`},
		"optional artifact":    {template: "[{artifact.none?}]", want: "[]"},
		"missing artifact":     {template: "{artifact.none}", kind: agent.ErrArtifactNotFound, key: "none"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			artifacts := agent.NewMemoryStore()
			_, err := artifacts.SaveArtifact(t.Context(), session, "notes.txt", agent.Blob{MIMEType: "text/plain", Data: []byte("take an umbrella")})
			require.NoError(t, err)
			_, err = artifacts.SaveArtifact(t.Context(), session, "logo", agent.Blob{MIMEType: "image/png", Name: "logo.png", Data: []byte("\x89PNG\xff")})
			require.NoError(t, err)
			w := newWorld(t, agenttest.NewModel(agenttest.Say("ok")), nil, func(cfg *agent.Config, rc *agent.RunnerConfig) {
				cfg.Instruction, rc.Artifacts = tt.template, artifacts
			})
			_, err = w.store.Create(t.Context(), session, state)
			require.NoError(t, err)
			o := w.say("go")
			if tt.kind != "" {
				require.ErrorIs(t, o.err, tt.kind)
				assert.Contains(t, o.err.Error(), tt.key)
				assert.Empty(t, w.stored(), "nothing is stored")
				assert.Empty(t, w.model.Requests(), "the model is not asked")
				return
			}
			require.NoError(t, o.err)
			assert.Equal(t, tt.want, w.model.Requests()[0].Instruction)
		})
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"{a}", "{a?}", "{{a}}", "{\"a\":{}}", "{artifact.x?}", "{", "}", "{app:}", "{user:a?}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, template string) {
		w, o := trying(t, agenttest.NewModel(agenttest.Say("ok")), nil,
			func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Instruction = template })
		if o.err != nil {
			_, ok := go126.AsType[*agent.RunError](o.err)
			require.True(t, ok)
			return
		}
		if got := w.model.Requests()[0].Instruction; !strings.Contains(template, "?}") {
			assert.Equal(t, strings.ToValidUTF8(template, "\uFFFD"), got, "without keys a template stays as it is")
		}
	})
}

func TestInstructions(t *testing.T) {
	t.Run("global before own", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Say("ok")), nil, func(cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.GlobalInstruction, cfg.Instruction = "Be {temp:mood?}kind.", "Help."
		})
		w.say("go")
		assert.Equal(t, "Be kind.\n\nHelp.", w.model.Requests()[0].Instruction)
	})
	t.Run("a function is not a template", func(t *testing.T) {
		asked := 0
		w, _ := calling(t, `{}`, agenttest.NewTool("t", agenttest.Return(1)), func(cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.InstructionFunc = func(ctx context.Context) (string, error) { asked++; return "{" + agent.RunFrom(ctx).Agent + "}", nil }
		})
		assert.Equal(t, 2, asked, "it is called once per turn")
		for _, req := range w.model.Requests() {
			assert.Equal(t, "{helper}", req.Instruction)
		}
	})
	t.Run("static first, dynamic in the contents", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok"), agenttest.Say("ok")),
			[]agent.Tool{agenttest.NewTool("t", agenttest.Return(1))}, func(cfg *agent.Config, _ *agent.RunnerConfig) {
				cfg.StaticInstruction, cfg.Instruction = "Never changes {x}.", "Now."
			})
		w.say("one")
		w.say("two")
		for _, req := range w.model.Requests() {
			assert.Equal(t, "Never changes {x}.", req.Instruction)
			assert.Empty(t, agenttest.RequestProblems(req.Contents))
		}
		last := w.model.Requests()[2].Contents
		assert.Equal(t, "Now.", last[len(last)-2].Parts[0].Text)
		assert.Equal(t, "two", last[len(last)-1].Parts[0].Text)
	})
	t.Run("only the current run", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Say("a"), agenttest.Say("b")), nil,
			func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.IncludeContents = agent.IncludeNone })
		w.say("one")
		w.say("two")
		assert.Len(t, w.model.Requests()[1].Contents, 1)
	})
}

func TestIncludeNoneLeavesOutOtherAgents(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","required":["n"]}`)
	model := agenttest.NewModel(
		agenttest.Call("t", `{"who":"writer"}`), agenttest.Say("no JSON"), agenttest.Say(`{"n":1}`),
		agenttest.Call("t", `{"who":"editor"}`), agenttest.Say("no JSON either"), agenttest.Say(`{"n":2}`))
	tool := agenttest.NewTool("t", agenttest.Return("seen"))
	cfg := agent.Config{Model: model, Tools: []agent.Tool{tool}, OutputSchema: schema}
	cfg.Name = "writer"
	writer := mustAgent(t, cfg)
	cfg.Name, cfg.IncludeContents = "editor", agent.IncludeNone
	editor := mustAgent(t, cfg)
	seq := sequence(t, writer, editor)
	went(t, model, nil, withAgent(seq))
	first, last := model.Requests()[3].Contents, model.Requests()[5].Contents
	require.Len(t, first, 1)
	assert.Equal(t, "go", first[0].Text())
	require.Len(t, last, 5, "the user, a call, its result, an answer and the request to correct it")
	assert.JSONEq(t, `{"who":"editor"}`, string(last[1].Parts[0].FunctionCall.Args))
	assert.Equal(t, "no JSON either", last[3].Text())
	assert.Empty(t, agenttest.RequestProblems(last))
}
