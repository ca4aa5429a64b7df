package matrix_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
	"github.com/errand-go/errand/toolerr"
)

// deaf is an adapter that recognises nothing.
type deaf struct{}

func (deaf) Slug() string                                 { return "_deaf" }
func (deaf) FromError(error) *toolerr.ToolRuntimeError    { return nil }
func get(ctx context.Context, t conformance.Target) error { return fetch(ctx, t, t.Client) }
func fetch(ctx context.Context, t conformance.Target, client *http.Client) error {
	req, err := t.Request(ctx)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return httpadapter.CheckResponse(resp)
}

// suites returns three clients: two of a family, and one with a wrong adapter.
func suites() []conformance.Suite {
	return []conformance.Suite{
		{Adapter: httpadapter.Adapter{}, Client: "acme/one", Call: get},
		{Adapter: httpadapter.Adapter{}, Client: "acme/two", Call: get, Only: func(fault string) bool { return strings.HasPrefix(fault, "status-") }},
		{Adapter: deaf{}, Client: "other", Call: get},
	}
}

func TestJobFilters(t *testing.T) {
	tests := []struct {
		name    string
		job     matrix.Job
		clients []string
		faults  []string
	}{
		{"a fault", matrix.Job{Fault: "status-404"}, []string{"acme/one", "acme/two", "other"}, []string{"status-404"}},
		{"faults that one client does not have", matrix.Job{Fault: "conn-refused"}, []string{"acme/one", "other"}, []string{"conn-refused"}},
		{"a pattern", matrix.Job{Fault: "status-*04"}, []string{"acme/one", "acme/two", "other"}, []string{"status-304", "status-404", "status-504"}},
		{"a list", matrix.Job{Fault: "status-404, conn-refused", Client: "acme/one"}, []string{"acme/one"}, []string{"status-404", "conn-refused"}},
		{"a family", matrix.Job{Fault: "status-404", Client: "acme"}, []string{"acme/one", "acme/two"}, []string{"status-404"}},
		{"a client by pattern", matrix.Job{Fault: "status-404", Client: "*/two"}, []string{"acme/two"}, []string{"status-404"}},
		{"an adapter", matrix.Job{Fault: "status-404", Adapter: "_http"}, []string{"acme/one", "acme/two"}, []string{"status-404"}},
		{"an adapter without its underscore", matrix.Job{Fault: "status-404", Adapter: "deaf"}, []string{"other"}, []string{"status-404"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.job.Suites = suites()
			var out, progress bytes.Buffer
			m, err := tt.job.Run(t.Context(), &out, &progress)
			require.NoError(t, err)
			var clients, names []string
			for _, r := range m.Reports {
				clients = append(clients, r.Client)
				assert.Contains(t, progress.String(), r.Client)
			}
			for _, row := range m.Rows() {
				names = append(names, row.Fault.Name)
			}
			assert.Equal(t, tt.clients, clients)
			assert.Equal(t, tt.faults, names)
			assert.Contains(t, out.String(), tt.faults[0])
			assert.Equal(t, len(tt.clients)+1, strings.Count(progress.String(), "\n"), "a line for each client, and one for all")
		})
	}
}

func TestJobThatCannotRun(t *testing.T) {
	tests := []struct {
		name string
		job  matrix.Job
		want string
	}{
		{"no such client", matrix.Job{Client: "nobody"}, "there are acme/one, acme/two, other"},
		{"no such adapter", matrix.Job{Adapter: "_nobody"}, "there are _deaf, _http"},
		{"no such fault", matrix.Job{Fault: "no-such-*"}, "the faults are 403-*, 429-*, "},
		{"a pattern misspelt", matrix.Job{Fault: "tls-*,dsn-*"}, "no fault fits \"dsn-*\"; did you mean dns-*, "},
		{"a client's pattern", matrix.Job{Client: "xyzzy*"}, "no client fits \"xyzzy*\"; there are "},
		{"a fault misspelt", matrix.Job{Fault: "429-detla"}, "no fault is called \"429-detla\"; did you mean 429-delta"},
		{"a fault misspelt among others", matrix.Job{Fault: "status-404, conn-refusd"}, "did you mean conn-refused?"},
		{"a client misspelt", matrix.Job{Client: "acme/tow"}, "did you mean acme/two"},
		{"an adapter misspelt", matrix.Job{Adapter: "htp"}, "did you mean _http?"},
		{"no such format", matrix.Job{Format: "pdf"}, "text, markdown, json, html"},
		{"a format misspelt", matrix.Job{Format: "markdwon"}, "did you mean markdown?"},
		{"a file of another kind", matrix.Job{Output: "m.pdf"}, "text, markdown, json, html"},
		{"a part of a client's name", matrix.Job{Client: "acm"}, "did you mean acme/one, acme/two?"},
		{"filters that exclude each other", matrix.Job{Client: "acme/two", Fault: "conn-refused"}, "leave nothing together"},
		{"two formats in one place", matrix.Job{HTML: "-", JSON: "-"}, "the standard output"},
		{"two formats in one file", matrix.Job{HTML: "x", Output: "./x"}, "two formats go to x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.job.Suites = suites()
			var out bytes.Buffer
			_, err := tt.job.Run(t.Context(), &out, io.Discard)
			require.ErrorIs(t, err, matrix.ErrUsage)
			assert.ErrorContains(t, err, tt.want)
			assert.Empty(t, out.String())
		})
	}
}

