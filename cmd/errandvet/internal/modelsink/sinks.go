package modelsink

import (
	"errors"
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A sink is a parameter or field whose text a model reads. If the parameter is a function,
// a model reads its results.
type sink struct {
	pkg  string // the import path, without a major version
	name string // Func, Type.Method or Type.Field
	// arg is the index of the parameter, or -1 for a field.
	arg int
	// failure is true if the text is only for failures, so that it must not contain text of a
	// response. For other sinks, such text may be the result of the tool. For a function, it
	// means that the host writes the text of a returned error for the model.
	failure bool
}

// An answer is a function whose results a model reads.
type answer struct {
	pkg string
	// result or param is the name of a type of the package in the function's results or
	// parameters. method and iface are a method of the types that implement the interface.
	result, param, method, iface string
	// failure is true if the host writes the text of a returned error for the model. With
	// errand's middleware it does not. For other functions, an error ends the run.
	failure bool
	// own is true for a row from the flag. All text in its result is read, too.
	own bool
}

const (
	goSDK     = "github.com/modelcontextprotocol/go-sdk/mcp"
	mcpGo     = "github.com/mark3labs/mcp-go/mcp"
	openAI    = "github.com/openai/openai-go"
	anthropic = "github.com/anthropics/anthropic-sdk-go"
	genAI     = "google.golang.org/genai"
	eino      = "github.com/cloudwego/eino"
	genkit    = "github.com/firebase/genkit/go/ai"
	langchain = "github.com/tmc/langchaingo"
	adk       = "google.golang.org/adk"
)

// sinks are the parameters and fields, in the newest release of each SDK unless a row
// states another.
var sinks = []sink{
	{goSDK, "TextContent.Text", -1, false},
	{goSDK, "CallToolResult.StructuredContent", -1, false},
	{goSDK, "CallToolResult.SetError", 0, true},

	{mcpGo, "NewToolResultError", 0, true},
	{mcpGo, "NewToolResultErrorf", 0, true},
	{mcpGo, "NewToolResultErrorf", 1, true},
	{mcpGo, "NewToolResultErrorFromErr", 0, true},
	{mcpGo, "NewToolResultErrorFromErr", 1, true},
	{mcpGo, "NewToolResultText", 0, false},
	{mcpGo, "NewToolResultJSON", 0, false},
	{mcpGo, "NewToolResultStructured", 0, false},
	{mcpGo, "NewToolResultStructured", 1, false},
	{mcpGo, "NewToolResultStructuredOnly", 0, false},
	{mcpGo, "NewToolResultImage", 0, false},
	{mcpGo, "NewToolResultAudio", 0, false},
	{mcpGo, "NewToolResultResource", 0, false},
	{mcpGo, "NewTextContent", 0, false},
	{mcpGo, "TextContent.Text", -1, false},
	{mcpGo, "TextResourceContents.Text", -1, false},
	{mcpGo, "CallToolResult.StructuredContent", -1, false},

	{openAI, "ToolMessage", 0, false},
	{openAI, "FunctionMessage", 0, false},
	{openAI, "ChatCompletionToolMessageParamContentUnion.OfString", -1, false},
	{openAI + "/responses", "ResponseInputItemParamOfFunctionCallOutput", 0, false}, // v3.96.0; in older releases, the id of the call is first
	{openAI + "/responses", "ResponseInputItemParamOfFunctionCallOutput", 1, false},
	{openAI + "/responses", "ResponseInputItemFunctionCallOutputOutputUnionParam.OfString", -1, false},

	{anthropic, "NewToolResultBlock", 1, false},
	{anthropic, "NewTextBlock", 0, false},
	{anthropic, "TextBlockParam.Text", -1, false},

	{genAI, "NewPartFromFunctionResponse", 1, false},
	{genAI, "NewContentFromFunctionResponse", 1, false},
	{genAI, "FunctionResponse.Response", -1, false},

	{eino + "/schema", "ToolMessage", 0, false},
	{eino + "/components/tool/utils", "NewTool", 1, false},
	{eino + "/components/tool/utils", "InferTool", 2, false},
	{"github.com/firebase/genkit/go/genkit", "DefineTool", 3, false},
	{adk + "/tool/functiontool", "New", 1, true},
	{genkit, "NewToolResponsePart", 0, false},
	{genkit, "ToolResponse.Output", -1, false},
	{langchain + "/llms", "ToolCallResponse.Content", -1, false},

	{"github.com/errand-go/errand/toolerr", "UncheckedMessage", 0, true},
}

// answers are functions whose results a model reads.
var answers = []answer{
	{pkg: goSDK, result: "CallToolResult", param: "CallToolRequest", failure: true},
	{pkg: mcpGo, result: "CallToolResult", param: "CallToolRequest", failure: true},
	{pkg: eino + "/components/tool", method: "InvokableRun", iface: "InvokableTool"},
	{pkg: genkit, param: "ToolContext"},
	{pkg: langchain + "/tools", method: "Call", iface: "Tool"},
	{pkg: adk + "/tool", param: "Context", failure: true},
}

var major = regexp.MustCompile(`/v[0-9]+(/|$)`)

// unversioned returns an import path without its major version.
func unversioned(path string) string {
	return strings.TrimSuffix(major.ReplaceAllString(path, "$1"), "/")
}

// A table finds the sinks of a package.
type table struct {
	byName  map[string][]sink // by path and name
	paths   map[string]bool
	answers map[string][]answer // by path
	own     map[string]bool     // by path and name, from the flag
	held    map[*types.Package]map[*types.Named]bool
}

func newTable(own ownSinks) table {
	t := table{byName: map[string][]sink{}, paths: map[string]bool{}, answers: map[string][]answer{}, own: map[string]bool{}, held: map[*types.Package]map[*types.Named]bool{}}
	for _, s := range sinks {
		t.byName[s.pkg+"."+s.name] = append(t.byName[s.pkg+"."+s.name], s)
		t.paths[s.pkg] = true
	}
	for _, a := range answers {
		t.answers[a.pkg] = append(t.answers[a.pkg], a)
		t.paths[a.pkg] = true
	}
	for _, s := range own.sinks {
		t.own[s.pkg+"."+s.name] = true
		t.byName[s.pkg+"."+s.name] = append(t.byName[s.pkg+"."+s.name], s)
		t.paths[s.pkg] = true
	}
	for _, a := range own.answers {
		t.answers[a.pkg] = append(t.answers[a.pkg], a)
		t.paths[a.pkg] = true
	}
	return t
}

// has reports whether the package has sinks.
func (t table) has(pkg *types.Package) bool { return pkg != nil && t.paths[unversioned(pkg.Path())] }

// function returns the sinks among the parameters of f.
func (t table) function(f *types.Func) []sink {
	if !t.has(f.Pkg()) {
		return nil
	}
	return t.byName[unversioned(f.Pkg().Path())+"."+nameOf(f)]
}

// nameOf returns the name of a function, or Type.Method.
func nameOf(f *types.Func) string {
	if recv := f.Signature().Recv(); recv != nil && typeName(recv.Type()) != "" {
		return typeName(recv.Type()) + "." + f.Name()
	}
	return f.Name()
}

// field returns the sink for field i of the struct type.
func (t table) field(structType types.Type, f *types.Var) (sink, bool) {
	if !t.has(f.Pkg()) {
		return sink{}, false
	}
	found := t.byName[unversioned(f.Pkg().Path())+"."+typeName(structType)+"."+f.Name()]
	if len(found) > 0 && found[0].arg < 0 {
		return found[0], true
	}
	if named := named(structType); named != nil && t.holds(f.Pkg(), named) {
		return sink{name: named.Obj().Name() + "." + f.Name(), arg: -1}, true
	}
	return sink{}, false
}

// holds reports whether a result type of the package that the flag names has values of the
// type: in its fields, or behind an interface of the package.
func (t table) holds(pkg *types.Package, typ *types.Named) bool {
	held := t.held[pkg]
	if held == nil {
		held = map[*types.Named]bool{}
		t.held[pkg] = held
		for _, row := range t.answers[unversioned(pkg.Path())] {
			if obj := pkg.Scope().Lookup(row.result); row.own && obj != nil {
				hold(held, pkg, obj.Type())
			}
		}
	}
	return held[typ.Origin()]
}

func hold(held map[*types.Named]bool, pkg *types.Package, t types.Type) {
	switch u := types.Unalias(t).(type) {
	case interface{ Elem() types.Type }: // a pointer, slice, array, map or channel
		hold(held, pkg, u.Elem())
		return
	case *types.Named:
		if u = u.Origin(); u.Obj().Pkg() != pkg || held[u] {
			return
		}
		held[u] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			hold(held, pkg, f.Type())
		}
	case *types.Interface:
		for _, name := range pkg.Scope().Names() {
			obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if ok && !u.Empty() && (types.Implements(obj.Type(), u) || types.Implements(types.NewPointer(obj.Type()), u)) {
				hold(held, pkg, obj.Type())
			}
		}
	}
}

