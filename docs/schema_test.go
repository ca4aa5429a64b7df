package docs_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

const schemaFile = "payload.schema.json"

// definitions returns the member "$defs" of the schema file.
func definitions(t *testing.T) map[string]map[string]any {
	t.Helper()
	raw := read(t, schemaFile)
	var file struct {
		Defs map[string]map[string]any `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal([]byte(raw), &file))
	return file.Defs
}

// schemas returns the compiled definitions by name.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	all := map[string]*jsonschema.Schema{}
	for name := range definitions(t) {
		schema, err := compiler.Compile(schemaFile + "#/$defs/" + name)
		require.NoError(t, err)
		all[name] = schema
	}
	return all
}

func TestDocsSchemaHasTheWordsOfTheCode(t *testing.T) {
	defs := definitions(t)
	words := map[string]any{
		"kind": toolerr.Kinds(), "class": toolerr.Classes(), "code": toolerr.Codes(), "rule": toolerr.Rules(),
		"guidance": []toolerr.Guidance{toolerr.GuidanceNone, toolerr.GuidanceRetryWithBackoff, toolerr.GuidanceRefreshAuthThenRetry},
	}
	for name, want := range words {
		assert.Equal(t, object(t, want), defs[name]["enum"], name)
	}
	reported, _ := defs["reportProblems"]["items"].(map[string]any)["properties"].(map[string]any)
	maps.Copy(reported, defs["problem"]["properties"].(map[string]any))
	for _, members := range []map[string]any{defs["successMembers"], defs["failureMembers"]} {
		assert.ElementsMatch(t, toolerr.ReservedKeys(), keysOf(members["properties"]))
	}
	for name, tt := range map[string]struct {
		schema map[string]any
		of     reflect.Type
	}{
		"report": {defs["report"], reflect.TypeFor[toolerr.Report]()}, "extra": {defs["extra"], reflect.TypeFor[toolerr.Extra]()},
		"a report's problem": {map[string]any{"properties": reported, "required": defs["problem"]["required"]}, reflect.TypeFor[toolerr.ReportProblem]()},
		"refusal":            {defs["refusal"], reflect.TypeFor[toolerr.ReportRefusal]()}, "finding": {defs["finding"], reflect.TypeFor[toolerr.ReportFinding]()},
		"access": {defs["access"], reflect.TypeFor[toolerr.Access]()},
	} {
		all, always := jsonNames(tt.of)
		assert.ElementsMatch(t, all, keysOf(tt.schema["properties"]), name)
		required, _ := tt.schema["required"].([]any)
		assert.ElementsMatch(t, always, required, name)
	}
}

func keysOf(object any) []string {
	m, _ := object.(map[string]any)
	return slices.Collect(maps.Keys(m))
}

// jsonNames returns the JSON names of a struct's fields, and those of the fields that are
// never omitted.
func jsonNames(t reflect.Type) (all []string, always []any) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous {
			inner, _ := jsonNames(field.Type)
			all = append(all, inner...)
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if all = append(all, name); options == "" {
			always = append(always, name)
		}
	}
	return all, always
}

// object returns a value in decoded form for a validator.
func object(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	decoded, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	return decoded
}

// failures returns errors of every kind, with and without each member.
func failures() []*toolerr.ToolRuntimeError {
	refusal := toolerr.Refusal{Message: "limit is over 100", Findings: []toolerr.Finding{
		{}, {
			Rule: toolerr.RuleTooLarge, Fields: []string{"limit"}, Word: "w", Value: "500", Names: []string{"n"}, Limit: "100", Beyond: true,
			At: toolerr.Position{Offset: 1, Line: 1, Column: 1},
		},
	}}
	n := toolerr.Quote("n")
	options := []toolerr.Option{
		{},
		toolerr.WithRetryAfter(0),
		toolerr.WithRetryAfter(24 * time.Hour),
		toolerr.WithStatus(429),
		toolerr.WithService("_acme"),
		toolerr.WithNote(note.Code("slow_down")),
		toolerr.WithVendorCode("row 8841 is locked"),
		toolerr.WithEffect(toolerr.EffectNone),
		toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithUserAction(),
		toolerr.WithHint(toolerr.Msg("Use a smaller page.")),
		toolerr.WithCanRetry(true),
		toolerr.WithCanRetry(false),
		toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry),
		toolerr.WithDeveloperMessage("row 8841 is locked"),
		toolerr.WithEndpoint("GET", "https://api.acme.example/v1/rows"),
		toolerr.WithRequestID("req-7"),
		toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactSignIn, Scopes: []string{"rows:read"}, ResourceMetadata: "https://acme.example/.well-known"}),
		toolerr.WithCredentials(toolerr.Credentials{Owner: toolerr.OwnerServer}),
		toolerr.WithReference(),
		toolerr.WithMetadata("field", "date"),
		toolerr.WithVendorType(errors.New("x")),
		toolerr.WithRefusal(refusal),
		toolerr.WithResolution(toolerr.Resolution{
			Call: "a call", Upstream: toolerr.Msg("limit is over 100"), Problems: []toolerr.Problem{
				toolerr.RuleTooLarge.Problem("/limit", toolerr.Detail{Limit: toolerr.Int(100), Beyond: true}),
				toolerr.RuleNotAllowed.Problem("", toolerr.Detail{Names: []toolerr.Arg{n}, Word: n, Field: n, At: toolerr.Position{Offset: 1, Line: 1, Column: 1}, Received: true, Stated: toolerr.Position{Offset: 2, Line: 2, Column: 2}}),
				toolerr.RuleUnknown.Problem("/q", toolerr.Detail{Names: []toolerr.Arg{n}, Beside: n}),
			},
		}),
	}
	var all []*toolerr.ToolRuntimeError
	for _, kind := range toolerr.Kinds() {
		for _, option := range options {
			all = append(all, toolerr.New(kind, toolerr.Message{}, option))
		}
		all = append(all, toolerr.New(kind, toolerr.Message{}, options...))
	}
	for _, code := range toolerr.Codes() {
		all = append(all, toolerr.Fatal(toolerr.Msg("It did not work."), toolerr.WithCode(code)))
	}
	for status := range 1001 {
		all = append(all, toolerr.Upstream(status, toolerr.Message{}))
	}
	problems := make([]toolerr.Problem, 20)
	most := toolerr.WithResolution(toolerr.Resolution{Call: "a call", Problems: problems})
	aborted, _ := toolerr.Find(toolerr.Abort(toolerr.Fatal(toolerr.Message{})))
	return append(all, aborted,
		toolerr.InvalidInput(toolerr.Message{}, []toolerr.Problem{{Path: "/limit", Problem: toolerr.Msg("must be a number")}}),
		toolerr.InvalidInput(toolerr.Message{}, problems),
		toolerr.InvalidInput(toolerr.Message{}, problems, most))
}

// Without a tool's result the schema lists every key, so that it refuses any renamed key.
// Beside a result, a renamed optional member could be a key of the tool.
func TestDocsSchemaFitsPayloads(t *testing.T) {
	schema := schemas(t)
	required := []string{"success", "error", "error_code", "kind", "can_retry"}
	seen := map[string]bool{}
	for _, te := range failures() {
		alone := object(t, te.Payload())
		require.NoError(t, schema["payload"].Validate(alone), "%s", te.Payload())
		require.NoError(t, schema["failure"].Validate(alone), "%s", te.Payload())
		require.Error(t, schema["success"].Validate(alone))
		for _, p := range []toolerr.Payload{te.Payload(), te.Payload().WithParts()} {
			require.NoError(t, schema["failure"].Validate(object(t, p)), "%s", p)
			for key, renamed := range renamings(object(t, p)) {
				seen[key] = true
				require.Error(t, schema["failure"].Validate(renamed), "%s without %s", p, key)
			}
		}

		for _, out := range []any{map[string]any{"n": 1}, []int{1}, map[string]any{"kind": 1}} {
			p := toolerr.Result(out, te)
			beside := object(t, p)
			require.NoError(t, schema["payload"].Validate(beside), "%s", p)
			require.Error(t, schema["failure"].Validate(beside), "it has keys of the tool's")
			for _, key := range required {
				require.Error(t, schema["payload"].Validate(renamings(beside)[key]), "%s without %s", p, key)
			}
		}
	}
	for _, key := range append(toolerr.ReservedKeys(), keysOf(definitions(t)["problem"]["properties"])...) {
		assert.True(t, seen[key], "%s was renamed", key)
	}

	for _, out := range []any{nil, map[string]any{"n": 1}, []int{1}, "text", map[string]any{"kind": 1}, toolerr.Result(nil, nil)} {
		p := toolerr.Result(out, nil)
		require.NoError(t, schema["payload"].Validate(object(t, p)), "%s", p)
		require.Equal(t, out == nil, schema["success"].Validate(object(t, p)) == nil, "%s", p)
		for _, key := range []string{"success", "error"} {
			require.Error(t, schema["success"].Validate(renamings(object(t, p))[key]), "%s without %s", p, key)
			require.Error(t, schema["payload"].Validate(renamings(object(t, p))[key]), "%s without %s", p, key)
		}
	}
}

func TestDocsSchemaFitsReports(t *testing.T) {
	schema := schemas(t)["report"]
	seen := map[string]bool{}
	for _, te := range failures() {
		report := object(t, te.Report())
		require.NoError(t, schema.Validate(report), "%+v", te.Report())
		for key, renamed := range renamings(report) {
			seen[key] = true
			require.Error(t, schema.Validate(renamed), "%+v without %s", te.Report(), key)
		}
	}
	for _, part := range []string{"report", "extra", "refusal", "finding", "problem"} {
		for _, key := range keysOf(definitions(t)[part]["properties"]) {
			assert.True(t, seen[key], "%s was renamed", key)
		}
	}
}

// renamings returns, for each key in an object and in nested objects, the object with that
// key renamed. It skips keys of metadata, which are the tool's.
func renamings(v any) map[string]any {
	all := map[string]any{}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			all[key] = replaced(v, key, key+"_", value)
			if key == "metadata" {
				continue
			}
			for inner, changed := range renamings(value) {
				if _, outer := v[inner]; !outer {
					all[inner] = replaced(v, key, key, changed)
				}
			}
		}
	case []any:
		for _, value := range v {
			for key, changed := range renamings(value) {
				all[key] = []any{changed}
			}
		}
	}
	return all
}

// replaced returns a copy of an object in which another key and value replace a key.
func replaced(object map[string]any, key, other string, value any) map[string]any {
	changed := map[string]any{}
	for k, v := range object {
		if k != key {
			changed[k] = v
		}
	}
	changed[other] = value
	return changed
}

func TestDocsSchemaRefusesOtherValues(t *testing.T) {
	schema := schemas(t)
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Second), toolerr.WithStatus(429), toolerr.WithService("_acme"))
	for key, values := range map[string][]any{
		"success":        {nil, true, "false"},
		"error":          {nil, "", false},
		"error_code":     {nil, "slow"},
		"kind":           {nil, "rate_limited"},
		"can_retry":      {nil, false, "true"}, // false with a wait
		"retry_after_ms": {nil, -1, 1.5, "1s"},
		"status_code":    {nil, 0, 1000, "429"},
		"service":        {nil, "", "a service"},
		"effect":         {nil, "none"},
	} {
		for _, value := range values {
			payload, _ := object(t, limited.Payload()).(map[string]any)
			assert.Error(t, schema["payload"].Validate(replaced(payload, key, key, object(t, value))), "%s: %v", key, value)
		}
	}
}

// The schema accepts its own examples, and every payload on a page. Such a payload is also
// the output of an example of the repository.
func TestDocsPayloads(t *testing.T) {
	schema, defs := schemas(t), definitions(t)
	for _, name := range []string{"payload", "report"} {
		examples, _ := defs[name]["examples"].([]any)
		require.NotEmpty(t, examples)
		for _, example := range examples {
			assert.NoError(t, schema[name].Validate(object(t, example)))
		}
	}
	elsewhere := []string{
		"writing-an-adapter.md", // TestDocsWritingAnAdapter runs its program
	}
	printed := examplesOutput(t)
	pages := glob(t, "*.md")
	shown := 0
	for _, page := range append(pages, "../README.md") {
		for _, line := range regexp.MustCompile(`\{"success":.*\}`).FindAllString(read(t, page), -1) {
			shown++
			require.True(t, json.Valid([]byte(line)), "%s: %s", page, line)
			assert.NoError(t, schema["payload"].Validate(object(t, json.RawMessage(line))), "%s: %s", page, line)
			if !slices.Contains(elsewhere, page) {
				assert.Contains(t, printed, line, page)
			}
		}
	}
	assert.Greater(t, shown, 12)
}

// examplesOutput returns the comments that contain a payload, of all tests of the repository.
func examplesOutput(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if comment, ok := strings.CutPrefix(line, "\t// "); ok && strings.Contains(comment, `{"success":`) {
				all.WriteString(comment)
			}
		}
		return err
	}))
	return all.String()
}
