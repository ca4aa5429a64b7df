package toolerr_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

var update = flag.Bool("update", false, "write the visibility matrix into README.md")

// A cell states whether a reader sees a field.
type cell string

const (
	no  cell = ""
	yes cell = "yes"
	dev cell = "in `dev`" // inside the group that a handler can drop
)

// A visible is one row of the matrix: a field and its readers. Two errors that differ only
// in the field are rendered. A view shows the field if the two texts differ.
type visible struct {
	field              string
	agent, report, log cell
	program            string // the method or field for a program with errors.As; "" if none
	one, other         *toolerr.ToolRuntimeError
	get                func(*toolerr.ToolRuntimeError) any
	// For a field that depends on another one, and so cannot differ alone, the test searches
	// for word.
	word string
	note string
}

// fatal returns a fatal error with opts.
func fatal(opts ...toolerr.Option) *toolerr.ToolRuntimeError { return toolerr.Fatal(say, opts...) }

// markerOne and markerOther are errors of two types with the same text.
type (
	markerOne   struct{}
	markerOther struct{}
)

func (markerOne) Error() string   { return "marker" }
func (markerOther) Error() string { return "marker" }

func aborting(e *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	marked, _ := toolerr.Find(toolerr.Abort(e))
	return marked
}

var matrix = []visible{
	{
		field: "kind", agent: yes, report: yes, log: yes, program: "Kind()",
		one: toolerr.New(badRequest, say), other: toolerr.New(validation, say),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Kind() },
	},
	{
		field: "class", agent: no, report: yes, log: yes, program: "Class()",
		one: toolerr.New(toolerr.KindNetworkTransportUnmapped, say), other: toolerr.New(unmapped, say), word: "network_transport",
		get: func(e *toolerr.ToolRuntimeError) any { return e.Class() },
	},
	{
		field: "error_code", agent: yes, report: yes, log: no, program: "Code()",
		one: fatal(toolerr.WithCode(toolerr.CodeDenied)), other: fatal(toolerr.WithCode(toolerr.CodeConflict)),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Code() },
	},
	{
		field: "message", agent: yes, report: yes, log: yes, program: "Message()",
		one:   toolerr.Fatal(toolerr.Msg("one"), toolerr.WithDeveloperMessage("same")),
		other: toolerr.Fatal(toolerr.Msg("other"), toolerr.WithDeveloperMessage("same")),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Message() },
	},
	{
		field: "can_retry", agent: yes, report: yes, log: yes, program: "CanRetry()",
		one:   toolerr.New(toolerr.KindToolBadOutputValue, say, toolerr.WithCanRetry(true)),
		other: toolerr.New(toolerr.KindToolBadOutputValue, say, toolerr.WithCanRetry(false)),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.CanRetry() },
	},
	{
		field: "retry_after", agent: yes, report: yes, log: yes, program: "RetryAfter()",
		note: "the agent: only where it may retry",
		one:  toolerr.RateLimit(say, toolerr.WithRetryAfter(time.Second)), other: toolerr.RateLimit(say, toolerr.WithRetryAfter(time.Minute)),
		get: func(e *toolerr.ToolRuntimeError) any { d, _ := e.RetryAfter(); return d },
	},
	{
		field: "status_code", agent: yes, report: yes, log: yes, program: "StatusCode()",
		one: fatal(toolerr.WithStatus(404)), other: fatal(toolerr.WithStatus(410)),
		get: func(e *toolerr.ToolRuntimeError) any { return e.StatusCode() },
	},
	{
		field: "hint", agent: yes, report: yes, log: no, program: "Hint()",
		one: fatal(toolerr.WithHint(toolerr.Msg("one"))), other: fatal(toolerr.WithHint(toolerr.Msg("other"))),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Hint() },
	},
	{
		field: "effect", agent: yes, report: yes, log: yes, program: "Effect()", note: "the agent: only that it is unknown",
		one: fatal(toolerr.WithEffect(toolerr.EffectUnknown)), other: fatal(toolerr.WithEffect(toolerr.EffectNone)),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Effect() },
	},
	{
		field: "problems", agent: yes, report: yes, log: no, program: "Problems()",
		one:   toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/one", Problem: say}}),
		other: toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/other", Problem: say}}),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Problems() },
	},
	{
		field: "the parts of problems", report: yes, program: "Problem.Parts()",
		one:   toolerr.InvalidInput(say, []toolerr.Problem{toolerr.RuleRequired.Problem("/a", toolerr.Detail{})}),
		other: toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/a", Problem: toolerr.RuleRequired.Message(toolerr.Detail{})}}),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Problems()[0].Parts() },
	},
	{
		field: "upstream_message", agent: yes, report: no, log: no, note: "the agent: only where the tool's author allows it", program: "Payload()",
		one:   fatal(toolerr.WithResolution(toolerr.Resolution{Call: 1, Upstream: toolerr.Msg("one")})),
		other: fatal(toolerr.WithResolution(toolerr.Resolution{Call: 1, Upstream: toolerr.Msg("other")})),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Payload().Map()["upstream_message"] },
	},
	{
		field: "refusal", agent: no, report: yes, log: no, program: "Refusal()",
		one:   fatal(toolerr.WithFindings(toolerr.Finding{Word: "one"})),
		other: fatal(toolerr.WithFindings(toolerr.Finding{Word: "other"})),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Refusal() },
	},
	{
		field: "requires_user_action", agent: yes, report: yes, log: no, program: "RequiresUserAction()",
		one: fatal(toolerr.WithUserAction()), other: fatal(),
		get: func(e *toolerr.ToolRuntimeError) any { return e.RequiresUserAction() },
	},
	{
		field: "repeats", agent: yes, report: yes, log: no, program: "Repeats()",
		one: toolerr.Upstream(500, say, toolerr.WithRepeatable()), other: toolerr.Upstream(500, say),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Repeats() },
	},
	{
		field: "reference", agent: yes, report: yes, log: yes, program: "Reference()",
		one: fatal(toolerr.WithReference()), other: fatal(toolerr.WithReference()),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Reference() },
	},
	{
		field: "service", agent: yes, report: yes, log: yes, program: "Service()",
		one: fatal(toolerr.WithService("_one")), other: fatal(toolerr.WithService("_other")),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Service() },
	},
	{
		field: "vendor_code, where a table lists it", agent: yes, report: yes, log: yes, program: "VendorCode()",
		one: fatal(toolerr.WithNote(note.Code("one"))), other: fatal(toolerr.WithNote(note.Code("other"))),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Extra().VendorCode },
	},
	{
		field: "vendor_code, any other", agent: no, report: yes, log: yes, program: "Extra().VendorCode",
		one: fatal(toolerr.WithVendorCode("one")), other: fatal(toolerr.WithVendorCode("other")),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Extra().VendorCode },
	},
	{
		field: "endpoint", agent: no, report: yes, log: dev, program: "Extra().Endpoint",
		one:   fatal(toolerr.WithEndpoint("GET", "https://one.example/")),
		other: fatal(toolerr.WithEndpoint("GET", "https://other.example/")),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Extra().Endpoint },
	},
	{
		field: "http_method", agent: no, report: yes, log: dev, program: "Extra().HTTPMethod",
		one: fatal(toolerr.WithEndpoint("GET", "")), other: fatal(toolerr.WithEndpoint("PUT", "")),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Extra().HTTPMethod },
	},
	{
		field: "request_id", agent: no, report: yes, log: yes, program: "Extra().RequestID",
		one: fatal(toolerr.WithRequestID("one")), other: fatal(toolerr.WithRequestID("other")),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Extra().RequestID },
	},
	{
		field: "go_type", agent: no, report: yes, log: no, program: "Extra().GoType",
		one: fatal(toolerr.WithVendorType(markerOne{})), other: fatal(toolerr.WithVendorType(markerOther{})),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Extra().GoType },
	},
	{
		field: "guidance", agent: no, report: yes, log: no, program: "Guidance()",
		one:   toolerr.RateLimit(say, toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff)),
		other: toolerr.RateLimit(say, toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry)),
		get:   func(e *toolerr.ToolRuntimeError) any { return e.Guidance() },
	},
	{
		field: "access", agent: no, report: yes, log: no, program: "Access()",
		one:   toolerr.Upstream(403, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{Scopes: []string{"rows:read"}})),
		other: toolerr.Upstream(403, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{Scopes: []string{"rows:write"}})),
		get:   func(e *toolerr.ToolRuntimeError) any { a, _ := e.Access(); return a },
	},
	{
		field: "metadata", agent: no, report: yes, log: dev, program: "Extra().Metadata",
		one: fatal(toolerr.WithMetadata("field", "one")), other: fatal(toolerr.WithMetadata("field", "other")),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Extra().Metadata },
	},
	{
		field: "developer message", agent: no, report: yes, log: dev, program: "DeveloperMessage()",
		one: fatal(toolerr.WithDeveloperMessage("one")), other: fatal(toolerr.WithDeveloperMessage("other")),
		get: func(e *toolerr.ToolRuntimeError) any { return e.DeveloperMessage() },
	},
	{
		field: "the cause's text", agent: no, report: yes, log: dev, program: "Cause()",
		note: "report and log: as the developer message, unless one was given",
		one:  fatal(toolerr.WithCause(errors.New("one"))), other: fatal(toolerr.WithCause(errors.New("other"))),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Cause().Error() },
	},
	{
		field: "the cause's types", agent: no, report: no, log: dev, program: "Cause()",
		one: fatal(toolerr.WithCause(markerOne{})), other: fatal(toolerr.WithCause(markerOther{})),
		get: func(e *toolerr.ToolRuntimeError) any { return fmt.Sprintf("%T", e.Cause()) },
	},
	{
		field: "a panic's stack", agent: no, report: no, log: dev,
		one: fatal(toolerr.WithNote(note.Stack([]byte("one")))), other: fatal(toolerr.WithNote(note.Stack([]byte("other")))),
	},
	{
		field: "aborts", agent: no, report: yes, log: no, program: "Aborts()",
		one: aborting(fatal()), other: fatal(),
		get: func(e *toolerr.ToolRuntimeError) any { return e.Aborts() },
	},
}