func TestJobOutput(t *testing.T) {
	dir := t.TempDir()
	tests := []struct{ file, format, begins string }{
		{"m.txt", "", "title"},
		{"m.md", "", "# title"},
		{"m.json", "", "{"},
		{"m.html", "", "<!doctype html>"},
		{"odd", "html", "<!doctype html>"},
		{"m.html", "markdown", "# title"},
	}
	for _, tt := range tests {
		t.Run(tt.file+tt.format, func(t *testing.T) {
			var out bytes.Buffer
			job := matrix.Job{Title: "title", Suites: suites(), Client: "acme/one", Fault: "status-40*", Format: tt.format, Output: filepath.Join(dir, tt.file)}
			_, err := job.Run(t.Context(), &out, io.Discard)
			require.NoError(t, err)
			assert.Empty(t, out.String())
			written, err := os.ReadFile(job.Output)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(string(written), tt.begins), "%.40s", written)
		})
	}
}

// One run writes several files in different formats.
func TestJobWritesSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	var out, progress bytes.Buffer
	job := matrix.Job{
		Title: "title", Suites: suites(), Client: "acme/one", Fault: "status-404",
		HTML: filepath.Join(dir, "page"), Markdown: filepath.Join(dir, "table"), JSON: "-",
	}
	_, err := job.Run(t.Context(), &out, &progress)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(out.String(), "{\n"), "JSON alone, without the text")
	for file, begins := range map[string]string{job.HTML: "<!doctype html>", job.Markdown: "# title"} {
		written, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(written), begins), "%.40s", written)
		assert.Contains(t, progress.String(), file+": ")
	}
}

// Run reports an unwritable output before it runs a client.
func TestJobThatCannotWrite(t *testing.T) {
	dir := t.TempDir()
	s := suites()[0]
	s.Call = func(context.Context, conformance.Target) error {
		t.Error("a client was run")
		return nil
	}
	_, err := matrix.Job{Suites: []conformance.Suite{s}, Output: filepath.Join(dir, "no", "such", "folder.md")}.Run(t.Context(), io.Discard, io.Discard)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = matrix.Job{Suites: []conformance.Suite{s}, HTML: dir}.Run(t.Context(), io.Discard, io.Discard)
	assert.ErrorContains(t, err, "is a folder")
}

// Only the text on the standard output has colours, and only its marks.
func TestJobPaints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.txt")
	for _, output := range []string{"", file} {
		var out bytes.Buffer
		job := matrix.Job{
			Suites: suites(), Fault: "status-404,status-410", Output: output,
			Paint: func(o conformance.Verdict, mark string) string { return "[" + string(o) + mark + "]" },
		}
		_, err := job.Run(t.Context(), &out, io.Discard)
		require.NoError(t, err)
		if output == "" {
			assert.Contains(t, out.String(), " [passed✓] [passed✓] [failed✗]\n")
			continue
		}
		written, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Contains(t, string(written), " ✓ ✓ ✗\n")
	}
}

// Paragraphs on the standard output have its width, and a matrix of five clients fits 40
// columns.
func TestJobWraps(t *testing.T) {
	job := matrix.Job{
		Title: "title", Suites: append(suites(), suites()[0], suites()[0]), Fault: "429-reset-rfc3339-clock-ahead,url-empty",
		Wrap: func(label, paragraph string) string { return label + "{" + paragraph + "}" },
	}
	for i := range job.Suites {
		job.Suites[i].Client = strconv.Itoa(i)
	}
	var out bytes.Buffer
	_, err := job.Run(t.Context(), &out, io.Discard)
	require.NoError(t, err)
	assert.Contains(t, out.String(), "{title}\n")
	assert.Contains(t, out.String(), "\n{requests and clients that cannot be built}\n")
	table, _, ok := strings.Cut(out.String(), "\n{"+matrix.Legend)
	require.True(t, ok)
	for line := range strings.Lines(table) {
		if !strings.Contains(line, "{") {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 40, line)
		}
	}
	out.Reset()
	job.Fault = "url-empty"
	_, err = job.Run(t.Context(), &out, io.Discard)
	require.NoError(t, err)
	assert.Contains(t, out.String(), "\n  agent      {{\"success\":false,")
	out.Reset()
	job.Fault = "status-500"
	_, err = job.Run(t.Context(), &out, io.Discard)
	require.NoError(t, err)
	assert.Contains(t, out.String(), "can retry, effect unknown (or none for a GET)", "which the answers below it have")
}

func TestJobOfSuitesThatAreWrong(t *testing.T) {
	twice := append(suites(), suites()[0])
	_, err := matrix.Job{Suites: twice, Fault: "status-404"}.Run(t.Context(), io.Discard, io.Discard)
	require.ErrorContains(t, err, `"acme/one"`)
	_, err = matrix.Job{Suites: []conformance.Suite{{Client: "acme/none"}}, Fault: "status-404"}.Run(t.Context(), io.Discard, io.Discard)
	require.ErrorContains(t, err, "acme/none")
	_, err = matrix.Job{}.Run(t.Context(), io.Discard, io.Discard)
	assert.ErrorIs(t, err, matrix.ErrUsage)
}

