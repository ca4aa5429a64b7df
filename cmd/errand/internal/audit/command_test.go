package audit_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
	"github.com/errand-go/errand/cmd/errand/internal/cli"
)

// flat reverses the wrapping.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// auditOf audits the flawed server in this process.
func auditOf(t *testing.T, flaw string, flags ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Run(append(append([]string{"audit"}, flags...), "--", "env", flawVariable+"="+flaw, os.Args[0]), nil, &out, &errs, nil)
	return code, out.String(), errs.String()
}

func TestAudit(t *testing.T) {
	dir := t.TempDir()
	file, html := filepath.Join(dir, "a.json"), filepath.Join(dir, "a.html")
	code, stdout, stderr := auditOf(t, audit.Credential, "--faults", "status-404,503-delta", "--json", file, "--html", html, "--fail-on", "credential,hang")
	require.Equal(t, cli.ExitFailed, code, stderr)
	assert.Contains(t, stdout, "flawed 1: ")
	assert.Regexp(t, `(?m)^credential +6 .*create_item under\s+status-404`, stdout)
	assert.Regexp(t, `(?m)^hang +0 `, stdout)
	assert.Contains(t, flat(stdout), "no call reached an upstream (--html has their answers; --calls gives them arguments): count_letters")
	assert.Contains(t, stdout, "items.example.com")
	assert.Contains(t, stderr, "100 % of")
	assert.Contains(t, stderr, "--fail-on credential: 6")
	page, err := os.ReadFile(html)
	require.NoError(t, err)
	assert.Contains(t, string(page), `id="status-404:create_item"`)

	code, stdout, stderr = auditOf(t, audit.Credential, "--faults", "status-404,503-delta", "--baseline", file, "--fail-on", "credential")
	assert.Equal(t, cli.ExitOK, code, "nothing is worse than the baseline: %s", stderr)
	assert.NotContains(t, stderr, "errand:")
	assert.Contains(t, stdout, "0 flaws gone, 0 new")

	code, stdout, _ = auditOf(t, audit.Wait, "--faults", "status-404,503-delta", "--baseline", file, "--fail-on", "wait")
	assert.Equal(t, cli.ExitFailed, code)
	assert.Contains(t, stdout, "6 flaws gone, 2 new")
	assert.Regexp(t, `(?m)^wait +0 of 2 +2 of 2 +0 +2 +create_item under 503-delta`, stdout)
}

func TestAuditUsage(t *testing.T) {
	for name, tt := range map[string]struct {
		args []string
		want int
		says string
	}{
		"nothing":         {nil, cli.ExitUsage, "what is to be audited"},
		"help":            {[]string{"-h"}, cli.ExitOK, "usage: errand audit"},
		"no such column":  {[]string{"--fail-on", "credenital", "--", "x"}, cli.ExitUsage, "no column is called"},
		"help's flags":    {[]string{"--help"}, cli.ExitOK, "--timeout duration how long a call may take (default: 5s)"},
		"no such flag":    {[]string{"--fial-on", "leak", "--", "x"}, cli.ExitUsage, "audit: flag provided but not defined: -fial-on"},
		"no duration":     {[]string{"--timeout", "x", "--", "x"}, cli.ExitUsage, "for flag -timeout"},
		"nearly a column": {[]string{"--fail-on", "hagn", "--", "x"}, cli.ExitUsage, "did you mean hang"},
		"no such fault":   {[]string{"--faults", "xyzzy", "--", "x"}, cli.ExitUsage, "no fault is called \"xyzzy\"; there are status-400, "},
		"nearly a fault":  {[]string{"--faults", "status-404,status-4O3", "--", "x"}, cli.ExitUsage, "--faults: no fault is called \"status-4O3\"; did you mean status-403"},
		"no folder":       {[]string{"--json", "/no/such/folder/a.json", "--", "x"}, cli.ExitUsage, "/no/such/folder/a.json cannot be written"},
		"a slow server":   {[]string{"--start-timeout", "50ms", "--", "sleep", "60"}, cli.ExitInput, "does not answer within 50ms (--start-timeout)"},
		"a short server":  {[]string{"--", "true"}, cli.ExitInput, "it ended without an answer"},
		"upstream":        {[]string{"--upstream", "x", "--", "x"}, cli.ExitUsage, "NAME=path"},
		"no time":         {[]string{"--timeout", "0s", "--", "x"}, cli.ExitUsage, "positive"},
		"no calls":        {[]string{"--calls", "/no/such/file", "--", "x"}, cli.ExitInput, "no such file"},
		"no baseline":     {[]string{"--baseline", "/no/such/file", "--", "x"}, cli.ExitInput, "no such file"},
		"no server":       {[]string{"--", "/no/such/server"}, cli.ExitInput, "does not start"},
		"not a server":    {[]string{"--", "sh", "-c", "echo missing token >&2; exit 1"}, cli.ExitInput, "missing token"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			assert.Equal(t, tt.want, cli.Run(append([]string{"audit"}, tt.args...), nil, &out, &errs, nil))
			assert.Contains(t, flat(out.String()+errs.String()), tt.says)
		})
	}
}

