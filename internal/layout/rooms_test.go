package layout_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
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