// agentView is all that a host sends by default.
func agentView(t *testing.T, e *toolerr.ToolRuntimeError) string {
	t.Helper()
	return fmt.Sprintf("%v %+v %#v %s %s", e, e, e, e.Payload(), asJSON(t, e))
}

func reportView(t *testing.T, e *toolerr.ToolRuntimeError) string {
	t.Helper()
	return asJSON(t, e.Report())
}

func logView(t *testing.T, e *toolerr.ToolRuntimeError) string {
	t.Helper()
	return asJSON(t, logged(t, e, nil))
}

func logViewWithoutDev(t *testing.T, e *toolerr.ToolRuntimeError) string {
	t.Helper()
	var b bytes.Buffer
	withoutTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	slog.New(dropDev{slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: withoutTime})}).Error("failed", "err", e)
	return b.String()
}

func TestVisibility(t *testing.T) {
	type view = func(*testing.T, *toolerr.ToolRuntimeError) string
	for _, row := range matrix {
		shows := func(t *testing.T, view view) bool {
			one, other := view(t, row.one), view(t, row.other)
			if row.word != "" {
				return strings.Contains(one, row.word)
			}
			return one != other
		}
		t.Run(row.field+"/agent", func(t *testing.T) {
			assert.Equal(t, row.agent == yes, shows(t, agentView))
		})
		t.Run(row.field+"/report", func(t *testing.T) {
			assert.Equal(t, row.report == yes, shows(t, reportView))
		})
		t.Run(row.field+"/log", func(t *testing.T) {
			assert.Equal(t, row.log != no, shows(t, logView))
			assert.Equal(t, row.log == yes, shows(t, logViewWithoutDev))
		})
		t.Run(row.field+"/errors.As", func(t *testing.T) {
			get := func(planted *toolerr.ToolRuntimeError) any {
				var found *toolerr.ToolRuntimeError
				require.ErrorAs(t, fmt.Errorf("while: %w", planted), &found)
				return row.get(found)
			}
			if row.program == "" {
				assert.Nil(t, row.get)
				return
			}
			assert.NotEqual(t, get(row.one), get(row.other))
		})
	}
}

