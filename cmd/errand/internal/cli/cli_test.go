package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/cli"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/toolerr"
)

// actAsCommand makes the test binary run the command, for tests that need a separate
// process.
const actAsCommand = "ERRAND_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) //nolint:forbidigo // what net/http says of a broken server, as in the command itself
	if os.Getenv(actAsCommand) != "" {
		os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
	}
	os.Exit(m.Run())
}

// result is the output of a run.
type result struct {
	code           int
	stdout, stderr string
}

func run(stdin string, args ...string) result { return runIn(nil, stdin, args...) }

func runIn(env []string, stdin string, args ...string) result {
	var stdout, stderr bytes.Buffer
	code := cli.Run(args, strings.NewReader(stdin), &stdout, &stderr, env)
	return result{code, stdout.String(), stderr.String()}
}

const (
	limited = "HTTP/2 429 \r\nretry-after: 30\r\nx-request-id: req-1\r\n\r\n{\"error\":{\"message\":\"slow down\"}}"
	created = "HTTP/1.1 201 Created\r\n\r\n"
)

func TestExitCodes(t *testing.T) {
	saved := filepath.Join(t.TempDir(), "response.txt")
	require.NoError(t, os.WriteFile(saved, []byte(limited), 0o600))
	huge := saved + ".huge"
	require.NoError(t, os.WriteFile(huge, []byte(`{"a":"`+strings.Repeat("x", input.MaxCall)+`"}`), 0o600))
	const out, errs = true, false
	tests := map[string]struct {
		args  []string
		stdin string
		code  int
		on    bool   // the stream with the text
		text  string // a part of it
	}{
		"nothing":                  {nil, "", cli.ExitOK, out, "demo"},
		"help":                     {[]string{"help"}, "", cli.ExitOK, out, "exit codes"},
		"--help":                   {[]string{"--help"}, "", cli.ExitOK, out, "exit codes"},
		"help of a command":        {[]string{"help", "classify"}, "", cli.ExitOK, out, "--disclosure"},
		"-h of a command":          {[]string{"explain", "-h"}, "", cli.ExitOK, out, "usage: errand explain"},
		"help of nothing":          {[]string{"help", "nope"}, "", cli.ExitUsage, errs, `no command is called "nope"`},
		"version":                  {[]string{"version"}, "", cli.ExitOK, out, "errand "},
		"--version":                {[]string{"--version"}, "", cli.ExitOK, out, "go1."},
		"version of something":     {[]string{"version", "x"}, "", cli.ExitUsage, errs, "no arguments"},
		"no command":               {[]string{"frobnicate"}, "", cli.ExitUsage, errs, "there are demo, "},
		"no flag":                  {[]string{"classify", "--nope"}, "", cli.ExitUsage, errs, "classify: flag provided but not defined: -nope; see"},
		"a flag without its value": {[]string{"audit", "--faults"}, "", cli.ExitUsage, errs, "needs an argument"},
		"explain":                  {[]string{"explain"}, "", cli.ExitOK, out, "429"},
		"explain a word":           {[]string{"explain", "not_found"}, "", cli.ExitOK, out, "UPSTREAM_RUNTIME_NOT_FOUND"},
		"explain a slip":           {[]string{"explain", "not_fund"}, "", cli.ExitUsage, errs, "did you mean NOT_FOUND"},
		"explain a vendor's code":  {[]string{"explain", "aws:ThrottlingException"}, "", cli.ExitOK, out, `"vendor_code": "ThrottlingException"`},
		"explain no code":          {[]string{"explain", "aws:ThrotlingException"}, "", cli.ExitUsage, errs, "did you mean aws:ThrottlingException"},
		"explain no vendor":        {[]string{"explain", "awz:ThrottlingException"}, "", cli.ExitUsage, errs, "did you mean ThrottlingException"},
		"explain nonsense":         {[]string{"explain", "xyzzy"}, "", cli.ExitUsage, errs, "explain lists the words"},
		"explain a vendor":         {[]string{"explain", "google"}, "", cli.ExitOK, out, "rateLimitExceeded, "},
		"no disclosure":            {[]string{"classify", "--disclosure", "all"}, limited, cli.ExitUsage, errs, "--disclosure is not one of known, names, text"},
		"arguments of no object":   {[]string{"classify", "--arguments", saved}, limited, cli.ExitInput, errs, "expected the arguments, a JSON object"},
		"a sign of a failure":      {[]string{"classify"}, "HTTP/2 200\n\n{\"ok\":false,\"error\":\"channel_not_found\"}", cli.ExitOK, out, `but the body has "ok": false. If an adapter knows the service, its address shows it: --url URL.`},
		"no status":                {[]string{"classify", "--status", "42"}, `{"error":"x"}`, cli.ExitUsage, errs, "--status is not the status of a response"},
		"nearly a command":         {[]string{"clasify"}, "", cli.ExitUsage, errs, "did you mean classify?"},
		"compressed":               {[]string{"classify"}, "HTTP/1.1 500 x\nContent-Encoding: br\n\n\xff\xfe\x00", cli.ExitOK, out, "The body is compressed: use curl --compressed."},
		"classify standard input":  {[]string{"classify"}, limited, cli.ExitOK, out, "UPSTREAM_RUNTIME_RATE_LIMIT"},
		"classify a dash":          {[]string{"classify", "-"}, limited, cli.ExitOK, out, "UPSTREAM_RUNTIME_RATE_LIMIT"},
		"classify a file":          {[]string{"classify", saved}, "", cli.ExitOK, out, "UPSTREAM_RUNTIME_RATE_LIMIT"},
		"flags behind the file":    {[]string{"classify", saved, "--json"}, "", cli.ExitOK, out, `"outcome": "failure"`},
		"a method":                 {[]string{"classify", "--method", "post"}, limited, cli.ExitOK, out, "What the program does retry after 30s: nothing was done"},
		"two files":                {[]string{"classify", "a", "b"}, "", cli.ExitUsage, errs, "one file"},
		"no arguments":             {[]string{"classify", "--arguments", saved + ".nope"}, limited, cli.ExitInput, errs, "no such file"},
		"too long arguments":       {[]string{"classify", "--arguments", huge}, limited, cli.ExitInput, errs, "256 KiB"},
		"no URL":                   {[]string{"classify", "--url", "http://[::1"}, limited, cli.ExitUsage, errs, "--url"},
		"no method":                {[]string{"classify", "--method", "GET IT"}, limited, cli.ExitUsage, errs, "--method"},
		"no file":                  {[]string{"classify", saved + ".nope"}, "", cli.ExitInput, errs, "no such file"},
		"a fault of demo":          {[]string{"demo", "status-500"}, "", cli.ExitUsage, errs, "demo takes no arguments"},
		"a fault of matrix":        {[]string{"matrix", "429-delta"}, "", cli.ExitUsage, errs, "matrix takes no arguments"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := run(tt.stdin, tt.args...)
			assert.Equal(t, tt.code, got.code, "stdout %s\nstderr %s", got.stdout, got.stderr)
			if tt.on == out {
				assert.Contains(t, flat(got.stdout), tt.text)
				assert.Empty(t, got.stderr)
			} else {
				assert.Contains(t, flat(got.stderr), tt.text)
				assert.Empty(t, got.stdout)
			}
		})
	}
}

