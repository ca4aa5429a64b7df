package playground_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/cli"
	"github.com/errand-go/errand/cmd/errand/internal/playground"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/testenv"
)

var now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// questions returns refusals of real software as a reader would paste them, one in five as a
// body, and some responses that refuse no value.
func questions(t *testing.T) (all []playground.Question) {
	t.Helper()
	cases, err := refusals.Load("open", "unseen")
	require.NoError(t, err)
	for i, c := range cases {
		body := string(c.Upstream.Bytes())
		if c.Upstream.Driver != "" || len(body) > 4000 || i%4 != 0 {
			continue
		}
		args, err := json.Marshal(c.Args)
		require.NoError(t, err)
		q := playground.Question{Method: c.Upstream.Method, Arguments: string(args), Schema: string(c.Schema)}
		if c.Upstream.Host != "" {
			q.URL = "https://" + c.Upstream.Host + c.Upstream.Path
		}
		q.Disclosure = []string{"", "known", "names", "text"}[len(all)%4]
		q.Input = fmt.Sprintf("HTTP/1.1 %d x\r\nDate: %s\r\n", c.Upstream.Status, now.Format("Mon, 02 Jan 2006 15:04:05 GMT"))
		for name, value := range c.Upstream.Headers {
			q.Input += name + ": " + value + "\r\n"
		}
		q.Input += "\r\n" + body
		if len(all)%5 == 0 {
			q.Input, q.Status = body, c.Upstream.Status
		}
		all = append(all, q)
	}
	return append(all,
		playground.Question{Input: "HTTP/2 200\n\n{\"ok\":false,\"error\":\"missing_scope\"}", URL: "https://slack.com/api/x"},
		playground.Question{Input: "HTTP/1.1 429 x\nRetry-After: 30\n\nkey s3cr3t", Method: "POST", URL: "https://api.example.com/v1/items?key=s3cr3t"},
		playground.Question{Input: "HTTP/1.1 200 OK\n\n{}"})
}

// The playground answers as `errand classify` does.
func TestReplyIsThatOfClassify(t *testing.T) {
	all := questions(t)
	require.GreaterOrEqual(t, len(all), 50)
	for i, q := range all {
		var want, got map[string]any
		require.NoError(t, json.Unmarshal(classify(t, q), &want), "%d", i)
		require.NoError(t, json.Unmarshal([]byte(reply(t, q)), &got), "%d", i)
		delete(got, "raw")
		delete(got, "log")
		assert.Equal(t, want, got, "%d: %s", i, q.Input)
	}
}

func reply(t *testing.T, q playground.Question) string {
	t.Helper()
	raw, err := json.Marshal(q)
	require.NoError(t, err)
	return playground.Reply(string(raw), now)
}

// classify runs `errand classify --json`.
func classify(t *testing.T, q playground.Question) []byte {
	t.Helper()
	args := []string{"classify", "--json"}
	for name, value := range map[string]string{
		"status": strconv.Itoa(q.Status), "method": q.Method, "url": q.URL, "disclosure": q.Disclosure, "arguments": q.Arguments, "schema": q.Schema,
	} {
		if value == "" || value == "0" {
			continue
		}
		if name == "arguments" || name == "schema" {
			file := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.WriteFile(file, []byte(value), 0o600))
			value = file
		}
		args = append(args, "--"+name, value)
	}
	var out, complaints bytes.Buffer
	require.Zero(t, cli.Run(args, strings.NewReader(q.Input), &out, &complaints, nil), complaints.String())
	return out.Bytes()
}

func TestReply(t *testing.T) {
	const secret = "s3cr3t" // of no form that is redacted: it must stay out of the payload alone
	type question = playground.Question
	tests := map[string]struct {
		question question
		want     []string // in the reply
	}{
		"a response":           {question{Input: "HTTP/1.1 429 x\nRetry-After: 30\n\nkey " + secret}, []string{`"retry_after_ms":30000`, `"raw":"429 Too Many Requests: key s3cr3t"`, `\"status\":429`}},
		"a success":            {question{Input: "HTTP/1.1 200 OK\n\n{}"}, []string{`"success":true`, `"raw":"200 OK: {}"`, `"log":""`}},
		"a text":               {question{Input: "slack: missing_scope\n"}, []string{`"kind":"TOOL_RUNTIME_FATAL"`, `"raw":"slack: missing_scope"`, "No adapter"}},
		"a text of an adapter": {question{Input: "status code 429: wait, key " + secret}, []string{`"error_code":"rate_limited"`, `"about":"service"`}},
		"a call": {
			question{Input: `{"detail":[{"type":"less_than_equal","loc":["query","limit"],"ctx":{"le":100}}]}`, Status: 422, Arguments: `{"limit":500}`}, []string{`"path":"/limit"`},
		},
		"nothing":             {question{}, []string{`"error":"expected a status line`}},
		"arguments, no JSON":  {question{Input: "HTTP/1.1 400 x\n\n", Arguments: "limit"}, []string{`"error":"expected the arguments`}},
		"a schema, no object": {question{Input: "HTTP/1.1 400 x\n\n", Schema: "[]"}, []string{`"error":"expected the schema`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := reply(t, tt.question)
			for _, want := range tt.want {
				assert.Contains(t, got, want)
			}
			var parts struct{ Payload json.RawMessage }
			require.NoError(t, json.Unmarshal([]byte(got), &parts))
			assert.NotContains(t, string(parts.Payload), secret)
		})
	}
	assert.Contains(t, playground.Reply("{", now), `"error":"unexpected end of JSON input"`)
}

// inNode reads questions, one to a line, and writes the replies of a program in WebAssembly.
const inNode = `globalThis.fs = require("fs"); require(process.argv[1]); const go = new Go();
WebAssembly.instantiate(fs.readFileSync(process.argv[2]), go.importObject).then(({instance}) => {
  go.run(instance);
  for (const line of fs.readFileSync(0, "utf8").trim().split("\n")) process.stdout.write(errandReply(line));
  process.exit(); });`

// The program in WebAssembly, which ERRAND_SITE names, replies as the same code does here. Step
// site of .ci/run builds it and asks for this test.
func TestWebAssemblyReplies(t *testing.T) {
	testenv.Asked(t, "ERRAND_SITE")
	node := testenv.Command(t, "node", "nodejs")
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	var lines bytes.Buffer
	all := questions(t)
	for _, q := range all {
		require.NoError(t, json.NewEncoder(&lines).Encode(q))
	}
	run := exec.CommandContext(t.Context(), node, "-e", inNode, filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"), os.Getenv("ERRAND_SITE"))
	run.Stdin, run.Stderr = &lines, os.Stderr
	replies, err := run.Output()
	require.NoError(t, err)
	decoder := json.NewDecoder(bytes.NewReader(replies))
	for i, q := range all {
		var got, want map[string]any
		require.NoError(t, decoder.Decode(&got))
		require.NoError(t, json.Unmarshal([]byte(reply(t, q)), &want))
		assert.Equal(t, want, got, "%d: %s", i, q.Input)
	}
}
