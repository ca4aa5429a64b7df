package toolerr_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	htmltemplate "html/template"
	"io"
	"log"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	texttemplate "text/template"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

// contents are texts that no agent may see, one for each place in which an error keeps
// text. If a rendering shows one, its name shows the leak.
var contents = []string{
	"canary-cause", "canary-inner-cause", "canary-developer", "canary-code", "canary-path", "canary-host", "CANARYMETHOD",
	"canary-request", "canaryType", "canary-stack", "canary-field",
}

// credentials must be in no rendering at all.
var credentials = []string{
	"canary-userinfo-0f9b", "canary-query-7d1e", "canary-bearer-5a2c", "ghp_c4n4ryc4n4ryc4n4ryc4n4ryc4n4ry123456",
}

// canaryType is a vendor's error, with fields for dumpers to find.
type canaryType struct {
	Exported   string
	unexported string
	inner      error
}

func (e *canaryType) Error() string { return "canary-cause " + e.unexported }
func (e *canaryType) Unwrap() error { return e.inner }

// planted returns an error with a canary in every place.
func planted() *toolerr.ToolRuntimeError {
	secrets := "Authorization: Bearer " + credentials[2] + " and " + credentials[3] +
		" at https://joe:" + credentials[0] + "@canary-host.example/canary-path/8841?key=" + credentials[1]
	inner := toolerr.Upstream(404, toolerr.Message{}, toolerr.WithCause(errors.New("canary-inner-cause "+secrets)))
	cause := &canaryType{"canary-field", secrets, inner}
	e := toolerr.InvalidInput(toolerr.Message{}, []toolerr.Problem{{Path: "/" + credentials[3], Problem: say}},
		toolerr.WithCause(fmt.Errorf("wrapped: %w", errors.Join(cause, inner))),
		toolerr.WithVendorType(cause), toolerr.WithVendorCode("canary-code "+secrets), toolerr.WithStatus(422),
		toolerr.WithEndpoint("CANARYMETHOD "+secrets, "https://joe:"+credentials[0]+"@canary-host.example/canary-path/8841?key="+credentials[1]),
		toolerr.WithRequestID("canary-request "+secrets), toolerr.WithNote(note.Stack([]byte("canary-stack "+secrets))),
		toolerr.WithMetadata("field", "canary-metadata "+secrets),
		toolerr.WithService("_acme"), toolerr.WithHint(toolerr.Msgf("not %s", toolerr.Quote(secrets))),
		toolerr.WithRetryAfter(time.Second))
	marked, _ := toolerr.Find(toolerr.Abort(e))
	return marked
}

// plantedDeveloper returns the same error with a developer message, which hides that of the
// cause.
func plantedDeveloper() *toolerr.ToolRuntimeError {
	e := planted()
	return e.With(toolerr.WithDeveloperMessage("canary-developer " + e.Cause().Error()))
}

// A rendering is a way to turn an error into text. Renderings that show the developer's
// view on purpose are not among them.
type rendering struct {
	name string
	text string
}

// shapes returns values of all sorts that hold an error.
func shapes(e *toolerr.ToolRuntimeError) map[string]any {
	type holder struct {
		Err   error
		Typed *toolerr.ToolRuntimeError
		Value toolerr.ToolRuntimeError
		Any   any
		err   error
		typed *toolerr.ToolRuntimeError
		value toolerr.ToolRuntimeError
		any   any
	}
	type embedsPointer struct{ *toolerr.ToolRuntimeError }
	type embedsValue struct{ toolerr.ToolRuntimeError }
	full := holder{e, e, *e, e, e, e, *e, e}
	return map[string]any{
		"pointer":               e,
		"value":                 *e,
		"pointer to a pointer":  &e,
		"struct":                full,
		"pointer to a struct":   &full,
		"struct of values":      struct{ V, v any }{*e, *e},
		"slice of errors":       []error{e},
		"slice of pointers":     []*toolerr.ToolRuntimeError{e},
		"slice of values":       []toolerr.ToolRuntimeError{*e},
		"array":                 [1]toolerr.ToolRuntimeError{*e},
		"map of errors":         map[string]error{"k": e},
		"map of values":         map[string]toolerr.ToolRuntimeError{"k": *e},
		"map by error":          map[error]int{e: 1},
		"slice of anys":         []any{e, *e},
		"embedded pointer":      embedsPointer{e},
		"embedded value":        embedsValue{*e},
		"pointer to embedded":   &embedsValue{*e},
		"wrapped":               fmt.Errorf("while: %w", e),
		"wrapped twice":         fmt.Errorf("%w and %w", e, e),
		"joined":                errors.Join(e, e),
		"payload":               e.Payload(),
		"pointer to a payload":  func() *toolerr.Payload { p := e.Payload(); return &p }(),
		"struct with a payload": struct{ P, p toolerr.Payload }{e.Payload(), e.Payload()},
		"payload as a map":      e.Payload().Map(),
		"problems":              e.Problems(),
		"hint":                  e.Hint(),
		"message":               e.Message(),
		"copy":                  e.With(),
		"other kind":            e.WithKind(toolerr.KindToolFatal),
	}
}

