package toolerr_test

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A message is safe because these snippets do not compile. Each is the body of a function
// in a package that imports errors, fmt, os, strings and toolerr.
var refused = map[string]string{
	"an error's text":                 `toolerr.Msg(err.Error())`,
	"an error's text, formatted":      `toolerr.Msg(fmt.Sprintf("failed: %v", err))`,
	"a string variable":               `s := "x"; toolerr.Msg(s)`,
	"a string parameter":              `func(s string) { toolerr.Msg(s) }("x")`,
	"a conversion to string":          `toolerr.Msg(string([]byte("x")))`,
	"a conversion to the type":        `toolerr.Msg(toolerr.literal(err.Error()))`,
	"a typed constant":                `const s string = "x"; toolerr.Msg(s)`,
	"a constant of a named type":      `type text string; const s text = "x"; toolerr.Msg(s)`,
	"a constant plus a variable":      `s := "x"; toolerr.Msg("failed: " + s)`,
	"a constant plus an error":        `toolerr.Msg("failed: " + err.Error())`,
	"joined strings":                  `toolerr.Msg(strings.Join([]string{"a", "b"}, " "))`,
	"the environment":                 `toolerr.Msg(os.Getenv("HOME"))`,
	"an index":                        `toolerr.Msg([]string{"x"}[0])`,
	"an any":                          `var x any = "x"; toolerr.Msg(x)`,
	"an assertion":                    `var x any = "x"; toolerr.Msg(x.(string))`,
	"a byte slice":                    `toolerr.Msg([]byte("x"))`,
	"a number":                        `toolerr.Msg(42)`,
	"a message":                       `toolerr.Msg(toolerr.Msg("x"))`,
	"a message's text":                `toolerr.Msg(toolerr.Msg("x").String())`,
	"Msg as a func of string":         `var f func(string) toolerr.Message = toolerr.Msg; f(err.Error())`,
	"a variable in Msgf":              `toolerr.Msgf(err.Error())`,
	"a string argument of Msgf":       `toolerr.Msgf("failed: %s", "x")`,
	"an error argument of Msgf":       `toolerr.Msgf("failed: %s", err)`,
	"a number argument of Msgf":       `toolerr.Msgf("failed: %s", 42)`,
	"a nil argument of Msgf":          `toolerr.Msgf("failed: %s", nil)`,
	"a message argument of Msgf":      `toolerr.Msgf("failed: %s", toolerr.Msg("x"))`,
	"a variable in Name":              `s := "x"; toolerr.Name(s)`,
	"an error's text in Name":         `toolerr.Name(err.Error())`,
	"a string in Int":                 `toolerr.Int("x")`,
	"fields of Message by name":       `_ = toolerr.Message{text: err.Error()}`,
	"fields of Message by place":      `_ = toolerr.Message{err.Error()}`,
	"a field of Message":              `var m toolerr.Message; m.text = err.Error()`,
	"fields of Arg by name":           `_ = toolerr.Arg{text: err.Error()}`,
	"fields of Arg by place":          `_ = toolerr.Arg{1, 2, err.Error()}`,
	"a Message from a string":         `_ = toolerr.Message(err.Error())`,
	"a Message from a struct":         `_ = toolerr.Message(struct{ text string }{err.Error()})`,
	"an Arg from a struct":            `_ = toolerr.Arg(struct{ text string }{err.Error()})`,
	"an Arg of another type":          `type mine struct{ toolerr.Arg }; toolerr.Msgf("%s", mine{})`,
	"a string where a Message goes":   `toolerr.Fatal("failed")`,
	"an error where a Message goes":   `toolerr.Fatal(err)`,
	"an error's text to Fatal":        `toolerr.Fatal(err.Error())`,
	"a string as a hint":              `toolerr.Retryable(toolerr.Msg("x"), err.Error())`,
	"a string as a prompt":            `toolerr.ContextRequired(toolerr.Msg("x"), err.Error())`,
	"a string as an option's hint":    `toolerr.WithHint(err.Error())`,
	"a string as a problem":           `_ = toolerr.Problem{Path: "/a", Problem: err.Error()}`,
	"a string as an upstream's name":  `toolerr.WithUpstreamName(err.Error())`,
	"a Message in a ToolRuntimeError": `_ = toolerr.ToolRuntimeError{message: toolerr.Msg("x")}`,
	"the private part":                `_ = toolerr.Fatal(toolerr.Msg("x")).private()`,
}