// named returns the named type of t, or of what it points to.
func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// typeName returns the name of t, or of the type it points to.
func typeName(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		return t.Obj().Name()
	case *types.Pointer:
		return typeName(t.Elem())
	case *types.Named:
		return t.Obj().Name()
	}
	return ""
}

// is reports whether t, or the type it points to, is the named type of the package, also
// through an alias.
func is(t types.Type, pkg, name string) bool {
	switch t := t.(type) {
	case *types.Pointer:
		return is(t.Elem(), pkg, name)
	case *types.Alias:
		if o := t.Obj(); o.Name() == name && o.Pkg() != nil && unversioned(o.Pkg().Path()) == pkg {
			return true
		}
		return is(types.Unalias(t), pkg, name)
	case *types.Named:
		o := t.Obj()
		return o.Name() == name && o.Pkg() != nil && unversioned(o.Pkg().Path()) == pkg
	}
	return false
}

// tupleHas reports whether a variable of the tuple has the type.
func tupleHas(tuple *types.Tuple, pkg, name string) bool {
	for v := range tuple.Variables() {
		if is(v.Type(), pkg, name) {
			return true
		}
	}
	return false
}

// ownSinks is the value of the flag: rows of a team.
type ownSinks struct {
	text    string
	sinks   []sink
	answers []answer
}