var verbs = strings.Split("%v %+v %#v %s %q %x %X %d %o %b %c %U %e %E %f %F %g %G %t %p %T %w %O %10v %-10s %#q %+q %#x % x %!", " ")

// renderings returns all of them.
func renderings(t *testing.T, e *toolerr.ToolRuntimeError) []rendering {
	t.Helper()
	var all []rendering
	add := func(name, text string) { all = append(all, rendering{name, text}) }
	for shape, v := range shapes(e) {
		for _, verb := range verbs {
			add("fmt "+verb+" of "+shape, fmt.Sprintf(verb, v))
		}
		add("Sprint of "+shape, fmt.Sprint(v))
		for name, encode := range encoders {
			add(name+" of "+shape, encode(v))
		}
		for name, dump := range dumpers {
			add(name+" of "+shape, dump(v))
		}
		for name, fail := range failures {
			var out failed
			fail(&out, v)
			require.NotEmpty(t, out.text, "%s did not fail for %s", name, shape)
			add("testify "+name+" of "+shape, out.text)
		}
		if err, ok := v.(error); ok {
			for name, report := range reporters {
				add("reporter "+name+" of "+shape, report(err))
			}
			for name, fail := range errorFailures {
				var out failed
				fail(&out, err)
				require.NotEmpty(t, out.text, "%s did not fail for %s", name, shape)
				add("testify "+name+" of "+shape, out.text)
			}
		}
	}
	for name, report := range ofItself {
		add(name, report(e))
	}
	return all
}

// encoders return the output of an encoder, and its error.
var encoders = map[string]func(v any) string{
	"json": func(v any) string {
		b, err := json.Marshal(v)
		return fmt.Sprint(string(b), err)
	},
	"xml": func(v any) string {
		b, err := xml.Marshal(v)
		return fmt.Sprint(string(b), err)
	},
	"gob": func(v any) string {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(v)
		return fmt.Sprint(b.String(), err)
	},
	"text/template": func(v any) string {
		return execute(texttemplate.Must(texttemplate.New("").Parse(
			`{{.}} {{print .}} {{printf "%v %+v %#v %s %q" . . . . .}} {{html .}} {{js .}} {{urlquery .}} {{len (print .)}}`)).Execute, v)
	},
	"html/template": func(v any) string {
		return execute(htmltemplate.Must(htmltemplate.New("").Parse(
			`<p title="{{.}}" onclick="f({{.}})">{{.}}</p><a href="/?{{.}}">{{printf "%#v" .}}</a><script>x = {{.}}</script><style>p{a:{{.}}}</style>`)).Execute, v)
	},
	"log": func(v any) string {
		var b bytes.Buffer
		l := log.New(&b, "", 0)
		l.Print(v)
		l.Printf("%+v", v)
		l.Println(v, v)
		return b.String()
	},
}

func execute(run func(w io.Writer, v any) error, v any) string {
	var b bytes.Buffer
	err := run(&b, v)
	return fmt.Sprint(b.String(), err)
}

// dumpers print all values that reflection can reach.
var dumpers = map[string]func(v any) string{
	"go/ast": func(v any) string {
		var b bytes.Buffer
		err := ast.Fprint(&b, token.NewFileSet(), v, nil)
		return fmt.Sprint(b.String(), err)
	},
	"reflect": func(v any) string {
		d := dumper{seen: map[uintptr]bool{}}
		d.dump(reflect.ValueOf(v), 0)
		return d.out.String()
	},
	"reflect, with methods": func(v any) string {
		d := dumper{seen: map[uintptr]bool{}, methods: true}
		d.dump(reflect.ValueOf(v), 0)
		return d.out.String()
	},
}

