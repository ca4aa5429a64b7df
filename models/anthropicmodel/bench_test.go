package anthropicmodel_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
	"github.com/errand-go/errand/models/anthropicmodel"
)

var update = flag.Bool("update", false, "write the transcript of package bench")

const transcript = "../../conformance/refusals/bench/testdata/scripted.jsonl"

// steps are cases, each with the script's next step for a view that tells what to correct. After
// a masked answer the script makes the refused call again.
var steps = [][3]string{
	{"google-range", "tool_list_files", `{"pageSize":1000}`},
	{"ajv-enum", "tool_create_task", `{"title":"abcd","project":"p","priority":"urgent"}`},
	{"pg-colhint", "tool_run_sql", `{"sql":"select id, full_name from customers where id = 1"}`},
	{"fastapi2-uuid", "tool_get_order", `{"order_id":"7e57d004-2b97-0e7a-b45f-5387367791cd"}`}, // which no rule grades
	{"73_telegram_wait_in_parameters-0", "wait", `{"seconds":3}`},
	{"88_exa_no_more_credits-0", "stop", `{"reason":"The account is empty."}`},
}

// The harness of package bench plays against a server with Anthropic's format: streams, tools, a
// rate limit and a stream that fails. The turns are those of its transcript.
func TestBench(t *testing.T) {
	all, err := bench.Load(t.Context(), "open", refusals.Reports)
	require.NoError(t, err)
	entrants := slices.DeleteFunc(bench.Entrants(), func(e bench.Entrant) bool { return e.Name != "masked" && e.Name != "known" })
	var sample []bench.Refused
	cut := append(eventsOf(message("end_turn", text("Let me")))[:3], `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
	script := []http.Handler{reply{status: 429, body: `{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}`}.handler(t), reply{events: cut}.handler(t)}
	call := func(tool, args string) {
		script = append(script, reply{message: message("tool_use", toolUse("toolu_1", tool, args))}.handler(t))
	}
	for _, s := range steps {
		i := slices.IndexFunc(all, func(r bench.Refused) bool { return r.ID == s[0] })
		require.GreaterOrEqual(t, i, 0, s[0])
		sample = append(sample, all[i])
		sent, err := json.Marshal(all[i].Args)
		require.NoError(t, err)
		_, determined := bench.GradeByRule(all[i].Case, bench.Turn{})
		for _, next := range [][3]string{{"tool_" + all[i].Tool, string(sent), `{"right":false}`}, {s[1], s[2], `{"right":true}`}} { // masked, known
			if call(next[0], next[1]); !determined {
				call("grade", next[2])
			}
		}
	}
	server := modeltest.NewScript(t, script...)
	var lines bytes.Buffer
	var turns []bench.Turn
	modeltest.Bubble(t, server, func(t *testing.T, client *http.Client) {
		model := anthropicmodel.New(bubbled(client, key), "script-of-a-test")
		turns, err = bench.Play(t.Context(), model, sample, entrants, &lines)
		require.NoError(t, err)
	})
	assert.Len(t, server.Requests(), len(script))
	if *update {
		require.NoError(t, os.WriteFile(transcript, lines.Bytes(), 0o600))
	}
	recorded, err := os.ReadFile(transcript)
	require.NoError(t, err)
	replayed, err := bench.Replay(recorded, all)
	require.NoError(t, err)
	require.Len(t, turns, len(replayed))
	for i := range turns {
		turns[i].Read, replayed[i].Read = "", "" // a reader's words may change
	}
	assert.Equal(t, turns, replayed)
}
