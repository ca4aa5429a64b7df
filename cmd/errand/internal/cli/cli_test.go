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
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
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
	report, err := json.Marshal(toolerr.Upstream(404, toolerr.Message{}).Report())
	require.NoError(t, err)
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
		"help of a command":        {[]string{"help", "classify"}, "", cli.ExitOK, out, "--service"},
		"-h of a command":          {[]string{"explain", "-h"}, "", cli.ExitOK, out, "usage: errand explain"},
		"help of nothing":          {[]string{"help", "nope"}, "", cli.ExitUsage, errs, `no command is called "nope"`},
		"help of two":              {[]string{"help", "demo", "help"}, "", cli.ExitUsage, errs, "at most one command"},
		"version":                  {[]string{"version"}, "", cli.ExitOK, out, "errand "},
		"--version":                {[]string{"--version"}, "", cli.ExitOK, out, "go1."},
		"version of something":     {[]string{"version", "x"}, "", cli.ExitUsage, errs, "no arguments"},
		"no command":               {[]string{"frobnicate"}, "", cli.ExitUsage, errs, "there are demo, "},
		"no flag":                  {[]string{"classify", "--nope"}, "", cli.ExitUsage, errs, "no flag is called --nope; there are --arguments, --disclosure, --json, --method, --schema, --service, --status, --url"},
		"nearly a flag":            {[]string{"classify", "--servise", "aws"}, "", cli.ExitUsage, errs, "did you mean --service"},
		"nearly a flag of explain": {[]string{"explain", "--jsno"}, "", cli.ExitUsage, errs, "did you mean --json"},
		"nearly a flag of matrix":  {[]string{"matrix", "--fualt=x"}, "", cli.ExitUsage, errs, "did you mean --fault"},
		"no flag where none are":   {[]string{"version", "--json"}, "", cli.ExitUsage, errs, "no flag is called --json, and there are none"},
		"a flag without its value": {[]string{"matrix", "--fault"}, "", cli.ExitUsage, errs, "needs an argument"},
		"explain":                  {[]string{"explain"}, "", cli.ExitOK, out, "429"},
		"explain a word":           {[]string{"explain", "not_found"}, "", cli.ExitOK, out, "UPSTREAM_RUNTIME_NOT_FOUND"},
		"explain words":            {[]string{"explain", "rate", "limit"}, "", cli.ExitOK, out, "rate_limit (a class)"},
		"explain a slip":           {[]string{"explain", "not_fund"}, "", cli.ExitUsage, errs, "did you mean NOT_FOUND"},
		"explain a vendor's code":  {[]string{"explain", "aws:ThrottlingException"}, "", cli.ExitOK, out, `"vendor_code": "ThrottlingException"`},
		"explain no code":          {[]string{"explain", "aws:ThrotlingException"}, "", cli.ExitUsage, errs, "did you mean ThrottlingException"},
		"explain no vendor":        {[]string{"explain", "awz:ThrottlingException"}, "", cli.ExitUsage, errs, "did you mean aws"},
		"explain nearly a code":    {[]string{"explain", "ThrotlingException"}, "", cli.ExitUsage, errs, "did you mean ThrottlingException"},
		"explain a class of HTTP":  {[]string{"explain", "5xx"}, "", cli.ExitOK, out, "504 Gateway Timeout"},
		"explain gRPC's spelling":  {[]string{"explain", "DeadlineExceeded"}, "", cli.ExitOK, out, "grpc:DEADLINE_EXCEEDED"},
		"explain it of a vendor":   {[]string{"explain", "grpc:ResourceExhausted"}, "", cli.ExitOK, out, "grpc:RESOURCE_EXHAUSTED"},
		"explain an errno":         {[]string{"explain", "econnrefused"}, "", cli.ExitOK, out, "ECONNREFUSED connection refused (an error of Go)"},
		"explain misspelt errno":   {[]string{"explain", "ECONREFUSED"}, "", cli.ExitUsage, errs, "did you mean ECONNREFUSED"},
		"explain a rule":           {[]string{"explain", "rule:too_long"}, "", cli.ExitOK, out, "told is too long told must have at most 100 characters"},
		"explain rules":            {[]string{"explain", "rule"}, "", cli.ExitOK, out, "is out of date; the current version is 100"},
		"explain nonsense":         {[]string{"explain", "xyzzy"}, "", cli.ExitUsage, errs, "explain lists the words"},
		"explain a code alone":     {[]string{"explain", "smtp_550"}, "", cli.ExitOK, out, "std:smtp_550 (a vendor's code)"},
		"explain a vendor":         {[]string{"explain", "google"}, "", cli.ExitOK, out, "rateLimitExceeded, "},
		"explain a service":        {[]string{"explain", "_http"}, "", cli.ExitOK, out, "adapters/httpadapter. codes none"},
		"explain a number":         {[]string{"explain", "mysql:1062"}, "", cli.ExitOK, out, "sql:ER_DUP_ENTRY"},
		"explain another number":   {[]string{"explain", "gRPC:14", "--json"}, "", cli.ExitOK, out, `"word": "grpc:UNAVAILABLE"`},
		"explain a phrase":         {[]string{"explain", "Too", "Many", "Requests"}, "", cli.ExitOK, out, "429 Too Many Requests (an HTTP status)"},
		"explain a field":          {[]string{"explain", "retry_after_ms"}, "", cli.ExitOK, out, "docs/wire.md"},
		"explain no error":         {[]string{"explain", "Not", "a", "known", "text:", "x"}, "", cli.ExitUsage, errs, "no adapter recognises it"},
		"a service without HTTP":   {[]string{"classify", "--service", "smtp"}, limited, cli.ExitUsage, errs, "explain smtp lists its codes"},
		"no disclosure":            {[]string{"classify", "--disclosure", "all"}, limited, cli.ExitUsage, errs, "--disclosure is not one of known, names, text"},
		"arguments of no object":   {[]string{"classify", "--arguments", "-", saved}, "[1]", cli.ExitInput, errs, "--arguments standard input: line 1: expected the arguments, a JSON object"},
		"a body cut off":           {[]string{"classify"}, "HTTP/2 200\ncontent-length: 90\n\n{\"a\":", cli.ExitOK, out, "the body is cut off: it has 5 of the 90 bytes of Content-Length"},
		"a login page":             {[]string{"classify"}, "HTTP/2 200\ncontent-type: text/html\n\n<html>Sign in</html>", cli.ExitOK, out, "is not the expected JSON"},
		"a sign of a failure":      {[]string{"classify"}, "HTTP/2 200\n\n{\"ok\":false,\"error\":\"channel_not_found\"}", cli.ExitOK, out, `but the body has "ok": false. If an adapter knows the service, name it: --service SLUG.`},
		"a body alone":             {[]string{"classify", "--status", "422"}, `{"error":"x"}`, cli.ExitOK, out, "UPSTREAM_RUNTIME_VALIDATION_ERROR"},
		"a body without --status":  {[]string{"classify"}, `{"error":"x"}`, cli.ExitInput, errs, "name the status with --status"},
		"no status":                {[]string{"classify", "--status", "42"}, `{"error":"x"}`, cli.ExitUsage, errs, "--status is not the status of a response"},
		"nearly a command":         {[]string{"clasify"}, "", cli.ExitUsage, errs, "did you mean classify?"},
		"nearly a command's help":  {[]string{"help", "explan"}, "", cli.ExitUsage, errs, "did you mean explain?"},
		"no command's help":        {[]string{"help", "xyzzy"}, "", cli.ExitUsage, errs, "there are demo"},
		"a word of the family":     {[]string{"classify", "--service", "slack"}, "HTTP/2 200\n\n{\"ok\":false,\"error\":\"list_not_found\"}", cli.ExitOK, out, "UPSTREAM_RUNTIME_NOT_FOUND"},
		"zeros":                    {[]string{"classify"}, strings.Repeat("\x00", 1000), cli.ExitInput, errs, "found bytes that are not text"},
		"compressed":               {[]string{"classify"}, "HTTP/1.1 500 x\nContent-Encoding: br\n\n\xff\xfe\x00", cli.ExitOK, out, "The body is in br and was not decoded: use curl --compressed."},
		"a huge file":              {[]string{"classify"}, "HTTP/1.1 500 x\n\n" + strings.Repeat("x", input.MaxBytes), cli.ExitOK, out, "The input is longer: of what is behind its first 8 MiB nothing was read."},
		"explain a code, no JSON":  {[]string{"explain", "aws:nope", "--json"}, "", cli.ExitUsage, errs, "aws has no row"},
		"classify standard input":  {[]string{"classify"}, limited, cli.ExitOK, out, "UPSTREAM_RUNTIME_RATE_LIMIT"},
		"classify a dash":          {[]string{"classify", "-"}, limited, cli.ExitOK, out, "UPSTREAM_RUNTIME_RATE_LIMIT"},
		"classify a file":          {[]string{"classify", saved}, "", cli.ExitOK, out, "UPSTREAM_RUNTIME_RATE_LIMIT"},
		"flags behind the file":    {[]string{"classify", saved, "--json"}, "", cli.ExitOK, out, `"outcome": "failure"`},
		"classify a report":        {[]string{"classify"}, string(report), cli.ExitOK, out, "UPSTREAM_RUNTIME_NOT_FOUND"},
		"classify a success":       {[]string{"classify"}, created, cli.ExitOK, out, "nothing to classify"},
		"with a service":           {[]string{"classify", "--service", "http"}, limited, cli.ExitOK, out, "_http"},
		"two files":                {[]string{"classify", "a", "b"}, "", cli.ExitUsage, errs, "one file"},
		"no service":               {[]string{"classify", "--service", "nobody"}, limited, cli.ExitUsage, errs, "there are openai, "},
		"a slip in a service":      {[]string{"classify", "--service", "googel"}, limited, cli.ExitUsage, errs, "did you mean google"},
		"a service's other name":   {[]string{"classify", "--service", "oauth"}, limited, cli.ExitOK, out, "_oauth2"},
		"no arguments":             {[]string{"classify", "--arguments", saved + ".nope"}, limited, cli.ExitInput, errs, "no such file"},
		"two objects as a schema":  {[]string{"classify", "--schema", "-", saved}, "{}\n{}", cli.ExitInput, errs, "line 2: expected the end of the input after the schema"},
		"too long arguments":       {[]string{"classify", "--arguments", huge}, limited, cli.ExitInput, errs, "256 KiB"},
		"standard input, twice":    {[]string{"classify", "--arguments", "-"}, limited, cli.ExitUsage, errs, "standard input has one text"},
		"no URL":                   {[]string{"classify", "--url", "http://[::1"}, limited, cli.ExitUsage, errs, "--url"},
		"half a URL":               {[]string{"classify", "--url", "/v1"}, limited, cli.ExitUsage, errs, "--url"},
		"no method":                {[]string{"classify", "--method", "GET IT"}, limited, cli.ExitUsage, errs, "--method"},
		"no file":                  {[]string{"classify", saved + ".nope"}, "", cli.ExitInput, errs, "no such file"},
		"a folder":                 {[]string{"classify", t.TempDir()}, "", cli.ExitInput, errs, "directory"},
		"unreadable":               {[]string{"classify"}, "HTTP/1.1 429\nnope\n", cli.ExitInput, errs, "standard input: line 2: expected a header"},
		"empty":                    {[]string{"classify"}, "", cli.ExitInput, errs, "found the end of the input"},
		"an unreadable report":     {[]string{"classify"}, "{\n\"kind\":\"NOPE\"}", cli.ExitInput, errs, `found "NOPE"`},
		"a fault without its flag": {[]string{"demo", "status-500"}, "", cli.ExitUsage, errs, "matrix --fault status-500"},
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
		"{\"kind\":\"Bearer " + secret + "\"}",
		"{\"kind\":\"TOOL_RUNTIME_FATAL\"}\nAuthorization: Bearer " + secret,
		"{\"kind\":\"TOOL_RUNTIME_FATAL\",\"developer_message\":\"Bearer " + secret + "\",\"message\":\"Bearer " + secret + "\",\"hint\":\"Bearer " + secret + "\",\"vendor_code\":\"" + secret + "\",\"problems\":[{\"path\":\"/Bearer " + secret + "\",\"problem\":\"Bearer " + secret + "\"}],\"extra\":{\"endpoint\":\"https://x/?token=" + secret + "\",\"error_code\":\"Bearer " + secret + "\"}}",
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
	"classify a refusal":  {[]string{"classify", "--disclosure", "text"}, refusedReport},
	"explain rules":       {[]string{"explain", "rule"}, ""},
	"classify a sequence": {[]string{"classify"}, "HTTP/1.1 301 x\nLocation: /\n\n" + limited},
	"demo":                {[]string{"demo"}, ""},
	"a complaint":         {[]string{"classify"}, "nope " + strings.Repeat("n", 300)},
}