// String returns the flag's text.
func (o *ownSinks) String() string { return o.text }

// Set parses a list of sinks: "example.com/chat.Send(1)" is the second parameter of Send,
// "example.com/chat.Client.Send(0)" that of a method, "example.com/chat.Reply.Text" a
// field, "example.com/chat.Request()" the results of functions that take or return a
// Request, and all text in one, and "example.com/chat.Tool.Run()" the results of the method
// Run of types that implement Tool.
func (o *ownSinks) Set(text string) error {
	*o = ownSinks{text: text}
	for entry := range strings.SplitSeq(text, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		slash := strings.LastIndexByte(entry, '/') + 1
		pkg, name, ok := strings.Cut(entry[slash:], ".")
		if !ok || pkg == "" {
			return fmt.Errorf("%q is not a sink: path.Func(0), path.Type.Method(0), path.Type.Field or path.Type()", entry)
		}
		path := unversioned(entry[:slash] + pkg)
		name, args, call := strings.Cut(name, "(")
		switch args, closed := strings.CutSuffix(args, ")"); {
		case call && !closed, name == "":
			return fmt.Errorf("%q is not a sink: path.Func(0), path.Type.Method(0), path.Type.Field or path.Type()", entry)
		case call && args == "":
			row := answer{pkg: path, failure: true, own: true}
			if iface, method, ok := strings.Cut(name, "."); ok {
				row.iface, row.method = iface, method
			} else {
				row.result = name
			}
			o.answers = append(o.answers, row)
		case call:
			i, err := strconv.Atoi(args)
			if err != nil || i < 0 {
				return errors.New("the index of a parameter is a number from 0: " + entry)
			}
			o.sinks = append(o.sinks, sink{path, name, i, false})
		case !strings.Contains(name, "."):
			return fmt.Errorf("%q is neither a field nor a parameter", entry)
		default:
			o.sinks = append(o.sinks, sink{path, name, -1, false})
		}
	}
	return nil
}

// missing returns a sink that the package should have and does not.
func (o *ownSinks) missing(pkg *types.Package) string {
	path := unversioned(pkg.Path())
	for _, s := range o.sinks {
		if s.pkg == path && !declares(pkg, s.name, s.arg) {
			return s.name
		}
	}
	for _, a := range o.answers {
		name := a.result
		if a.iface != "" {
			name = a.iface + "." + a.method
		}
		if a.pkg == path && !declares(pkg, name, -1) {
			return name
		}
	}
	return ""
}

// declares reports whether the package has the name, with a parameter of this index.
func declares(pkg *types.Package, name string, arg int) bool {
	name, member, isMember := strings.Cut(name, ".")
	obj := pkg.Scope().Lookup(name)
	if obj != nil && isMember {
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, pkg, member)
	}
	if f, ok := obj.(*types.Func); ok {
		return arg < f.Signature().Params().Len()
	}
	return obj != nil && arg < 0
}

// Unmatched returns the packages of the flag's sinks that are not among the packages.
func Unmatched(flag string, packages []string) ([]string, error) {
	var o ownSinks
	if err := o.Set(flag); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, p := range packages {
		known[unversioned(p)] = true
	}
	var unmatched []string
	for _, s := range o.sinks {
		unmatched = append(unmatched, s.pkg)
	}
	for _, a := range o.answers {
		unmatched = append(unmatched, a.pkg)
	}
	return slices.DeleteFunc(unmatched, func(p string) bool { return known[p] }), nil
}