// The calls of a file replace those from the schemas.
func TestAuditOfCalls(t *testing.T) {
	dir := t.TempDir()
	file, report := filepath.Join(dir, "calls.json"), filepath.Join(dir, "report.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"tools":{"count_letters":{"skip":true},"create_item":{"arguments":{"title":"from the file"}}}}`), 0o600))
	code, _, stderr := auditOf(t, noFlaw, "--calls", file, "--faults", "status-404", "--json", report)
	require.Equal(t, cli.ExitOK, code, stderr)
	r, err := audit.Read(report)
	require.NoError(t, err)
	require.Len(t, r.Tools, 2)
	assert.Equal(t, map[string]any{"title": "from the file"}, r.Tools[0].Arguments)
}

// The command starts a server that uses HTTP, and audits it.
func TestAuditOverHTTP(t *testing.T) {
	report := filepath.Join(t.TempDir(), "report.json")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	var out, errs bytes.Buffer
	code := cli.Run([]string{
		"audit", "--url", "http://" + address + "/mcp", "--faults", "status-404,silent", "--json", report, "--",
		"env", flawVariable + "=" + audit.Injection, listen + "=" + address, os.Args[0],
	}, nil, &out, &errs, nil)
	require.Equal(t, cli.ExitOK, code, errs.String())
	r, err := audit.Read(report)
	require.NoError(t, err)
	totals := r.Totals()
	assert.Positive(t, totals[audit.Injection].Flaws)
	assert.Zero(t, totals[audit.Credential].Flaws+totals[audit.Hang].Flaws+totals[audit.Death].Flaws, "%v", totals)
	_, err = (&http.Client{Transport: &http.Transport{}}).Get("http://" + address)
	require.Error(t, err, "the server is gone")
}

// Ctrl-C ends the audit, and all processes that it started.
func TestAuditIsInterrupted(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "audit", "--faults", "silent", "--timeout", "1m", "--", "env", flawVariable+"=hang", grandchild+"=1", os.Args[0])
	cmd.Env = append(os.Environ(), asCommand+"=1")
	// The pipe is open as long as one of the processes lives.
	alive, theirs, err := os.Pipe()
	require.NoError(t, err)
	cmd.ExtraFiles = []*os.File{theirs}
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.NoError(t, theirs.Close())
	lines := bufio.NewScanner(stderr)
	require.True(t, lines.Scan(), "progress")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	var said strings.Builder
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
	}
	_ = cmd.Wait()
	assert.Equal(t, cli.ExitInput, cmd.ProcessState.ExitCode(), said.String())
	assert.Contains(t, said.String(), "interrupt")
	require.NoError(t, alive.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err = alive.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "a process has the other end still")
}