// No output contains a credential, wherever it is in the input.
func TestClassifyKeepsCredentials(t *testing.T) {
	const secret = "sk-live-4fQv7xErrand9aBcDeFgHiJkLmNoPq"
	for _, stdin := range []string{
		"Authorization: Bearer " + secret + "\n",
		"> Authorization: Bearer " + secret + "\n",
		"GET /v1?access_token=" + secret + " HTTP/1.1\n\n",
		"curl: (7) https://user:" + secret + "@example.com\n",
		"HTTP/1.1 500 x\nAuthorization Bearer " + secret + "\n\n",
		"HTTP/1.1 429 x\nRetry-After: Bearer " + secret + "\nSet-Cookie: session=" + secret + "\nX-Request-Id: Bearer " + secret + "\n\n",
		"HTTP/1.1 500 Bearer " + secret + "\n\n{\"token\":\"" + secret + "\",\"message\":\"Bearer " + secret + "\"}",
		"HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"invalid_" + secret + "\",\"needed\":\"" + secret + "\"}",
		"HTTP/2 404\nX-Ms-Error-Code: Bearer " + secret + "NotFound\n\n",
		"HTTP/2 404\nX-Ms-Request-Id: r\n\n{\"error\":{\"code\":\"Bearer " + secret + "NotFound\"}}",
		"HTTP/2 200\nContent-Type: text/event-stream\n\ndata: {\"type\":\"error\",\"error\":{\"type\":\"Bearer " + secret + "\",\"message\":\"Bearer " + secret + "\"}}\n\n",
		"HTTP/2 200\nContent-Type: text/event-stream\n\ndata: {\"error\":{\"message\":\"api_key=" + secret + "\",\"code\":\"Bearer " + secret + "\"}}\n\n",
	} {
		for _, args := range [][]string{{"classify"}, {"classify", "--json"}, {"classify", "--url", "https://u:" + secret + "@example.com/?key=" + secret, "--method", "POST"}} {
			got := run(stdin, args...)
			for _, text := range []string{got.stdout, got.stderr} {
				// Lines are wrapped, and a word may be cut.
				assert.NotContains(t, strings.Join(strings.Fields(text), ""), secret[8:24], "%q", stdin)
			}
		}
	}
}