// dumper walks a value as spew, go-cmp and pretty printers do: through pointers, interfaces
// and containers, exported or not. With methods, it calls those that dumpers call for text.
type dumper struct {
	out     strings.Builder
	seen    map[uintptr]bool
	methods bool
}

func (d *dumper) dump(v reflect.Value, depth int) {
	if !v.IsValid() || depth > 40 {
		d.out.WriteString("nil ")
		return
	}
	fmt.Fprintf(&d.out, "(%s) ", v.Type())
	if d.methods && v.CanInterface() {
		switch x := v.Interface().(type) {
		case error:
			fmt.Fprintf(&d.out, "%q ", x.Error())
		case fmt.Stringer:
			fmt.Fprintf(&d.out, "%q ", x.String())
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || d.seen[v.Pointer()] {
			return
		}
		d.seen[v.Pointer()] = true
		d.dump(v.Elem(), depth+1)
	case reflect.Interface:
		d.dump(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			d.out.WriteString(v.Type().Field(i).Name + ": ")
			d.dump(v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(&d.out, "%q ", v.Bytes())
			return
		}
		for i := range v.Len() {
			d.dump(v.Index(i), depth+1)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			d.dump(it.Key(), depth+1)
			d.dump(it.Value(), depth+1)
		}
	case reflect.String:
		fmt.Fprintf(&d.out, "%q ", v.String())
	case reflect.Func:
		fmt.Fprintf(&d.out, "%t ", v.IsNil())
	default:
		fmt.Fprintf(&d.out, "%v ", v)
	}
}

// failed keeps the text of a failed assertion.
type failed struct{ text string }

func (f *failed) Errorf(format string, args ...any) { f.text += fmt.Sprintf(format, args...) }
func (f *failed) FailNow()                          {}

// failures are assertions that fail for any value, and print it with testify's dumper.
var failures = map[string]func(t *failed, v any){
	"Equal":        func(t *failed, v any) { assert.Equal(t, "other", v) },
	"Equal, typed": func(t *failed, v any) { assert.Equal(t, reflect.Zero(reflect.TypeOf(v)).Interface(), v) },
	"Nil":          func(t *failed, v any) { assert.Nil(t, v) },
	"Contains":     func(t *failed, v any) { assert.Contains(t, []any{v}, "other") },
	"ElementsMatch": func(t *failed, v any) {
		assert.ElementsMatch(t, []any{v}, []any{"other"})
	},
	"message": func(t *failed, v any) { assert.True(t, false, "got %v", v) },
}

var errorFailures = map[string]func(t *failed, err error){
	"NoError":         func(t *failed, err error) { assert.NoError(t, err) },
	"ErrorIs":         func(t *failed, err error) { assert.ErrorIs(t, err, errMine) },
	"ErrorAs":         func(t *failed, err error) { var v *vendorError; assert.ErrorAs(t, err, &v) },
	"require.NoError": func(t *failed, err error) { require.NoError(t, err) },
}

// reporters print an error's chain, as crash reporters and error pages do.
var reporters = map[string]func(err error) string{
	"Unwrap chain": func(err error) string {
		var b strings.Builder
		for ; err != nil; err = errors.Unwrap(err) {
			fmt.Fprintf(&b, "%T: %+v\n%#v\n", err, err, err)
		}
		return b.String()
	},
	"Unwrap tree": func(err error) string { return unwrapTree(err, 0) },
	"fields": func(err error) string {
		var b strings.Builder
		for ; err != nil; err = errors.Unwrap(err) {
			v := reflect.Indirect(reflect.ValueOf(err))
			for i := range v.NumField() {
				fmt.Fprintf(&b, "%s=%v\n", v.Type().Field(i).Name, v.Field(i))
			}
		}
		return b.String()
	},
}

func unwrapTree(err error, depth int) string {
	text := fmt.Sprintf("%*s%T %v %+v\n", depth, "", err, err, err)
	switch x := err.(type) { //nolint:errorlint // one node of a walk
	case interface{ Unwrap() error }:
		if inner := x.Unwrap(); inner != nil {
			text += unwrapTree(inner, depth+1)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range x.Unwrap() {
			text += unwrapTree(inner, depth+1)
		}
	}
	return text
}

// ofItself are the methods of the error that return text for readers other than developers.
var ofItself = map[string]func(e *toolerr.ToolRuntimeError) string{
	"Error":     (*toolerr.ToolRuntimeError).Error,
	"ErrorType": (*toolerr.ToolRuntimeError).ErrorType,
	"Message":   func(e *toolerr.ToolRuntimeError) string { return e.Message().String() },
	"Hint":      func(e *toolerr.ToolRuntimeError) string { return e.Hint().String() },
	"Service":   (*toolerr.ToolRuntimeError).Service,
	"Payload":   func(e *toolerr.ToolRuntimeError) string { return e.Payload().String() },
	"Result":    func(e *toolerr.ToolRuntimeError) string { return toolerr.Result(page{"k", nil}, e).String() },
	"Result, joined": func(e *toolerr.ToolRuntimeError) string {
		return toolerr.Result(nil, errors.Join(errVendor, e)).String()
	},
	"Result, not adapted": func(e *toolerr.ToolRuntimeError) string {
		return toolerr.Result(nil, e.Cause().(interface{ Unwrap() error }).Unwrap()).String()
	},
	"Result, encoding fails": func(e *toolerr.ToolRuntimeError) string {
		return toolerr.Result(map[string]any{"canary-field": make(chan int)}, nil).String()
	},
	"MarshalText": func(e *toolerr.ToolRuntimeError) string { b, err := e.MarshalText(); return fmt.Sprint(string(b), err) },
	"MarshalJSON": func(e *toolerr.ToolRuntimeError) string { b, err := e.MarshalJSON(); return fmt.Sprint(string(b), err) },
	"slog without dev": func(e *toolerr.ToolRuntimeError) string {
		var b bytes.Buffer
		// Developers read the log, so it has the vendor's code and the request id.
		slog.New(dropDev{slog.NewTextHandler(&b, nil)}).Error("x", "err", e.With(toolerr.WithVendorCode(""), toolerr.WithRequestID("")))
		return b.String()
	},
}

// developerViews are the exceptions: they show content, but no credential.
func developerViews(t *testing.T, e *toolerr.ToolRuntimeError) []rendering {
	t.Helper()
	var all []rendering
	add := func(name, text string) { all = append(all, rendering{name, text}) }
	report := asJSON(t, e.Report())
	add("DeveloperMessage", e.DeveloperMessage())
	add("Report", fmt.Sprintf("%+v", e.Report()))
	add("Report, JSON", report)
	add("Extra", fmt.Sprintf("%#v", e.Extra()))
	add("LogValue", e.LogValue().String())
	for name, v := range map[string]any{"pointer": e, "value": *e, "group": slog.GroupValue(slog.Any("err", e))} {
		var text, lines bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Error("x", "err", v)
		slog.New(slog.NewJSONHandler(&lines, nil)).Error("x", "err", v)
		add("slog text of "+name, text.String())
		add("slog JSON of "+name, lines.String())
	}
	add("restored", fmt.Sprintf("%+v", toolerr.FromReport(e.Report()).Report()))
	return all
}

func TestPrivacy(t *testing.T) {
	const atLeast = 80
	count := 0
	for name, e := range map[string]*toolerr.ToolRuntimeError{"cause": planted(), "developer": plantedDeveloper()} {
		t.Run(name, func(t *testing.T) {
			for _, r := range renderings(t, e) {
				count++
				for _, canary := range append(contents, credentials...) {
					assert.NotContains(t, r.text, canary, r.name)
				}
			}
			for _, r := range developerViews(t, e) {
				for _, canary := range credentials {
					assert.NotContains(t, r.text, canary, r.name)
				}
			}
		})
	}
	t.Logf("%d renderings", count)
	assert.GreaterOrEqual(t, count, atLeast)
}

// The sweep finds leaks: a plain struct with the same fields leaks from nearly every
// rendering, and the developer's views show what they should.
func TestPrivacySweepFindsLeaks(t *testing.T) {
	type leaky struct {
		message string
		Cause   error
	}
	e := leaky{"It did not work.", errors.New("canary-cause")}
	caught := 0
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if strings.Contains(fmt.Sprintf(verb, e), "canary-cause") {
			caught++
		}
	}
	for _, dump := range dumpers {
		if strings.Contains(dump(&e), "canary-cause") {
			caught++
		}
	}
	var out failed
	failures["Equal, typed"](&out, &e)
	if strings.Contains(out.text, "canary-cause") {
		caught++
	}
	assert.Equal(t, 3+2+1, caught, "%%#v stops at a pointer, go/ast at unexported fields")

	var seen strings.Builder
	for _, e := range []*toolerr.ToolRuntimeError{planted(), plantedDeveloper()} {
		for _, r := range developerViews(t, e) {
			seen.WriteString(r.text)
		}
	}
	for _, canary := range contents {
		if canary == "canary-field" { // in the vendor's struct, which no rendering dumps
			continue
		}
		assert.Contains(t, seen.String(), canary, "developers see it")
	}
}

// No rendering, including the developer's, contains a credential of any known shape, in
// whatever part of the error it was.
func TestNoCredentialComesOut(t *testing.T) {
	places := map[string]func(secret string) *toolerr.ToolRuntimeError{
		"cause":             func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithCause(errors.New("a " + s + " b"))) },
		"type of the cause": func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithCause(&canaryType{s, s, nil})) },
		"developer message": func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithDeveloperMessage("a " + s + " b")) },
		"service":           func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithService(s)) },
		"upstream, ident": func(s string) *toolerr.ToolRuntimeError {
			return toolerr.Upstream(404, toolerr.Message{}, toolerr.WithUpstreamName(toolerr.Ident(s)))
		},
		"upstream, quote": func(s string) *toolerr.ToolRuntimeError {
			return toolerr.Upstream(404, toolerr.Message{}, toolerr.WithUpstreamName(toolerr.Quote(s)))
		},
		"vendor code": func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithVendorCode(s)) },
		"listed code": func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithNote(note.Code(s))) },
		"http method": func(s string) *toolerr.ToolRuntimeError {
			return fatal(toolerr.WithEndpoint(s, "https://example.com/"))
		},
		"URL": func(s string) *toolerr.ToolRuntimeError {
			return fatal(toolerr.WithEndpoint("GET", "https://"+s+"@example.com/"+s+"?q="+s+"#"+s))
		},
		"path": func(s string) *toolerr.ToolRuntimeError {
			return fatal(toolerr.WithEndpoint("GET", "https://example.com/"+s+"?q="+s+"#"+s))
		},
		"request id": func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithRequestID(s)) },
		"metadata":   func(s string) *toolerr.ToolRuntimeError { return fatal(toolerr.WithMetadata("field", "a "+s+" b")) },
		"stack": func(s string) *toolerr.ToolRuntimeError {
			return fatal(toolerr.WithNote(note.Stack([]byte("a " + s + " b"))))
		},
		"hint": func(s string) *toolerr.ToolRuntimeError {
			return fatal(toolerr.WithHint(toolerr.Msgf("%s", toolerr.Quote(s))))
		},
		"message": func(s string) *toolerr.ToolRuntimeError { return toolerr.Fatal(toolerr.Msgf("%s", toolerr.Ident(s))) },
		"problem path": func(s string) *toolerr.ToolRuntimeError {
			return toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/" + s}})
		},
		"problem": func(s string) *toolerr.ToolRuntimeError {
			return toolerr.InvalidInput(say, []toolerr.Problem{{Problem: toolerr.Msgf("%s", toolerr.Quote(s))}})
		},
		"an error of ours in the cause": func(s string) *toolerr.ToolRuntimeError {
			return fatal(toolerr.WithCause(fatal(toolerr.WithDeveloperMessage("a " + s + " b"))))
		},
		"a report": func(s string) *toolerr.ToolRuntimeError {
			return toolerr.FromReport(toolerr.Report{DeveloperMessage: s, VendorCode: s, Extra: toolerr.Extra{
				Service: s, GoType: s, VendorCode: s, Endpoint: "https://example.com/" + s, HTTPMethod: s, RequestID: s,
			}, Problems: []toolerr.ReportProblem{{Path: s}}})
		},
	}
	views := []func(*testing.T, *toolerr.ToolRuntimeError) string{agentView, reportView, logView}
	for _, shape := range redact.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			secret := shape.Example
			// The part that is not secret, the host of a web hook, stays.
			stays := beginningIn(redact.Text("a "+secret+" b"), secret) + 5
			for place, plant := range places {
				e := plant(secret)
				for i, view := range views {
					text := view(t, e)
					assert.NotContains(t, text, secret, "%s, view %d", place, i)
					if stays < len(secret) {
						assert.LessOrEqual(t, beginningIn(text, secret), stays, "%s, view %d", place, i)
					}
				}
			}
		})
	}
}
