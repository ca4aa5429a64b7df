package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

// program is the built program.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "live")
		if err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		program = filepath.Join(dir, "live")
		if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

const dummyKey = "sk-dummy-0000000000000000000000000000000000000000"

// output is the output of the program.
type output struct {
	stdout, stderr string
	code           int
}

// live runs the program with only a key in its environment.
func live(t *testing.T, d dialect, args ...string) output {
	t.Helper()
	return execute(t, []string{d.key + "=" + dummyKey}, args...)
}

func execute(t *testing.T, env []string, args ...string) output {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		_, ended := errors.AsType[*exec.ExitError](err)
		require.True(t, ended, "%v", err)
	}
	return output{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// script returns the calls of the scripted model.
func script() [][]call {
	return [][]call{
		{{"c1", "list_orders", `{}`}, {"c2", "get_customer", `{"id":7}`}, {"c3", "get_stock", `{"number":"P-100"}`}, {"c4", "get_rate", `{"from":"EUR","to":"USD"}`}},
		{{"c5", "refund_order", `{"id":12}`}},
	}
}

// With a key in the environment, each provider gets requests in its own format, with the
// results of the tools.
func TestToTheWire(t *testing.T) {
	for _, d := range dialects {
		for _, stream := range []string{"", "--stream"} {
			t.Run(strings.TrimSpace(d.provider+" "+stream), func(t *testing.T) {
				t.Parallel()
				s := newService(t, d, script()...)
				args := []string{"--model", d.provider + ":a-model", "--base-url", s.URL, "--ask", "What is new?"}
				if stream != "" {
					args = append(args, stream)
				}
				got := live(t, d, args...)
				require.Equal(t, exitOK, got.code, "%s\n%s", got.stdout, got.stderr)

				requests := s.requests()
				require.Len(t, requests, 3)
				assert.Equal(t, dummyKey, d.sent(s.header))
				assert.Contains(t, strings.Join(s.paths, " ")+requests[0], "a-model")
				assert.Contains(t, requests[0], "What is new?")
				assert.Contains(t, requests[0], "the number of the part", "the tools are declared")
				for i, request := range requests {
					assert.Empty(t, faults.Planted().Find(request), "request %d", i)
					assert.NotContains(t, request, dummyKey)
				}
				plain := strings.ReplaceAll(requests[2], `\"`, `"`)
				for _, word := range []string{
					`12,14,15`, // the loop got it by a retry
					`UPSTREAM_RUNTIME_NOT_FOUND`, `TOOL_RUNTIME_FATAL`, `UPSTREAM_RUNTIME_RATE_LIMIT`, `The service asks for more time than this run has left.`,
					`NETWORK_TRANSPORT_RUNTIME_TIMEOUT`, `"effect":"unknown"`,
				} {
					assert.Contains(t, plain, word)
				}
				assert.Contains(t, requests[1], d.failed)

				assert.Contains(t, got.stdout, "model: "+finalText)
				assert.Contains(t, got.stdout, "call get_stock")
				assert.Contains(t, got.stdout, "the loop ran the tool 2 times")
				assert.Contains(t, got.stdout, "4 results reported a failed call.")
				assert.Contains(t, got.stdout, "No text of the services' errors reached the model.")
				assert.NotContains(t, got.stdout+got.stderr, dummyKey)
				assert.Empty(t, got.stderr)
			})
		}
	}
}

// They end the run with advice.
func TestProvidersThatRefuse(t *testing.T) {
	for _, d := range dialects {
		t.Run(d.provider, func(t *testing.T) {
			t.Parallel()
			s := newService(t, d)
			s.refuse = &d.refused
			got := live(t, d, "--model", d.provider+":a-model", "--base-url", s.URL)
			assert.Equal(t, exitFailed, got.code)
			assert.Contains(t, got.stdout, "The run failed: The model's provider refused the credentials.")
			assert.Contains(t, got.stdout, "kind:     provider_auth, UPSTREAM_RUNTIME_AUTH_ERROR")
			assert.Len(t, s.requests(), 1, "it is not called again")
			assert.NotContains(t, got.stdout+got.stderr, dummyKey)
		})
	}
}

// The run ends with its timeout.
func TestAProviderThatDoesNotAnswer(t *testing.T) {
	for _, d := range dialects {
		t.Run(d.provider, func(t *testing.T) {
			t.Parallel()
			s := newService(t, d)
			s.Config.Handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // the server detects a closed connection only after the body
				<-r.Context().Done()
			})
			got := live(t, d, "--model", d.provider+":a-model", "--base-url", s.URL, "--timeout", "300ms")
			assert.Equal(t, exitFailed, got.code)
			assert.Contains(t, got.stdout, "CANCELLED: ")
		})
	}
}

func TestUsage(t *testing.T) {
	tests := map[string]struct {
		args []string
		code int
		says string
	}{
		"nothing":             {nil, exitUsage, "--model"},
		"help":                {[]string{"--help"}, exitOK, "-ask string"},
		"an unknown flag":     {[]string{"--nonesuch"}, exitUsage, "nonesuch"},
		"an argument":         {[]string{"--model", "openai:m", "more"}, exitUsage, "no arguments"},
		"no provider":         {[]string{"--model", "gpt"}, exitUsage, "openai:NAME"},
		"an unknown provider": {[]string{"--model", "acme:m"}, exitUsage, "openai:NAME"},
		"no name":             {[]string{"--model", "openai:"}, exitUsage, "openai:NAME"},
		"no OpenAI key":       {[]string{"--model", "openai:m"}, exitUsage, "OPENAI_API_KEY is not set"},
		"no other key":        {[]string{"--model", "anthropic:m"}, exitUsage, "ANTHROPIC_API_KEY is not set"},
		"an invalid duration": {[]string{"--model", "openai:m", "--timeout", "x"}, exitUsage, "timeout"},
		"no Gemini key":       {[]string{"--model", "gemini:m"}, exitUsage, "GEMINI_API_KEY or GOOGLE_API_KEY is not set"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := execute(t, nil, tt.args...)
			assert.Equal(t, tt.code, got.code)
			assert.Contains(t, got.stderr, tt.says)
			assert.Empty(t, got.stdout)
		})
	}
}

// A local server needs no key.
func TestNoKeyNeeded(t *testing.T) {
	for _, d := range dialects {
		s := newService(t, d)
		got := execute(t, nil, "--model", d.provider+":a-model", "--base-url", s.URL)
		assert.Equal(t, exitOK, got.code, got.stdout+got.stderr)
		assert.Equal(t, "none", d.sent(s.header))
	}
}