// flat reverses the wrapping.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// everything has a run for each sort of output.
var everything = map[string]struct {
	args  []string
	stdin string
}{
	"welcome":             {nil, ""},
	"help":                {[]string{"help"}, ""},
	"help demo":           {[]string{"help", "demo"}, ""},
	"help classify":       {[]string{"help", "classify"}, ""},
	"version":             {[]string{"version"}, ""},
	"explain":             {[]string{"explain"}, ""},
	"explain 403":         {[]string{"explain", "403"}, ""},
	"explain timeout":     {[]string{"explain", "timeout"}, ""},
	"explain a code":      {[]string{"explain", "aws:InvalidGrantException"}, ""},
	"explain a vendor":    {[]string{"explain", "aws"}, ""},
	"classify a vendor's": {[]string{"classify", "--url", "https://sqs.eu-west-1.amazonaws.com/"}, "HTTP/1.1 400 x\n\n{\"__type\":\"a#ThrottlingException\"}"},
	"classify a failure":  {[]string{"classify", "--url", "https://api.example.com/v1/items/8812?q=1"}, limited},
	"classify a success":  {[]string{"classify"}, created},
	"classify a refusal":  {[]string{"classify", "--disclosure", "text"}, refused},
	"classify a sequence": {[]string{"classify"}, "HTTP/1.1 301 x\nLocation: /\n\n" + limited},
	"demo":                {[]string{"demo"}, ""},
	"a complaint":         {[]string{"classify"}, "nope " + strings.Repeat("n", 300)},
}

// If it is not on a terminal, no output has an escape sequence, a trailing space or a line
// that is too long.
func TestPlainAndWrapped(t *testing.T) {
	for name, tt := range everything {
		for columns, width := range map[string]int{"COLUMNS=80": 80, "COLUMNS=120": 120} {
			t.Run(name+" "+columns, func(t *testing.T) {
				t.Parallel()
				got := runIn([]string{columns, "TERM=xterm-256color"}, tt.stdin, tt.args...)
				for line := range strings.SplitSeq(got.stdout+got.stderr, "\n") {
					assert.NotContains(t, line, "\x1b")
					assert.LessOrEqual(t, text.StringWidth(line), width, "%q", line)
					assert.Equal(t, strings.TrimRight(line, " "), line)
				}
			})
		}
	}
}

