package layout_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is the path of the root module. The paths of all others begin with it.
const module = "github.com/errand-go/errand"

// root is the folder of the repository, relative to this package's.
const root = "../.."

// moduleFile is the part of the output of `go mod edit -json` that the tests read.
type moduleFile struct {
	Dir     string `json:"-"` // slash-separated, relative to root
	Module  struct{ Path string }
	Go      string
	Require []requirement
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

type requirement struct {
	Path, Version string
	Indirect      bool
}

// sourceFile is a Go file of the repository.
type sourceFile struct {
	Path    string // slash-separated, relative to root
	Imports []string
	Files   *token.FileSet // the positions of all files
	Syntax  *ast.File
}

// dir is the folder of the file, "." for the repository's own.
func (f sourceFile) dir() string { return path.Dir(f.Path) }

// modules reads every go.mod in the tree, beginning with the root's.
func modules(t *testing.T) []moduleFile {
	t.Helper()
	var all []moduleFile
	walk(t, func(name string) {
		if path.Base(name) != "go.mod" {
			return
		}
		m := moduleFile{Dir: path.Dir(name)}
		require.NoError(t, json.Unmarshal(goCommand(t, "mod", "edit", "-json", name), &m))
		all = append(all, m)
	})
	require.NotEmpty(t, all)
	require.Equal(t, ".", all[0].Dir, "go.mod of the root comes first")
	return all
}

// sources parses every Go file of the tree.
func sources(t *testing.T, mode parser.Mode) []sourceFile {
	t.Helper()
	fset := token.NewFileSet()
	var all []sourceFile
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata/") {
			return
		}
		syntax, err := parser.ParseFile(fset, filepath.Join(root, name), nil, mode|parser.SkipObjectResolution)
		require.NoError(t, err)
		all = append(all, sourceFile{
			Path:    name,
			Imports: imports(t, syntax),
			Files:   fset,
			Syntax:  syntax,
		})
	})
	require.NotEmpty(t, all)
	return all
}

func imports(t *testing.T, file *ast.File) []string {
	t.Helper()
	var paths []string
	for _, spec := range file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		paths = append(paths, p)
	}
	return paths
}

// unkept are .git and the folders in .gitignore.
var unkept = []string{".git", "bin", "node_modules"}

// walk calls visit with every file of the repository in lexical order, the files of a
// folder before those of its subfolders. It skips the folders that git does not track.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	tree := os.DirFS(root)
	var folder func(dir string)
	folder = func(dir string) {
		entries, err := fs.ReadDir(tree, dir)
		require.NoError(t, err)
		for _, e := range entries {
			if e.Type().IsRegular() && !slices.Contains(unkept, e.Name()) { // in a worktree, .git is a file
				visit(path.Join(dir, e.Name()))
			}
		}
		for _, e := range entries {
			if e.IsDir() && !slices.Contains(unkept, e.Name()) {
				folder(path.Join(dir, e.Name()))
			}
		}
	}
	folder(".")
}

// goCommand runs the go command in the repository's folder, outside the workspace, so that
// each module is read on its own.
func goCommand(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "go %s: %s", strings.Join(args, " "), &stderr)
	return out
}
