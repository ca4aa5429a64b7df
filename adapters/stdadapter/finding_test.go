package stdadapter_test

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/toolerr"
)

// told returns the problems that the agent reads, one per line.
func told(t *testing.T, arguments string, err error) string {
	t.Helper()
	require.Error(t, err)
	ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(arguments)})
	te, ok := toolerr.Find(adapter.NewChain(stdadapter.Adapter{DecodesInput: true}).Adapt(ctx, err))
	require.True(t, ok, "%v", err)
	var lines []string
	for _, p := range te.Problems() {
		lines = append(lines, strings.TrimSpace(p.Path+" "+p.Problem.String()))
	}
	return strings.Join(lines, "\n")
}

// The model reads a path as it is in the call, without the tool's folder.
func TestPathsOfTheCall(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "full", "of"), 0o700))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer func() { _ = root.Close() }()
	for name, tt := range map[string]struct {
		path string
		do   func(path string) error
		want string
	}{
		"a missing file":        {"notes/a.txt", func(p string) error { return second(os.ReadFile(filepath.Join(dir, p))) }, `/path names "notes/a.txt", which does not exist`},
		"of a root":             {"notes/a.txt", func(p string) error { return second(root.ReadFile(p)) }, `/path names "notes/a.txt", which does not exist`},
		"with a dot":            {"./a.txt", func(p string) error { return second(os.ReadFile(filepath.Join(dir, p))) }, `/path names "./a.txt", which does not exist`},
		"of the tool's own":     {"a.txt", func(string) error { return second(os.ReadFile(filepath.Join(dir, "config.txt"))) }, "A value refers to something that does not exist"},
		"a file that is there":  {"file", func(p string) error { return root.Mkdir(p, 0o700) }, `/path contains "file", which already exists and must be unique`},
		"a directory":           {"full", func(p string) error { return second(os.ReadFile(filepath.Join(dir, p))) }, `/path does not fit the current state of the object: "full"`},
		"no directory":          {"file/x", func(p string) error { return second(os.ReadFile(filepath.Join(dir, p))) }, `/path does not fit the current state of the object: "file/x"`},
		"a full directory":      {"full", func(p string) error { return os.Remove(filepath.Join(dir, p)) }, `/path does not fit the current state of the object: "full"`},
		"outside":               {"../x", func(p string) error { return second(root.ReadFile(p)) }, `/path is not permitted: "../x"`},
		"a long name":           {strings.Repeat("x", 300), func(p string) error { return second(os.ReadFile(filepath.Join(dir, p))) }, "A value is too long"},
		"a move onto something": {"full", func(p string) error { return os.Link(filepath.Join(dir, "file"), filepath.Join(dir, p)) }, `/path contains "full", which already exists and must be unique`},
		"a program":             {"ffmepg", func(p string) error { return exec.Command(p).Run() }, `/path has an invalid value: "ffmepg"`},
		"the tool's program":    {"x", func(string) error { return exec.Command("no-such-program").Run() }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			arguments, err := json.Marshal(map[string]string{"path": tt.path})
			require.NoError(t, err)
			assert.Equal(t, tt.want, told(t, string(arguments), tt.do(tt.path)))
		})
	}
	both := `{"from": "a.txt", "to": "notes/a.txt"}`
	assert.Equal(t, "A value refers to something that does not exist", told(t, both, second(os.ReadFile(filepath.Join(dir, "notes", "a.txt")))), "two arguments match")
}