// TestTerminal runs the command on a pseudo terminal.
func TestTerminal(t *testing.T) {
	t.Parallel()
	script := testenv.Command(t, "script", "bsdutils")
	self, err := os.Executable()
	require.NoError(t, err)
	onTerminal := func(columns string) string {
		cmd := exec.CommandContext(t.Context(), script, "-qec", "stty cols "+columns+"; '"+self+"' explain 403", "/dev/null")
		cmd.Env = []string{actAsCommand + "=1", "TERM=xterm", "PATH=" + os.Getenv("PATH")}
		out, err := cmd.Output()
		require.NoError(t, err)
		return strings.ReplaceAll(string(out), "\r\n", "\n")
	}
	for _, columns := range []string{"60", "100"} {
		assert.Equal(t, runIn([]string{"COLUMNS=" + columns}, "", "explain", "403").stdout, onTerminal(columns))
	}
}

func TestEveryCommandHasHelp(t *testing.T) {
	overview := run("", "help").stdout
	for _, name := range cli.Commands() {
		assert.Contains(t, overview, "  "+name+" ")
		help := run("", "help", name)
		assert.Equal(t, cli.ExitOK, help.code)
		assert.Contains(t, help.stdout, "usage: errand "+name)
	}
	for code, meaning := range map[int]string{cli.ExitOK: "success", cli.ExitFailed: "check", cli.ExitUsage: "command line", cli.ExitInput: "input"} {
		assert.Regexp(t, regexp.MustCompile(`(?m)^  `+toolerr.Int(code).String()+`  .*`+meaning), overview)
	}
}

// full is a writer that always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// An incomplete output is a failure.
func TestWriteErrors(t *testing.T) {
	for name, args := range map[string][]string{
		"welcome": nil, "help": {"help"}, "help demo": {"help", "demo"}, "version": {"version"},
		"explain": {"explain"}, "explain a vendor": {"explain", "aws"},
		"demo":     {"demo"},
		"classify": {"classify"}, "classify --json": {"classify", "--json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stderr bytes.Buffer
			code := cli.Run(args, strings.NewReader(limited), full{}, &stderr, nil)
			assert.Equal(t, cli.ExitFailed, code)
			assert.Contains(t, stderr.String(), "cannot be written")
		})
	}
}

func TestReadErrors(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := cli.Run([]string{"classify"}, iotest.ErrReader(errors.New("disk on fire")), &stdout, &stderr, nil)
	assert.Equal(t, cli.ExitInput, code)
	assert.Contains(t, stderr.String(), "disk on fire")
}

func object(t *testing.T, raw string) map[string]any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(raw), &v), raw)
	return v
}

func TestClassifyJSON(t *testing.T) {
	got := object(t, run(limited, "classify", "--json").stdout)
	assert.Equal(t, "failure", got["outcome"])
	assert.Equal(t, "UPSTREAM_RUNTIME_RATE_LIMIT", got["payload"].(map[string]any)["kind"])
	assert.Equal(t, "req-1", got["report"].(map[string]any)["extra"].(map[string]any)["request_id"])
	for _, reason := range got["why"].([]any) {
		assert.Len(t, reason, 4)
		for _, name := range []string{"about", "decided", "because", "source"} {
			assert.NotEmpty(t, reason.(map[string]any)[name])
		}
	}
	assert.Len(t, got, 6)

	success := object(t, run(created, "classify", "--json").stdout)
	assert.Equal(t, map[string]any{
		"outcome": "success", "payload": map[string]any{"success": true, "error": nil},
		"report": nil, "why": []any{}, "notes": []any{}, "disclosed": nil,
	}, success)
}

// refused and unknown are answers of services that refuse a number and a column.
const (
	refused = "HTTP/1.1 422 x\n\n" + `{"message":"invalid request","errors":[{"field":"limit","message":"must be at most 100"}]}`
	unknown = "HTTP/1.1 400 x\n\n" + `{"code":"42703","hint":"Perhaps you meant to reference the column \"users.email_address\".","message":"column users.emial does not exist"}`
)