var accepted = map[string]string{
	"a literal":              `toolerr.Msg("x")`,
	"a raw literal":          "toolerr.Msg(`x`)",
	"an untyped constant":    `const s = "x"; toolerr.Msg(s)`,
	"constants, added":       `const s = "x"; toolerr.Msg("a " + s + " b")`,
	"Msgf":                   `toolerr.Msgf("%s of %s", toolerr.Int(len(err.Error())), toolerr.Name("x"))`,
	"Msgf, arguments spread": `args := []toolerr.Arg{toolerr.Int(1)}; toolerr.Msgf("%s", args...)`,
	"the zero Message":       `toolerr.Fatal(toolerr.Message{})`,
	"the zero Arg":           `toolerr.Msgf("%s", toolerr.Arg{})`,
	"a kind's message":       `toolerr.Fatal(toolerr.KindUnknown.Message())`,
	"a problem":              `_ = toolerr.Problem{Path: "/a", Problem: toolerr.Msg("must be a number")}`,
}

func TestMessagesThatDoNotCompile(t *testing.T) {
	check := typeChecker(t)
	for name, snippet := range refused {
		t.Run(name, func(t *testing.T) {
			err := check(snippet)
			require.Error(t, err, "this compiles: %s", snippet)
			// The error is one of types; the snippet is valid Go.
			for _, mistake := range []string{"undefined: ", "declared and not used", "not used as value", "could not import", "expected"} {
				assert.NotContains(t, err.Error(), mistake)
			}
		})
	}
}

func TestMessagesThatCompile(t *testing.T) {
	check := typeChecker(t)
	for name, snippet := range accepted {
		t.Run(name, func(t *testing.T) { assert.NoError(t, check(snippet)) })
	}
}

// typeChecker returns a function that type-checks a snippet. It reads imported packages
// from the build cache, where the build of this test has put them.
func typeChecker(t *testing.T) func(snippet string) error {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}",
		"errors", "fmt", "os", "strings", "github.com/errand-go/errand/toolerr").Output()
	require.NoError(t, err)
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	fset := token.NewFileSet()
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	return func(snippet string) error {
		file, err := parser.ParseFile(fset, "snippet.go", `package snippet
import ("errors"; "fmt"; "os"; "strings"; "github.com/errand-go/errand/toolerr")
var _, _, _, _, _ = errors.New, fmt.Sprint, os.Getenv, strings.Join, toolerr.Kinds
func f(err error) { `+snippet+` }`, parser.SkipObjectResolution)
		require.NoError(t, err, "the snippet is not Go: %s", snippet)
		_, err = config.Check("snippet", fset, []*ast.File{file}, nil)
		return err
	}
}

// Code that compiles although it should not; see docs/rough_edges.md.
func TestLaundering(t *testing.T) {
	var stderr bytes.Buffer
	run := exec.Command("go", "run", "./testdata/launder")
	run.Stderr = &stderr
	out, err := run.Output()
	require.NoError(t, err, stderr.String())
	assert.Equal(t, `generic inference of Msg: row 8841 of customers
generic inference of Msgf: row 8841 of customers
generic inference of Name: row 8841 of customers
reflection: row 8841 of customers
UncheckedMessage: row 8841 of customers
FromReport: row 8841 of customers
Quote of a variable: "row 8841 of customers"
Ident of a variable: row_8841
`, string(out))
}
