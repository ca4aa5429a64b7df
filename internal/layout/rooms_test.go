package layout_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// callWay is the path of one call through package agent, as docs/design.md shows it: the
// files in order, and the only function through which each is entered. The parts around a
// call, such as the journal and the budget, are called on the way and call none of these.
var callWay = []struct{ file, door string }{
	{"answer.go", "answer"},       // parse
	{"settle.go", "settleCalls"},  // the order of the calls of one answer
	{"admit.go", "admit"},         // admit
	{"authorize.go", "authorize"}, // authorise
	{"execute.go", "execute"},     // run
	{"adapt.go", "adapt"},         // adapt
	{"record.go", "record"},       // record
}

// aboveTheWay are the files that start calls.
var aboveTheWay = []string{"loop.go", "resume.go", "step.go"}

// transcript are the files that read histories. They use events, but no run.
var transcript = []string{"history.go", "ledger.go", "pending.go"}

// Only the files before a file call it, and only its entry function.
func TestACallEntersEachFileOnce(t *testing.T) {
	pkg := readRoom(t, "agent")
	before := slices.Clone(aboveTheWay)
	for _, step := range callWay {
		require.Contains(t, pkg.files, step.file)
		for user, names := range pkg.usersOf(step.file) {
			assert.Contains(t, before, user, "%s uses %v of %s, which comes before it", user, names, step.file)
			assert.Equal(t, []string{step.door}, names, "of %s, in %s", step.file, user)
		}
		before = append(before, step.file)
	}
}

func TestTranscriptIsIndependentOfRuns(t *testing.T) {
	pkg := readRoom(t, "agent")
	for _, file := range transcript {
		ast.Inspect(pkg.files[file], func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				switch pkg.info.Uses[id] {
				case pkg.object("run"), pkg.object("host"), pkg.object("journal"), pkg.object("Runner"):
					assert.Fail(t, "a transcript that depends on a run", "%s: %s", file, id.Name)
				}
			}
			return true
		})
	}
}

// The type run stays small.
func TestRunIsSmall(t *testing.T) {
	named, ok := readRoom(t, "agent").object("run").Type().(*types.Named)
	require.True(t, ok)
	assert.LessOrEqual(t, named.NumMethods(), 30)
}

// A room is one package, type-checked without its imports.
type room struct {
	files map[string]*ast.File
	set   *token.FileSet
	pkg   *types.Package
	info  *types.Info
}

func readRoom(t *testing.T, dir string) *room {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	r := &room{
		files: map[string]*ast.File{}, set: token.NewFileSet(),
		info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}},
	}
	var all []*ast.File
	for _, name := range names {
		if ok, _ := filepath.Match("*_test.go", filepath.Base(name)); ok {
			continue
		}
		file, err := parser.ParseFile(r.set, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		r.files[filepath.Base(name)] = file
		all = append(all, file)
	}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	r.pkg, _ = config.Check(dir, r.set, all, r.info)
	require.NotEmpty(t, r.info.Uses)
	return r
}

func (r *room) object(name string) types.Object { return r.pkg.Scope().Lookup(name) }

// usersOf returns the functions and methods of a file that other files use.
func (r *room) usersOf(file string) map[string][]string {
	users := map[string][]string{}
	for id, used := range r.info.Uses {
		f, ok := used.(*types.Func)
		if !ok || f.Pkg() != r.pkg || filepath.Base(r.set.Position(f.Origin().Pos()).Filename) != file {
			continue
		}
		if user := filepath.Base(r.set.Position(id.Pos()).Filename); user != file && !slices.Contains(users[user], f.Name()) {
			users[user] = append(users[user], f.Name())
			slices.Sort(users[user])
		}
	}
	return users
}