// Two equal errors have equal views: no view has noise that would make every cell a yes.
func TestViewsAreRepeatable(t *testing.T) {
	for name, view := range map[string]func(*testing.T, *toolerr.ToolRuntimeError) string{
		"agent": agentView, "report": reportView, "log": logView, "log without dev": logViewWithoutDev,
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, view(t, everything()), view(t, everything())) })
	}
}

// Every field of a Report is a row of the matrix.
func TestMatrixIsComplete(t *testing.T) {
	rows := map[string]string{ // fields with another name in the matrix
		".RetryAfterMS": "retry_after", ".Code": "error_code", ".StatusCode": "status_code", ".RequiresUserAction": "requires_user_action",
		".CanRetry": "can_retry", ".DeveloperMessage": "developer message", ".VendorCode": "vendor_code, where a table lists it",
		".Extra.Service": "service", ".Extra.GoType": "go_type", ".Extra.VendorCode": "vendor_code, any other",
		".Extra.Endpoint": "endpoint", ".Extra.HTTPMethod": "http_method", ".Extra.RequestID": "request_id", ".Extra.Metadata": "metadata",
	}
	var fields []string
	for _, row := range matrix {
		fields = append(fields, row.field)
	}
	for path := range fieldsOf(toolerr.Report{}) {
		name := rows[path]
		if name == "" {
			name = strings.ToLower(strings.TrimPrefix(path, "."))
		}
		assert.Contains(t, fields, name, "field %s of Report", path)
	}
}

// visibility returns the matrix as Markdown.
func visibility() string {
	var b strings.Builder
	b.WriteString("| | agent | report | log | program, by `errors.As` |\n|---|---|---|---|---|\n")
	for _, row := range matrix {
		program := ""
		if row.program != "" {
			program = "`" + row.program + "`"
		}
		field := row.field
		if row.note != "" {
			field += " (" + row.note + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", field, row.agent, row.report, row.log, program)
	}
	return b.String()
}

func TestVisibilityInThePage(t *testing.T) {
	const page, begin, end = "../docs/errors.md", "<!-- visibility:begin -->\n", "<!-- visibility:end -->"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found, "%s has no %s", page, begin)
	table, after, found := strings.Cut(rest, end)
	require.True(t, found, "%s has no %s", page, end)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+begin+visibility()+end+after), 0o644))
		return
	}
	assert.Equal(t, visibility(), table, "stale: go test ./toolerr -run TestVisibilityInThePage -update")
}
