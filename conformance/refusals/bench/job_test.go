package bench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/refusals/bench"
	"github.com/errand-go/errand/toolerr"
)

// refusedCases returns cases of group open.
func refusedCases(t *testing.T, ids ...string) (some []bench.Refused) {
	t.Helper()
	all, err := bench.Load(t.Context(), "open")
	require.NoError(t, err)
	return slices.DeleteFunc(all, func(r bench.Refused) bool { return !slices.Contains(ids, r.ID) })
}

// A model is asked again after a transient failure, and only then. The grader reads the call and
// the facts, and neither what was read nor by whom.
func TestPlay(t *testing.T) {
	sample := refusedCases(t, "fastapi2-uuid")
	model := agenttest.NewModel(
		agenttest.Status(429, toolerr.WithRetryAfter(time.Minute)), agenttest.Status(503), agenttest.Call("tool_get_order", `{"order_id":"a"}`), agenttest.Call("grade", `{"right":true}`),
		agenttest.Call("tool_get_order", `{"order_id":"b"}`), agenttest.Say("It is right."), // which is no grade
		agenttest.Status(401),
		agenttest.Say("Which order?"), agenttest.Fail(errors.New("a text of others")),
	)
	entrants := []bench.Entrant{entrant(t, "known"), entrant(t, "masked"), entrant(t, "raw"), entrant(t, "adk")}
	var lines bytes.Buffer
	var turns []bench.Turn
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var err error
		turns, err = bench.Play(t.Context(), model, sample, entrants, &lines)
		require.NoError(t, err)
		assert.Equal(t, time.Minute+4*time.Second, time.Since(begin))
	})
	assert.Zero(t, model.Left())
	assert.NotContains(t, lines.String(), "a text of others")
	var ends []string
	for _, turn := range turns {
		ends = append(ends, fmt.Sprint(turn.Right, " ", turn.By, turn.Error))
	}
	assert.Equal(t, []string{"true model", "false model", "false " + string(toolerr.KindUpstreamAuthError), "false *errors.errorString"}, ends)

	step, grade := model.Requests()[2], model.Requests()[3]
	assert.Len(t, step.Tools, 3)
	assert.JSONEq(t, turns[0].Read, string(step.Contents[2].Parts[0].FunctionResponse.Response))
	assert.JSONEq(t, `{"error":"Error calling tool 'get_order'"}`, string(model.Requests()[4].Contents[2].Parts[0].FunctionResponse.Response), "a text becomes an object")
	asked, err := json.Marshal(grade)
	require.NoError(t, err)
	assert.Equal(t, agent.CallTool("grade"), grade.ToolChoice)
	assert.Contains(t, string(asked), "/order_id")
	for _, hidden := range []string{turns[0].Read, "known", "problems", "error_code"} {
		assert.NotContains(t, string(asked), hidden)
	}
}

// run runs the command with a provider whose model says nothing to the purpose.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	j := &bench.Job{Providers: map[string]bench.Provider{"anthropic": {Default: "d", New: func(context.Context, string) (agent.Model, error) {
		return agenttest.NewModel().Forever(agenttest.Say("Hm.")), nil
	}}}}
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	j.Flags(fs)
	require.NoError(t, fs.Parse(args))
	var out strings.Builder
	err := j.Run(t.Context(), &out)
	return out.String(), err
}

func TestJob(t *testing.T) {
	out, err := run(t, "--groups", "open", "--entrants", "masked,names")
	require.NoError(t, err)
	assert.Contains(t, out, "| masked ")

	out, err = run(t, "--model", "openai", "--dry-run", "--sample", "20")
	require.NoError(t, err)
	assert.Regexp(t, `^20 cases, 3 entrants: 60 requests for next steps and \d+ for grades, about \d{5} tokens in all, and answers of about 100 tokens\n$`, out)

	file := filepath.Join(t.TempDir(), "t.jsonl")
	out, err = run(t, "--model", "anthropic", "--sample", "2", "--entrants", "raw", "--out", file)
	require.NoError(t, err)
	_, played, _ := strings.Cut(out, "\n")
	assert.Contains(t, played, "| scripted | raw     | 0 of 2     |")
	replayed, err := run(t, "--replay", file)
	require.NoError(t, err)
	assert.Equal(t, played, replayed)

	for want, args := range map[string][]string{
		`no group is called "opn"; did you mean open?`:              {"--groups", "opn"},
		`no entrant is called "mask"`:                               {"--entrants", "mask"},
		`no provider is called "gemini"; the program that has them`: {"--model", "gemini"},
		"no such file": {"--replay", file + "x"},
	} {
		_, err := run(t, args...)
		assert.ErrorContains(t, err, want)
	}
}

// The transcript is of a script, which a test of package anthropicmodel plays: no model's figures.
func TestReplay(t *testing.T) {
	out, err := run(t, "--replay", "testdata/scripted.jsonl")
	require.NoError(t, err)
	assert.Equal(t, strings.Join([]string{
		"| model            | entrant | right step | graded by rule | by the model | no answer | tokens in | tokens out |",
		"| ---              | ---     | ---        | ---            | ---          | ---       | ---       | ---        |",
		"| script-of-a-test | known   | 6 of 6     | 5              | 1            | 0         | 70        | 49         |",
		"| script-of-a-test | masked  | 0 of 6     | 5              | 1            | 0         | 70        | 49         |",
		"",
	}, "\n"), out)

	all := refusedCases(t, "ajv-enum")
	for want, transcript := range map[string]string{
		"no case is called other in group open": `{"group":"open","case":"other"}`,
		"unexpected EOF":                        `{"group":"open"`,
	} {
		_, err := bench.Replay([]byte(transcript), all)
		assert.ErrorContains(t, err, want)
	}
	right := `{"group":"open","case":"ajv-enum","calls":[{"name":"tool_create_task","args":{"title":"abcd","project":"p","priority":"high"}}],"right":false}`
	turns, err := bench.Replay([]byte(right), all)
	require.NoError(t, err)
	assert.True(t, turns[0].Right, "the rules of today grade again")
}