// With the call, the command shows the corrections that the model gets, and what is
// withheld.
func TestClassifyForACall(t *testing.T) {
	dir := t.TempDir()
	arguments, schema := filepath.Join(dir, "args.json"), filepath.Join(dir, "schema.json")
	require.NoError(t, os.WriteFile(arguments, []byte(`{"query":"SELECT emial FROM users","limit":900}`), 0o600))
	require.NoError(t, os.WriteFile(schema, []byte(`{"properties":{"limit":{"type":"integer"},"query":{"type":"string"}}}`), 0o600))
	call := []string{"classify", "--arguments", arguments, "--schema", schema}
	tests := map[string]struct {
		in    string
		args  []string
		parts []string
	}{
		"a number": {refused, call, []string{
			"What the model is told to fix /limit must be at most 100",
			`What the service refused too_large {"rule": "too_large", "fields": ["limit"], "limit": "100"}`,
			`What is withheld from the model "invalid request": it is the service's sentence`,
		}},
		"a column": {unknown, call, []string{"which is not known (line 1, column 8)", `"users.email_address": it is not a word of the call`}},
		"names":    {unknown, append(call, "--disclosure", "names"), []string{`did you mean "users.email_address"?`, `withheld from the model "column users.emial does not exist"`}},
		"text":     {refused, append(call, "--disclosure", "text"), []string{`"upstream_message": "invalid request"`, "What is withheld from the model nothing"}},
		"no call": {refused, []string{"classify"}, []string{
			"What the model is told to fix nothing: the call is not known; pass --arguments and --schema", `"limit": it names no place of the call`,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := run(tt.in, tt.args...)
			require.Equal(t, cli.ExitOK, got.code, got.stderr)
			for _, part := range tt.parts {
				assert.Contains(t, flat(got.stdout), part)
			}
		})
	}
	disclosed := object(t, run(refused, append(call, "--json")...).stdout)["disclosed"].(map[string]any)
	assert.ElementsMatch(t, []string{"problems", "findings", "withheld"}, slices.Collect(maps.Keys(disclosed)))
	assert.Equal(t, map[string]any{"path": "/limit", "rule": "too_large", "limit": "100", "problem": "must be at most 100", "resolved": true}, disclosed["problems"].([]any)[0])
	assert.Equal(t, "invalid request", disclosed["withheld"].([]any)[0].(map[string]any)["text"])
}

// TestClassifyExplainsItsVerdict checks the text for people.
func TestClassifyExplainsItsVerdict(t *testing.T) {
	out := flat(run("HTTP/1.1 302 Found\nLocation: /b\n\n"+limited, "classify").stdout)
	at := 0
	for _, part := range []string{
		"A response with status 429 (HTTP/2)", "It is the last of 2; before it 302.",
		"What the agent is told", `"error": "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds."`,
		"What the developer sees", "slow down", "guidance: retry_with_backoff", "request_id: req-1",
		"What the program does", "retry after 30s: nothing was done",
		"Why", "kind UPSTREAM_RUNTIME_RATE_LIMIT status 429 [RFC 6585 section 4]", "wait 30 seconds Retry-After: 30 [RFC 9110 section 10.2.3]",
	} {
		i := strings.Index(out[at:], part)
		require.GreaterOrEqual(t, i, 0, "%q is not in its place in %s", part, out)
		at += i + len(part)
	}
	agent, _, _ := strings.Cut(out, "What the developer sees")
	assert.NotContains(t, agent, "slow down")
	assert.Contains(t, flat(run("HTTP/1.1 404 x\n\n", "classify").stdout), "What the program does do not retry")
}

// A response may contain control characters.
func TestClassifyDoesNotSteerTheTerminal(t *testing.T) {
	const hostile = "HTTP/1.1 429 x\x1b]0;owned\x07\n\n\x1b[31mred\x1b[2J\u202e\r\n"
	got := run(hostile, "classify")
	require.Equal(t, cli.ExitOK, got.code)
	for _, r := range got.stdout {
		assert.NotContains(t, []rune{'\x07', '\u202e', '\r', '\x1b'}, r)
	}
	for _, in := range []string{"\x1b[2J", "HTTP/1.1 429 x\nRetry-After: 1\x1b]0;owned\x07\n\n"} {
		assert.NotContains(t, run(in, "classify").stderr, "\x1b")
	}
}