// Results before an interruption are printed, and the file of an earlier run is kept.
func TestJobStops(t *testing.T) {
	why := errors.New("the person pressed a key")
	file := filepath.Join(t.TempDir(), "m.json")
	for name, tt := range map[string]struct {
		client int // index of the client during which the context ends; -1: before
		job    matrix.Job
		begins string
		where  string
	}{
		"at once":        {-1, matrix.Job{}, "", "0 of 3 clients are done"},
		"in the first":   {0, matrix.Job{}, "", "0 of 3 clients are done"},
		"in the second":  {1, matrix.Job{}, "title\n\n1  acme/one\n", "1 of 3 clients are done"},
		"with a file":    {2, matrix.Job{JSON: file}, "title\n\n1  acme/one\n2  acme/two\n", "2 of 3 clients are done"},
		"in that format": {1, matrix.Job{JSON: "-", HTML: file}, "{\n", "1 of 3 clients are done"},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte("whole"), 0o600))
			ctx, cancel := context.WithCancelCause(t.Context())
			tt.job.Title, tt.job.Suites, tt.job.Fault = "title", suites(), "status-404,status-410"
			if tt.client < 0 {
				cancel(why)
			} else {
				tt.job.Suites[tt.client].Call = func(ctx context.Context, t conformance.Target) error {
					cancel(why)
					return get(ctx, t)
				}
			}
			var out, progress bytes.Buffer
			m, err := tt.job.Run(ctx, &out, &progress)
			require.ErrorIs(t, err, matrix.ErrInterrupted)
			assert.Regexp(t, `\n +all +\d+ right`, progress.String())
			require.ErrorIs(t, err, why)
			assert.ErrorContains(t, err, tt.where)
			assert.Len(t, m.Reports, max(tt.client, 0))
			assert.True(t, strings.HasPrefix(out.String(), tt.begins), out.String())
			assert.Equal(t, tt.begins == "", out.Len() == 0)
			kept, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, "whole", string(kept))
		})
	}
}

func TestJobFlags(t *testing.T) {
	var job matrix.Job
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	job.Flags(flags)
	require.NoError(t, flags.Parse([]string{
		"--format", "json", "-o", "x", "--html", "h", "--markdown", "m", "--json", "j", "--adapter", "a", "--client", "c", "--fault", "f",
	}))
	assert.Equal(t, matrix.Job{Format: "json", Output: "x", HTML: "h", Markdown: "m", JSON: "j", Adapter: "a", Client: "c", Fault: "f"}, job)
}

func TestProgram(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{"right", []string{"--client", "acme", "--fault", "status-404"}, matrix.ExitRight, "✓ acme/one", "acme/two"},
		{"wrong", []string{"--client", "other", "--fault", "status-404"}, matrix.ExitWrong, "other: fault/status-404", "1 WRONG"},
		{"help", []string{"-h"}, matrix.ExitRight, "", "  -adapter SLUG\n"},
		{"no such flag", []string{"--x"}, matrix.ExitUsage, "", "-x"},
		{"an argument", []string{"status-404"}, matrix.ExitUsage, "", "status-404"},
		{"nothing left", []string{"--client", "x"}, matrix.ExitUsage, "", "there are acme/one, acme/two, other"},
		{"nowhere to write", []string{"--fault", "status-404", "-o", "/no/such/folder/x.md"}, matrix.ExitWrong, "", "no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			code := matrix.Main(t.Context(), "Acme", suites(), tt.args, &stdout, &stderr)
			assert.Equal(t, tt.code, code, stderr.String())
			assert.Contains(t, stdout.String(), tt.stdout)
			assert.Contains(t, stderr.String(), tt.stderr)
		})
	}
}

// The exit status is the one that a shell expects after Ctrl-C.
func TestProgramInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr bytes.Buffer
	assert.Equal(t, matrix.ExitInterrupted, matrix.Main(ctx, "Acme", suites(), nil, io.Discard, &stderr))
	assert.Contains(t, stderr.String(), "interrupted: 0 of 3 clients are done")
}

// A suite's own skips and limits also apply with a filter.
func TestFiltersKeepSkips(t *testing.T) {
	s := suites()[1]
	s.Skip = map[string]string{"fault/status-404": "for a reason"}
	m, err := matrix.Job{Suites: []conformance.Suite{s}, Fault: "status-40*"}.Run(t.Context(), io.Discard, io.Discard)
	require.NoError(t, err)
	at := slices.IndexFunc(m.Reports[0].Rows, func(f faults.Fault) bool { return f.Name == "status-404" })
	require.GreaterOrEqual(t, at, 0)
	assert.Equal(t, "for a reason", m.Reports[0].Faults[at].Reason)
	assert.Empty(t, m.Failed())
	assert.NotContains(t, s.Skip, "law/rows", "the suite is the caller's")
}
