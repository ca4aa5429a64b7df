package toolerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

func TestReportEncodes(t *testing.T) {
	encoded := asJSON(t, everything().Report())
	assert.Equal(t, `{"kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","class":"invalid_input","code":"conflict","message":"It did not work.",`+
		`"developer_message":"row 8841 is locked","can_retry":true,"repeats":true,"retry_after_ms":1500,"status_code":422,`+
		`"hint":"Use a smaller page.","effect":"unknown","guidance":"refresh_auth_then_retry",`+
		`"access":{"fact":"missing_scope","scopes":["rows:write"],"resource_metadata":"https://acme.example/.well-known","owner":"caller"},`+
		`"requires_user_action":true,`+
		`"vendor_code":"row_locked","problems":[{"path":"/limit","problem":"must be a number"}],`+
		`"refusal":{"findings":[{"rule":"too_large","fields":["limit"],"word":"limit","value":"8841","names":["page"],"limit":"100",`+
		`"beyond":true,"offset":3,"line":1,"column":2}],"message":"limit of row 8841 is not a number"},"reference":"ABCDEFGHIJ234","aborts":true,`+
		`"extra":{"service":"_acme","go_type":"*toolerr_test.vendorError","vendor_code":"row_locked",`+
		`"endpoint":"https://api.acme.example/v1/rows/…","http_method":"PUT","request_id":"req-77",`+
		`"metadata":{"field":"date of row 8841"}}}`, encoded)

	encoded = asJSON(t, toolerr.Fatal(say).Report())
	assert.Equal(t, `{"kind":"TOOL_RUNTIME_FATAL","class":"fatal","code":"internal_error","message":"It did not work.",`+
		`"developer_message":"It did not work.","can_retry":false,"guidance":"none"}`, encoded)
}

// Every field of a Report is restored. The test fails if a new field is not set here.
func TestRoundTrip(t *testing.T) {
	full := everything().Report()
	for path, value := range fieldsOf(full) {
		assert.False(t, value.IsZero(), "%s is not set by everything()", path)
	}
	reports := map[string]toolerr.Report{
		"everything":                       full,
		"nothing":                          toolerr.Fatal(say).Report(),
		"a wait of nothing":                toolerr.RateLimit(say, toolerr.WithRetryAfter(0)).Report(),
		"a cause":                          toolerr.Fatal(say, toolerr.WithCause(errors.New("password=hunter2 for joe"))).Report(),
		"a cut text":                       toolerr.Fatal(say, toolerr.WithDeveloperMessage(strings.Repeat("é ", 4000))).Report(),
		"a code that is not an identifier": toolerr.Fatal(say, toolerr.WithVendorCode("row 8841 is locked")).Report(),
		"listed and sent codes":            toolerr.Fatal(say, toolerr.WithNote(note.Code("a")), toolerr.WithVendorCode("b c")).Report(),
		"an endpoint with gaps":            toolerr.Fatal(say, toolerr.WithEndpoint("GET", "http://user:pw@[::1]:8080/a/123/b/456?q=1#f")).Report(),
		"an endpoint without a scheme":     toolerr.Fatal(say, toolerr.WithEndpoint("GET", "//api.example.com/v1/x9z8y7")).Report(),
		"no problems":                      toolerr.InvalidInput(say, nil).Report(),
		"long values": toolerr.Fatal(say, toolerr.WithRequestID(strings.Repeat("r", 9000)), toolerr.WithVendorCode(strings.Repeat("c ", 300)),
			toolerr.WithEndpoint(strings.Repeat("M", 500), "https://example.com/a")).Report(),
		"not UTF-8": toolerr.Fatal(toolerr.UncheckedMessage("a\xff"), toolerr.WithRequestID("\xffb"), toolerr.WithVendorCode("\xff"),
			toolerr.WithDeveloperMessage("\xff\xfe"), toolerr.WithEndpoint("G\xff", "https://example.com/\xff")).Report(),
		"the empty report": toolerr.FromReport(toolerr.Report{}).Report(),
	}
	for _, kind := range toolerr.Kinds() {
		reports["kind "+string(kind)] = toolerr.New(kind, toolerr.Message{}).Report()
		reports["kind with a wait "+string(kind)] = toolerr.New(kind, toolerr.Message{}, toolerr.WithRetryAfter(time.Minute)).Report()
	}
	for status := 100; status < 1000; status += 7 {
		reports[fmt.Sprint("status ", status)] = toolerr.Upstream(status, toolerr.Message{}).Report()
	}
	for name, report := range reports {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, report, toolerr.FromReport(report).Report())

			encoded := asJSON(t, report)
			var decoded toolerr.Report
			require.NoError(t, json.Unmarshal([]byte(encoded), &decoded))
			assert.Equal(t, report, decoded)
			restored := toolerr.FromReport(decoded)
			assert.Equal(t, report, restored.Report())
			assert.NoError(t, restored.Cause(), "the cause is not restored")
		})
	}
	original := everything()
	restored := toolerr.FromReport(original.Report())
	assert.Equal(t, original.Payload().String(), restored.Payload().String(), "the agent reads the same")
	assert.ErrorIs(t, restored, toolerr.KindToolBadInputValue)
}