// layered are packages whose files form layers: no file uses a name of a file that uses one
// of its own, directly or through others. The uses are the exceptions.
var layered = map[string][]string{
	"adapter": nil, "internal/refusal": nil, "internal/signs": nil, "internal/cooldown": nil, "internal/wire": nil,
	"agent": { // an agent has tools, and an agent can be a tool
		"agent.go uses bind, boundTool, name of functool.go",
		"functool.go uses Agent of agent.go",
	},
}

func TestFilesFormLayers(t *testing.T) {
	for dir, want := range layered {
		assert.Equal(t, want, readRoom(t, dir).circles(), dir)
	}
}

func TestCirclesAreFound(t *testing.T) {
	here, err := filepath.Abs(root)
	require.NoError(t, err)
	dir, err := filepath.Rel(here, t.TempDir())
	require.NoError(t, err)
	for name, text := range map[string]string{
		"a.go": "func A() { B() }\ntype T struct{ field int }", "b.go": "func B() { C(); D() }", "c.go": "func C(t T) int { return t.field }", "d.go": "func D() {}",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(root, dir, name), []byte("package p\n"+text), 0o600))
	}
	assert.Equal(t, []string{"a.go uses B of b.go", "b.go uses C of c.go", "c.go uses T, field of a.go"}, readRoom(t, dir).circles())
}

// uses returns the names of other files that each file uses.
func (r *room) uses() map[string]map[string][]string {
	files := map[string]map[string][]string{}
	for id, used := range r.info.Uses {
		v, isVar := used.(*types.Var)
		_, isFunc := used.(*types.Func)
		if used.Pkg() != r.pkg || used.Parent() != r.pkg.Scope() && !isFunc && (!isVar || !v.IsField()) {
			continue
		}
		user, file := filepath.Base(r.set.Position(id.Pos()).Filename), filepath.Base(r.set.Position(used.Pos()).Filename)
		if user == file || file == "." {
			continue
		}
		if files[user] == nil {
			files[user] = map[string][]string{}
		}
		if names := files[user][file]; !slices.Contains(names, used.Name()) {
			files[user][file] = append(names, used.Name())
			slices.Sort(files[user][file])
		}
	}
	return files
}

// circles returns the uses between files that are part of a circle.
func (r *room) circles() (all []string) {
	uses := r.uses()
	var reach func(from, to string, seen map[string]bool) bool
	reach = func(from, to string, seen map[string]bool) bool {
		for next := range uses[from] {
			if next == to || !seen[next] && func() bool { seen[next] = true; return reach(next, to, seen) }() {
				return true
			}
		}
		return false
	}
	for user, files := range uses {
		for file, names := range files {
			if reach(file, user, map[string]bool{}) {
				all = append(all, user+" uses "+strings.Join(names, ", ")+" of "+file)
			}
		}
	}
	slices.Sort(all)
	return all
}

// errorWay is the path of one error through package adapter, as docs/design.md shows it: the
// files in order, and the only function through which each is entered.
var errorWay = []struct{ file, door string }{
	{"scan.go", "scan"},           // what is in the tree
	{"ask.go", "ask"},             // what the adapters say
	{"attribute.go", "attribute"}, // which exchange caused it
	{"decide.go", "decide"},       // what it means
	{"disclose.go", "disclose"},   // which words the model reads
}

// Only Chain.adapt enters the files, through their doors, once each. Chain.Resolve is for
// errors that were adapted before.
func TestAnErrorEntersEachFileOnce(t *testing.T) {
	pkg := readRoom(t, "adapter")
	for _, step := range errorWay {
		require.Contains(t, pkg.files, step.file)
		users := pkg.usersOf(step.file)
		assert.Equal(t, map[string][]string{"chain.go": {step.door}}, users, step.file)
	}
	calls := map[string]int{}
	for _, decl := range pkg.files["chain.go"].Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "adapt" {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					calls[id.Name]++
				}
				return true
			})
		}
	}
	for _, step := range errorWay {
		assert.Equal(t, 1, calls[step.door], "calls of %s in Chain.adapt", step.door)
	}
}