// If it is not on a terminal, no output has an escape sequence, a trailing space or a line
// that is too long.
func TestPlainAndWrapped(t *testing.T) {
	for name, tt := range everything {
		for columns, width := range map[string]int{"COLUMNS=40": 40, "COLUMNS=80": 80, "COLUMNS=120": 120} {
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

// Colours do not change the words.
func TestColorsChangeNothing(t *testing.T) {
	for _, name := range []string{"welcome", "help", "explain", "explain 403", "explain a code", "explain a vendor", "classify a failure", "classify a vendor's"} {
		tt := everything[name]
		plain := runIn(nil, tt.stdin, tt.args...)
		colored := runIn([]string{"CLICOLOR_FORCE=1"}, tt.stdin, tt.args...)
		assert.Contains(t, colored.stdout, "\x1b[", name)
		assert.Equal(t, plain.stdout, text.StripEscape(colored.stdout), name)
		none := runIn([]string{"CLICOLOR_FORCE=1", "NO_COLOR=1"}, tt.stdin, tt.args...)
		assert.Equal(t, plain.stdout, none.stdout, name)
	}
}

// TestTerminal runs the command on a pseudo terminal.
func TestTerminal(t *testing.T) {
	t.Parallel()
	script := testenv.Command(t, "script", "bsdutils")
	self, err := os.Executable()
	require.NoError(t, err)
	onTerminal := func(columns string, env ...string) string {
		cmd := exec.CommandContext(t.Context(), script, "-qec", "stty cols "+columns+"; '"+self+"' explain 403", "/dev/null")
		cmd.Env = append([]string{actAsCommand + "=1", "TERM=xterm", "PATH=" + os.Getenv("PATH")}, env...)
		out, err := cmd.Output()
		require.NoError(t, err)
		return strings.ReplaceAll(string(out), "\r\n", "\n")
	}
	assert.Contains(t, onTerminal("100"), "\x1b[", "colours on a terminal")
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		assert.NotContains(t, onTerminal("100", env), "\x1b[", env)
	}
	for _, columns := range []string{"40", "60", "100"} {
		assert.Equal(t, runIn([]string{"COLUMNS=" + columns}, "", "explain", "403").stdout, text.StripEscape(onTerminal(columns)))
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
	for code, meaning := range map[int]string{cli.ExitOK: "success", cli.ExitFailed: "check", cli.ExitUsage: "command line", cli.ExitInput: "input", cli.ExitInterrupted: "Ctrl-C"} {
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
		"explain": {"explain"}, "explain --json": {"explain", "--json"}, "explain a vendor": {"explain", "aws"},
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
	decisions := got["decisions"].([]any)
	require.Len(t, decisions, 2)
	assert.Equal(t, map[string]any{
		"action": "retry", "wait_ms": 30000.0, "idempotent": true, "can_retry": true, "safe_to_repeat": true,
		"text": "Retry in 30 seconds, as the service asks. Nothing was done.",
	}, decisions[0])
	for _, reason := range got["why"].([]any) {
		assert.Len(t, reason, 4)
		for _, name := range []string{"about", "decided", "because", "source"} {
			assert.NotEmpty(t, reason.(map[string]any)[name])
		}
	}
	assert.Len(t, got, 7)

	one := object(t, run("HTTP/1.1 500 x\n\n", "classify", "--json", "--method", "post").stdout)
	require.Len(t, one["decisions"], 1)
	assert.Equal(t, "check_before_retrying", one["decisions"].([]any)[0].(map[string]any)["action"])

	success := object(t, run(created, "classify", "--json").stdout)
	assert.Equal(t, map[string]any{
		"outcome": "success", "payload": map[string]any{"success": true, "error": nil},
		"report": nil, "decisions": []any{}, "why": []any{}, "notes": []any{}, "disclosed": nil,
	}, success)
}

// refusedReport is a stored report of a service that refused a column and a number.
const refusedReport = `{"kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","refusal":{"message":"invalid request","findings":[
	{"rule":"not_found","word":"emial","names":["email_address"],"line":1,"column":8},
	{"rule":"too_large","fields":["body.limit"],"value":"900","limit":"100"}]}}`

// With the call, the command shows the corrections that the model gets, and what is
// withheld.
func TestClassifyForACall(t *testing.T) {
	dir := t.TempDir()
	arguments, schema := filepath.Join(dir, "args.json"), filepath.Join(dir, "schema.json")
	require.NoError(t, os.WriteFile(arguments, []byte(`{"query":"SELECT emial FROM users","limit":900}`), 0o600))
	require.NoError(t, os.WriteFile(schema, []byte(`{"properties":{"limit":{"type":"integer"},"query":{"type":"string"}}}`), 0o600))
	call := []string{"classify", "--arguments", arguments, "--schema", schema}
	const limit, column = "/limit must be at most 100", `/query names "emial", which does not exist`
	tests := map[string]struct {
		args  []string
		parts []string
	}{
		"known": {call, []string{
			"What the model is told to fix " + limit, column + " (line 1, column 8)",
			`What the service refused not_found {"rule": "not_found", "word": "emial", "names": ["email_address"], "line": 1, "column": 8} too_large {"rule": "too_large", "fields": ["body.limit"], "value": "900", "limit": "100"}`,
			`What is withheld from the model "email_address": it is not a word of the call "invalid request": it is the service's sentence`,
		}},
		"names": {append(call, "--disclosure", "names"), []string{column + `; did you mean "email_address"? (line 1, column 8)`, `withheld from the model "invalid request"`}},
		"text":  {append(call, "--disclosure", "text"), []string{`"upstream_message": "invalid request"`, "What is withheld from the model nothing"}},
		"no call": {[]string{"classify"}, []string{
			"What the model is told to fix nothing: the call is not known; pass --arguments and --schema", `"body.limit": it names no place of the call`,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := run(refusedReport, tt.args...)
			require.Equal(t, cli.ExitOK, got.code, got.stderr)
			for _, part := range tt.parts {
				assert.Contains(t, flat(got.stdout), part)
			}
		})
	}
	disclosed := object(t, run(refusedReport, append(call, "--json")...).stdout)["disclosed"].(map[string]any)
	assert.ElementsMatch(t, []string{"problems", "findings", "withheld"}, slices.Collect(maps.Keys(disclosed)))
	assert.Equal(t, map[string]any{"path": "/limit", "problem": "must be at most 100", "resolved": true}, disclosed["problems"].([]any)[0])
	assert.Equal(t, map[string]any{"text": "email_address", "because": "it is not a word of the call"}, disclosed["withheld"].([]any)[0])
}

// among runs the command with the vendors' adapters.
func among(stdin string, args ...string) result {
	var stdout, stderr bytes.Buffer
	all := []adapter.Adapter{slackadapter.Adapter{}, githubadapter.Adapter{}, httpadapter.Adapter{}}
	code := cli.RunAmong(all, args, strings.NewReader(stdin), &stdout, &stderr, nil)
	return result{code, stdout.String(), stderr.String()}
}

func TestVendors(t *testing.T) {
	const refused = "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"missing_scope\"}"
	got := among("", "explain", "slack:missing_scope")
	assert.Equal(t, cli.ExitOK, got.code, got.stderr)
	for _, part := range []string{
		"slack:missing_scope (a vendor's code)", `"vendor_code": "missing_scope"`, `"hint": "The app lacks a scope.`,
		"program Do not retry: a person must act first.", "class upstream guidance none effect none",
		"source Slack Web API",
	} {
		assert.Contains(t, flat(got.stdout), part)
	}
	listed := flat(among("", "explain", "slack").stdout)
	assert.Contains(t, listed, "_slack (a service)")
	assert.Contains(t, listed, "UPSTREAM_RUNTIME_NOT_FOUND, can_retry false: channel_not_found, ")
	assert.Contains(t, flat(among("", "explain").stdout), "github "+toolerr.Int(len(spec.Of(githubadapter.Adapter{}).Table().Rows())).String()+" GitHub")

	var entries []map[string]any
	require.NoError(t, json.Unmarshal([]byte(among("", "explain", "--json", "slack:missing_scope").stdout), &entries))
	require.Len(t, entries, 1)
	assert.Equal(t, "_slack", entries[0]["service"])

	got = among(refused, "classify", "--json")
	assert.Equal(t, cli.ExitOK, got.code, got.stderr)
	classified := object(t, got.stdout)
	assert.Equal(t, "failure", classified["outcome"])
	assert.Equal(t, "missing_scope", classified["payload"].(map[string]any)["vendor_code"])
	first := classified["why"].([]any)[0].(map[string]any)
	assert.Equal(t, map[string]any{
		"about": "service", "decided": "_slack", "source": "the adapter _slack",
		"because": "the response has the header X-Slack-Req-Id",
	}, first)
	assert.Equal(t, "success", object(t, among(refused, "classify", "--json", "--service", "http").stdout)["outcome"], "the status alone")
	assert.Contains(t, flat(among(refused, "classify").stdout), "What the developer sees message Slack reports a failure in a response with status 200")
}

// If the method is known, one decision is for it.
func TestClassifyNamesTheRequest(t *testing.T) {
	for _, method := range []string{"GET", "POST"} {
		got := run(limited, "classify", "--method", strings.ToLower(method))
		assert.Contains(t, got.stdout, "  this "+method+" ")
		assert.NotContains(t, got.stdout, "otherwise")
		assert.NotContains(t, got.stdout, "if read-only")
	}
	got := run("HTTP/1.1 503 x\n\n", "classify")
	assert.Contains(t, got.stdout, "  if read-only ")
	assert.Contains(t, got.stdout, "  otherwise ")
}

// The usage line of a command and its flags agree.
func TestHelpHasEveryFlag(t *testing.T) {
	usage, flags, _ := strings.Cut(run("", "help", "matrix").stdout, "\n\n")
	_, classify, _ := strings.Cut(flat(run("", "help", "classify").stdout), "usage: ")
	for _, flag := range []string{"[--arguments FILE]", "[--schema FILE]", "[--disclosure WORD]", "[--service SLUG]", "[--method METHOD]", "[--url URL]", "[--json]"} {
		assert.Contains(t, classify, flag)
	}
	for _, flag := range []string{"--adapter SLUG", "--client NAME", "--fault GLOB", "--format FORMAT", "-o FILE", "--html FILE", "--markdown FILE", "--json FILE"} {
		assert.Contains(t, strings.Join(strings.Fields(usage), " "), "["+flag+"]")
		assert.Contains(t, flags, "\n  "+flag+" ")
	}
}

// On any narrow screen, a kind can be copied.
func TestKindsAreNotWrapped(t *testing.T) {
	for _, columns := range []string{"40", "60", "80"} {
		out := runIn([]string{"COLUMNS=" + columns}, "", "explain").stdout
		for _, k := range toolerr.Kinds() {
			assert.Regexp(t, `(^|\s)`+string(k)+`(\s|$)`, out)
		}
		assert.Regexp(t, `UPSTREAM_RUNTIME_VALIDATION_ERROR(\s+retry)?\s+no(\s+status)?\s+422\n`, out)
		assert.NotRegexp(t, `\n  status\n`, out, "an empty cell")
	}
}

// TestClassifyExplainsItsVerdict checks the text for people.
func TestClassifyExplainsItsVerdict(t *testing.T) {
	out := flat(run("HTTP/1.1 302 Found\nLocation: /b\n\n"+limited, "classify").stdout)
	at := 0
	for _, part := range []string{
		"A response with status 429 (HTTP/2)", "It is the last of 2, from line 4 on; before it 302.",
		"What the agent is told", `"error": "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds."`,
		"What the developer sees", "slow down", "request id req-1",
		"What the program does", "guidance retry_with_backoff", "any tool Retry in 30 seconds",
		"Why", "kind UPSTREAM_RUNTIME_RATE_LIMIT status 429 [RFC 6585 section 4]", "wait 30 seconds Retry-After: 30 [RFC 9110 section 10.2.3]",
	} {
		i := strings.Index(out[at:], part)
		require.GreaterOrEqual(t, i, 0, "%q is not in its place in %s", part, out)
		at += i + len(part)
	}
	agent, _, _ := strings.Cut(out, "What the developer sees")
	assert.NotContains(t, agent, "slow down")
	assert.Contains(t, flat(run("HTTP/1.1 404 x\n\n", "classify").stdout), "any tool Do not retry")
}

// A response may contain control characters.
func TestClassifyDoesNotSteerTheTerminal(t *testing.T) {
	const hostile = "HTTP/1.1 429 x\nRetry-After: 1\x1b]0;owned\x07\nX-Request-Id: \x1b[2J\n\n\x1b[31mred\u202e\r\n"
	for _, env := range [][]string{nil, {"CLICOLOR_FORCE=1"}} {
		got := runIn(env, hostile, "classify")
		require.Equal(t, cli.ExitOK, got.code)
		for _, r := range text.StripEscape(got.stdout) {
			assert.NotContains(t, []rune{'\x07', '\u202e', '\r'}, r)
		}
		assert.NotContains(t, got.stdout, "\x1b[2J")
		assert.NotContains(t, got.stdout, "\x1b]0")
	}
	assert.NotContains(t, run("\x1b[2J", "classify").stderr, "\x1b")
}

func TestExplainJSON(t *testing.T) {
	var entries []map[string]any
	require.NoError(t, json.Unmarshal([]byte(run("", "explain", "--json", "429").stdout), &entries))
	require.Len(t, entries, 1)
	assert.Equal(t, "429", entries[0]["word"])
	require.NoError(t, json.Unmarshal([]byte(run("", "explain", "--json").stdout), &entries))
	assert.GreaterOrEqual(t, len(entries), len(toolerr.Kinds()))
}

// The demo fits on one screen, and begins with what a model reads without errand and with
// it.
func TestDemo(t *testing.T) {
	t.Parallel()
	got := run("", "demo")
	require.Equal(t, cli.ExitOK, got.code, got.stderr)
	assert.LessOrEqual(t, strings.Count(got.stdout, "\n"), 60)
	first, rest, _ := strings.Cut(got.stdout, "\n")
	assert.Regexp(t, `err\.Error\(\).*WITH ERRAND`, first)
	at := 0
	out := flat(rest)
	for _, part := range []string{"search_docs", "✗ leaks", "open_ticket", "refund_order", "read_stock", "courier_price", "✗ the program ends here", "Why", "RFC 6585", "Retry in 7 seconds", "Next:"} {
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

// TestTheDemosCheckCanFail runs the demo with an adapter that leaks, and without one.
func TestTheDemosCheckCanFail(t *testing.T) {
	for want, all := range map[string][]adapter.Adapter{
		"CHECK FAILED the model was told":                                {leaky{}},
		"CHECK FAILED the right answer is UPSTREAM_RUNTIME_RATE_LIMIT, ": {},
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
		spaced := strings.ReplaceAll(cli.Spaced([]byte(raw)), "\u00A0", " ")
		assert.JSONEq(t, raw, spaced)
		assert.NotContains(t, spaced, "\n")
	}
	assert.Equal(t, "no JSON", cli.Spaced([]byte("no JSON")))
}

// FuzzClassify runs the command with any input.
func FuzzClassify(f *testing.F) {
	f.Add(limited, "https://api.example.com/", "GET")
	f.Add(created, "", "")
	f.Add(`{"kind":"UPSTREAM_RUNTIME_RATE_LIMIT","retry_after_ms":1,"problems":[{"path":"/a","problem":"b"}]}`, "x", "POST")
	f.Add("HTTP/1.1 403 x\nRateLimit: \"a\";r=0;t=99999999999\nWWW-Authenticate: Bearer error=\"x\n\n<Error><Code>", "", "-")
	f.Fuzz(func(t *testing.T, in, url, method string) {
		for _, args := range [][]string{
			{"classify", "--url", url, "--method", method}, {"classify", "--json", "--service", "_http"},
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
