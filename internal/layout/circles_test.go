package layout_test

import (
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