// The demo fits on one screen, and begins with what a model reads without errand and with
// it.
func TestDemo(t *testing.T) {
	t.Parallel()
	got := run("", "demo")
	require.Equal(t, cli.ExitOK, got.code, got.stderr)
	assert.LessOrEqual(t, strings.Count(got.stdout, "\n"), 62)
	first, rest, _ := strings.Cut(got.stdout, "\n")
	assert.Regexp(t, `err\.Error\(\).*WITH ERRAND`, first)
	at := 0
	out := flat(rest)
	for _, part := range []string{"search_docs", "✗ leaks", "open_ticket", "refund_order", "read_stock", "courier_price", "✗ the program ends here", "Why", "RFC 6585", "retry after 7s", "Next:"} {
		i := strings.Index(out[at:], part)
		require.GreaterOrEqual(t, i, 0, "%q is not in its place in %s", part, out)
		at += i
	}
}

// leaky tells the model a secret.
type leaky struct{}

func (leaky) Slug() string { return "_leaky" }

func (leaky) FromError(error) *toolerr.ToolRuntimeError {
	return toolerr.FromReport(toolerr.Report{Kind: toolerr.KindToolFatal, Message: faults.CanaryMessage})
}

// silent recognises nothing.
type silent struct{}

func (silent) Slug() string { return "_silent" }

func (silent) FromError(error) *toolerr.ToolRuntimeError { return nil }

// TestTheDemosCheckCanFail runs the demo with an adapter that leaks, and with one that
// recognises nothing.
func TestTheDemosCheckCanFail(t *testing.T) {
	for want, all := range map[string][]adapter.Adapter{
		"CHECK FAILED the model was told":                                {leaky{}},
		"CHECK FAILED the right answer is UPSTREAM_RUNTIME_RATE_LIMIT, ": {silent{}},
	} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, cli.ExitFailed, cli.RunAmong(all, []string{"demo"}, strings.NewReader(""), &stdout, &stderr, nil))
		assert.Contains(t, flat(stdout.String()), want)
	}
}

func TestSpacedIsTheSameJSON(t *testing.T) {
	for _, raw := range []string{
		`{}`, `{"a":1,"b":[1,2,{"c":null}],"d":"x: {y}, [z] { y }  [ z ]","e":{"f":"\": "},"g":[],"h\\":"\\\", \\"}`,
		toolerr.InvalidInput(toolerr.Message{}, []toolerr.Problem{{Path: "/a", Problem: toolerr.Msg("b: {c}")}}).Payload().String(),
	} {
		spaced := cli.Spaced([]byte(raw))
		assert.JSONEq(t, raw, spaced)
		assert.NotContains(t, spaced, "\n")
	}
	assert.Equal(t, "no JSON", cli.Spaced([]byte("no JSON")))
}

// FuzzClassify runs the command with any input.
func FuzzClassify(f *testing.F) {
	f.Add(limited, "https://api.example.com/", "GET")
	f.Add(created, "", "")
	f.Add(refused, "x", "POST")
	f.Add("HTTP/1.1 403 x\nRateLimit: \"a\";r=0;t=99999999999\nWWW-Authenticate: Bearer error=\"x\n\n<Error><Code>", "", "-")
	f.Fuzz(func(t *testing.T, in, url, method string) {
		for _, args := range [][]string{
			{"classify", "--url", url, "--method", method}, {"classify", "--json"},
		} {
			got := run(in, args...)
			assert.Contains(t, []int{cli.ExitOK, cli.ExitUsage, cli.ExitInput}, got.code)
			if got.code == cli.ExitOK && args[1] == "--json" {
				assert.True(t, json.Valid([]byte(got.stdout)))
			}
			assert.NotContains(t, got.stdout+got.stderr, "\x1b")
		}
	})
}