// fieldsOf yields the fields of a struct, and those of structs in it.
func fieldsOf(v any) map[string]reflect.Value {
	all := map[string]reflect.Value{}
	var visit func(path string, v reflect.Value)
	visit = func(path string, v reflect.Value) {
		if v.Kind() != reflect.Struct {
			all[path] = v
			return
		}
		for i := range v.NumField() {
			visit(path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	}
	visit("", reflect.ValueOf(v))
	return all
}

// Other programs can write a report. Words that errand does not define are dropped. Texts
// are kept without credentials.
func TestFromReportOfAnotherProgram(t *testing.T) {
	credential := "ghp_" + strings.Repeat("a1B2", 9)
	got := toolerr.FromReport(toolerr.Report{
		Kind: "MADE_UP", Class: "made_up", Code: "made_up", Effect: "made_up", Guidance: "made_up",
		StatusCode: -1, RetryAfterMS: go126.New(int64(math.MinInt64)), VendorCode: credential, DeveloperMessage: "token " + credential,
		Problems: []toolerr.ReportProblem{{Path: "/" + credential, Problem: "is wrong"}},
		Extra: toolerr.Extra{
			Service: credential, GoType: credential, VendorCode: credential,
			Endpoint: "https://joe:hunter2@example.com/x?key=s3cr3t", HTTPMethod: credential, RequestID: credential,
		},
	})
	assert.Equal(t, toolerr.Report{
		Kind: toolerr.KindUnknown, Class: toolerr.ClassFatal, Code: toolerr.CodeInternalError, Guidance: toolerr.GuidanceNone,
		Message: "The tool failed.", DeveloperMessage: "token (redacted)", RetryAfterMS: go126.New(int64(0)),
		Problems: []toolerr.ReportProblem{{Path: "(withheld)", Problem: "is wrong"}},
		Extra: toolerr.Extra{
			GoType: "(redacted)", VendorCode: "(redacted)", Endpoint: "https://example.com/x",
			HTTPMethod: "(redacted)", RequestID: "(redacted)",
		},
	}, got.Report())

	for ms, want := range map[int64]time.Duration{
		math.MinInt64: 0, -1: 0, 0: 0, 1: time.Millisecond, 86_400_000: 24 * time.Hour, 86_400_001: 24 * time.Hour, math.MaxInt64: 24 * time.Hour,
	} {
		d, ok := toolerr.FromReport(toolerr.Report{RetryAfterMS: go126.New(ms)}).RetryAfter()
		assert.True(t, ok)
		assert.Equal(t, want, d, ms)
	}
}

// A text is cut at every position of redacted text. Cleaning the texts of the report again
// does not change it.
func TestCutTextsAreStable(t *testing.T) {
	for shift := range 40 {
		for _, secret := range []string{" password=hunter2hunter2 ", " https://joe:hunter2@example.com/?key=s3cr3t&b=c ", " é😀 "} {
			text := func(limit int) string { return strings.Repeat("a", limit-shift) + strings.Repeat(secret, 300) }
			report := toolerr.Fatal(say, toolerr.WithDeveloperMessage(text(2<<10)), toolerr.WithRequestID(text(256))).Report()
			assert.Equal(t, report, toolerr.FromReport(report).Report(), "%d before the cut:%s", shift, secret)
		}
	}
}

func TestProblemPaths(t *testing.T) {
	long := "/" + strings.Repeat("é", 200)
	tests := map[string]struct{ path, want string }{
		"the whole":         {"", ""},
		"a pointer":         {"/items/0/name", "/items/0/name"},
		"as long as it may": {"/" + strings.Repeat("a", 255), "/" + strings.Repeat("a", 255)},
		"longer":            {"/" + strings.Repeat("a", 256), "/" + strings.Repeat("a", 255) + "…"},
		"cut at a rune":     {long, "/" + strings.Repeat("é", 127) + "…"},
		"a credential":      {"/ghp_" + strings.Repeat("a1B2", 9), "(withheld)"},
		"not UTF-8":         {"/a\xff", "/a\uFFFD"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := toolerr.InvalidInput(say, []toolerr.Problem{{Path: tt.path, Problem: say}})
			assert.Equal(t, tt.want, e.Problems()[0].Path)
			assert.Equal(t, tt.want, toolerr.FromReport(e.Report()).Problems()[0].Path, "stable")
		})
	}
}

// Encoding and decoding a report does not change it, whatever its texts are.
func FuzzRoundTrip(f *testing.F) {
	f.Add("text", 1, "E1", "GET", "https://example.com/v1/items/1", "req", "_slug", "/a", int64(1), 404)
	f.Add("password=hunter2 ", 500, "\xff", "", "://", "(redacted)", "", "", int64(-1), -1)
	f.Add("0", 70, "", "0", "https://example.com/", "", "", "/\\", int64(74), 310)
	f.Add("é token=abc", 200, "token=abc", "", "", "", "", "", int64(0), 0)
	f.Add("password=h\x10\x00"+strings.Repeat("\xc0", 300), 515, "", "", "", "", "", "", int64(0), 0)
	f.Fuzz(func(t *testing.T, text string, times int, code, method, url, id, slug, path string, d int64, status int) {
		long := strings.Repeat(text, min(max(times, 0), 10_000/(len(text)+1)))
		e := toolerr.InvalidInput(say, []toolerr.Problem{{Path: path, Problem: say}},
			toolerr.WithDeveloperMessage(long), toolerr.WithNote(note.Code(code)), toolerr.WithEndpoint(method, url),
			toolerr.WithRequestID(id), toolerr.WithService(slug), toolerr.WithMetadata(slug, long), toolerr.WithMetadata("password", path), toolerr.WithRetryAfter(time.Duration(d)), toolerr.WithStatus(status))
		report := e.Report()
		encoded := asJSON(t, report)
		var decoded toolerr.Report
		require.NoError(t, json.Unmarshal([]byte(encoded), &decoded))
		require.Equal(t, report, decoded)
		require.Equal(t, report, toolerr.FromReport(decoded).Report())
	})
}
