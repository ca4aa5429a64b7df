package reports_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/models/anthropicmodel"
	"github.com/errand-go/errand/models/openaimodel"
	"github.com/errand-go/errand/toolerr"
)

// ran returns what a run with a model did. args returns the arguments that a tool got last.
func ran(t *testing.T, m agent.Model, requests func() int, tools []agent.Tool, opts ...agent.RunOption) observed {
	t.Helper()
	a, err := agent.New(agent.Config{Name: "helper", Model: m, Tools: tools})
	require.NoError(t, err)
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, CreateSessions: true})
	require.NoError(t, err)
	began := time.Now()
	run := runner.Start(t.Context(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("hello"), opts...)
	c := agenttest.Collect(run.Events())
	o := observed{
		"requests": float64(requests()), "text": "", "event": string(c.Last().ErrorCode), "run_error": "", "diagnostic": "",
		"waited_ms": float64(time.Since(began).Milliseconds()),
	}
	if failed, ok := errors.AsType[*agent.RunError](c.Err); ok {
		o["run_error"] = string(failed.Kind)
	}
	if c.Err == nil && c.Last().Content != nil {
		o["text"] = c.Last().Content.Text()
	}
	var calls []any
	var results []string
	for _, e := range c.Events {
		for _, call := range e.FunctionCalls() {
			calls = append(calls, call.ID+" "+call.Name+" "+string(call.Args))
		}
		for _, result := range e.FunctionResponses() {
			results = append(results, string(result.Response))
		}
	}
	o["calls"], o["results"], o["result"] = calls, float64(len(results)), strings.Join(results, "\n")
	for _, d := range run.Diagnostics() {
		if d.Err != nil {
			o["diagnostic"] = string(d.Err.Kind())
		}
	}
	return o
}

var dones = map[string]string{
	"openai":        `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"done"}}]}`,
	"openai stream": "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"done\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
	"anthropic":     `{"id":"x","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`,
}

type city struct {
	City string `json:"city"`
}

// askedBy runs the loop with a model whose provider first answers as the input says. The
// clock is that of a bubble, in the year 2026.
func askedBy(provider string, stream bool) func(*testing.T, *input) observed {
	return func(t *testing.T, in *input) (o observed) {
		synctest.Test(t, func(t *testing.T) {
			<-time.After(time.Until(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)))
			asked := 0
			hc := &http.Client{Transport: httpadapter.Transport{Base: replier(func(*http.Request) *http.Response {
				if asked++; asked == 1 || in.Repeat {
					return in.response()
				}
				done := provider
				media := "application/json"
				if stream {
					done, media = done+" stream", "text/event-stream"
				}
				answer := input{Status: http.StatusOK, Headers: map[string]string{"Content-Type": media}, Body: []byte(dones[done])}
				if stream {
					answer.Body = quoted(dones[done])
				}
				return answer.response()
			})}}
			var m agent.Model = openaimodel.New(openaiClient(hc), "m")
			if provider == "anthropic" {
				m = anthropicmodel.New(anthropic.NewClient(anthropicoption.WithAPIKey("k"), anthropicoption.WithHTTPClient(hc)), "m")
			}
			var opts []agent.RunOption
			if stream {
				opts = append(opts, agent.WithStreaming())
			}
			weather := agent.NewTool("weather", "The weather in a city.", func(_ context.Context, in city) (string, error) { return "warm in " + in.City, nil }, agent.ReadOnly())
			o = ran(t, m, func() int { return asked }, []agent.Tool{weather}, opts...)
		})
		return o
	}
}

// scripted runs the loop with the turns of the input, and then "done".
func scripted(t *testing.T, in *input) (o observed) {
	synctest.Test(t, func(t *testing.T) {
		m := agenttest.NewModel().Forever(agenttest.Say("done"))
		for _, turn := range in.Turns {
			var calls []agent.FunctionCall
			for _, call := range turn.Calls {
				calls = append(calls, agent.FunctionCall{Name: call[0], Args: []byte(call[1])})
			}
			if turn.Finish != "" {
				m.Then(agenttest.Stop(agent.FinishReason(turn.Finish), "", calls...))
				continue
			}
			m.Then(agenttest.Calls(calls...))
		}
		type query struct {
			Q string `json:"q"`
		}
		set := agenttest.NewTool("set_tags", agenttest.Return("set"), agent.Schema([]byte(`{"type":"object","properties":{"tag_ids":{"type":"array","items":{"type":"integer"}}},"required":["tag_ids"]}`)))
		o = ran(t, m, func() int { return len(m.Requests()) }, []agent.Tool{
			set,
			agent.NewTool("flaky", "Fails.", func(context.Context, query) (string, error) {
				return "", toolerr.Fatal(toolerr.Message{})
			}, agent.ReadOnly()),
			agent.NewTool("fine", "Succeeds.", func(context.Context, query) (string, error) { return "fine", nil }, agent.ReadOnly()),
			agent.NewTool("panics", "Panics.", func(context.Context, query) (string, error) { panic("broken") }, agent.ReadOnly()),
		})
		o["tool_args"] = string(set.LastArgs())
	})
	return o
}
