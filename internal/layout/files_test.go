package layout_test

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// errorWay is the path of one error through package adapter, as docs/design.md shows it: the
// files in order, and the only function through which each is entered.
var errorWay = []struct{ file, door string }{
	{"scan.go", "scan"},           // what is in the tree
	{"ask.go", "ask"},             // what the adapters say
	{"attribute.go", "attribute"}, // which exchange caused it
	{"decide.go", "decide"},       // what it means
	{"disclose.go", "disclose"},   // which words the model reads
}

// Only Chain.adapt enters the files, through their doors, once each. Undecodable is for
// adapters, and Chain.Resolve for errors that were adapted before.
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

// The files of these packages can be read in an order in which each uses only earlier ones.
func TestNoCircleOfFiles(t *testing.T) {
	for _, dir := range []string{"adapter", "internal/signs", "internal/cooldown", "internal/wire"} {
		assert.Empty(t, readRoom(t, dir).circle(), dir)
	}
}

// The test finds a circle: the files of the loop's package have some.
func TestCirclesAreFound(t *testing.T) {
	assert.NotEmpty(t, readRoom(t, "agent").circle())
}

// circle returns the files that use each other in a circle, or that are used by such files
// only; none if there is no circle.
func (r *room) circle() []string {
	uses := map[string][]string{}
	for file := range r.files {
		uses[file] = nil
	}
	for id, used := range r.info.Uses {
		_, isFunc := used.(*types.Func)
		if used.Pkg() != r.pkg || !isFunc && used.Parent() != r.pkg.Scope() {
			continue
		}
		from, to := filepath.Base(r.set.Position(id.Pos()).Filename), filepath.Base(r.set.Position(used.Pos()).Filename)
		if from != to {
			uses[from] = append(uses[from], to)
		}
	}
	for removed := true; removed; {
		removed = false
		for file, others := range uses {
			if !slices.ContainsFunc(others, func(other string) bool { _, left := uses[other]; return left }) {
				delete(uses, file)
				removed = true
			}
		}
	}
	var left []string
	for file := range uses {
		left = append(left, file)
	}
	slices.Sort(left)
	return left
}