// The findings of a decoder for a text of the call: the position, the field, the value.
func TestTextsOfTheCall(t *testing.T) {
	strict := func(text string) error {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		return d.Decode(&struct {
			Items struct{ Price int } `json:"items"`
		}{})
	}
	for name, tt := range map[string]struct {
		arguments string
		err       error
		want      string
	}{
		"JSON":               {`{}`, strict(`{"items": x}`), "A value has a syntax error (character 11 of the text that the service received)"},
		"JSON's type":        {`{"items": {"Price": "x"}}`, strict(`{"items": {"Price": "x"}}`), "/items/Price has the wrong type (character 23 of the text that the service received)"},
		"JSON's field":       {`{"itms": 1}`, strict(`{"itms": 1}`), "/itms is not known"},
		"a number":           {`{"n": "many"}`, second(strconv.Atoi("many")), `/n does not have the required format: "many"`},
		"a large number":     {`{"n": "300"}`, second(strconv.ParseInt("300", 10, 8)), `/n is too large: "300"`},
		"a small number":     {`{"n": "-300"}`, second(strconv.ParseInt("-300", 10, 8)), `/n is too small: "-300"`},
		"a truth":            {`{"b": "tru"}`, second(strconv.ParseBool("tru")), `/b does not have the required format: "tru"`},
		"a time":             {`{"t": "yesterday"}`, second(time.Parse(time.RFC3339, "yesterday")), `/t does not have the required format: "yesterday"`},
		"a duration":         {`{"d": "3 days"}`, second(time.ParseDuration("3 days")), `/d does not have the required format: "3 days"`},
		"a time zone":        {`{"z": "Mars/Phobos"}`, second(time.LoadLocation("Mars/Phobos")), `/z has an invalid value: "Mars/Phobos"`},
		"a pattern":          {`{"re": "a(b"}`, second(regexp.Compile(strings.Clone("a(b"))), `/re has a syntax error at "a(b"`},
		"CSV":                {`{}`, second(csv.NewReader(strings.NewReader("a,b\nc,\"d")).ReadAll()), "A value has a syntax error (line 2, column 5 of the text that the service received)"},
		"CSV's columns":      {`{}`, second(csv.NewReader(strings.NewReader("a,b\nc")).ReadAll()), "A value has the wrong number of values (line 2 of the text that the service received)"},
		"XML":                {`{}`, xml.Unmarshal([]byte("<a>\n<b"), new(struct{})), "A value has a syntax error (line 2 of the text that the service received)"},
		"base64":             {`{}`, second(base64.StdEncoding.DecodeString("abc%")), "A value does not have the required format (character 4 of the text that the service received)"},
		"of another package": {`{"n": "1"}`, second(strconv.Atoi("many")), "A value does not have the required format"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, told(t, tt.arguments, tt.err)) })
	}
	ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(`{"items": {"Price": "x"}}`)})
	te, ok := toolerr.Find(adapter.NewChain(stdadapter.Adapter{}).Adapt(ctx, strict(`{"items": {"Price": "x"}}`)))
	require.True(t, ok)
	assert.Empty(t, te.Problems(), "of a text that may be anybody's")
}

// The model reads what a program wrote about words of the call, and of nothing else.
func TestProgramsOfTheCall(t *testing.T) {
	run := func(stderr string) error {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", "cat >&2; exit 2")
		cmd.Stdin = strings.NewReader(stderr)
		_, err := cmd.Output()
		return fmt.Errorf("run: %w", err)
	}
	const arguments = `{"args":["run","--detatch","alpine"],"command":"cat src/nope.txt | grep '('","memory":"lots","code":"import json\nprint(jsn.dumps(1))","password":"hunter2-x"}`
	for stderr, want := range map[string]string{
		"unknown flag: --detatch\n\nUsage:  docker run":                                      `/args/1 contains the name "--detatch", which is not known`,
		"cat: src/nope.txt: No such file or directory":                                       `/command names "src/nope.txt", which does not exist (line 1, column 5)`,
		"grep: Unmatched ( or \\(":                                                           `A value has a syntax error at "("`,
		"invalid argument \"lots\" for \"-m, --memory\" flag: invalid size: 'lots'":          `/memory does not have the required format: "lots"`,
		"File \"<string>\", line 2, in <module>\nNameError: name 'jsn' is not defined":       `/code contains the name "jsn", which is not known (line 2, column 7)`,
		"/bin/sh: 1: Syntax error: end of file unexpected":                                   "A value has a syntax error (line 1 of the text that the service received)",
		"error: the following required arguments were not provided:\n  <MEMORY>\n  <REGION>": "",
		"Error: accepts 1 arg(s), received 3":                                                "/args has the wrong number of values; the right number is 1", // it has 3
		// What is not about the call.
		"config file not found: /etc/app.yaml":                        "",
		"/etc/app.yaml:7:3: unexpected token":                         "",
		"cat: /etc/key.pem: Permission denied":                        "",
		"connect to 10.0.0.7:8080: Connection refused":                "",
		"unknown flag: --rm":                                          "",
		"missing required environment variable: memory":               "",
		"login failed: invalid password 'hunter2-x'":                  "",
		"fatal: unable to access 'https://h/': bad certificate":       "",
		"Traceback:\n  File \"/srv/tool.py\", line 40\nKeyError: 'x'": "",
		"": "",
	} {
		assert.Equal(t, want, told(t, arguments, run(stderr)), stderr)
	}
	exit := exec.CommandContext(t.Context(), "sh", "-c", "exit 2").Run()
	assert.Equal(t, `/args/1 contains the name "--detatch", which is not known`, told(t, arguments, fmt.Errorf("docker: %w: unknown flag: --detatch", exit)), "the text beside the status")
	assert.Equal(t, `/args/1 contains the name "--detatch", which is not known`, told(t, arguments, fmt.Errorf("unknown flag: --detatch: %w", exit)), "the text before the status")
}
