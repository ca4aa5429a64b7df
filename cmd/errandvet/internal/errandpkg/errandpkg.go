// Package errandpkg identifies errand's packages and types by their paths and names.
package errandpkg

import (
	"go/ast"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"
)

// Module is the path of errand's root module.
const Module = "github.com/errand-go/errand"

// ToolErr is the path of package toolerr.
const ToolErr = Module + "/toolerr"

// Owns reports whether the package is one of errand's.
func Owns(pkg *types.Package) bool {
	return pkg != nil && (pkg.Path() == Module || strings.HasPrefix(pkg.Path(), Module+"/"))
}

// IsTest reports whether a file belongs to a test, whose output no model reads.
func IsTest(pass *analysis.Pass, f *ast.File) bool {
	return strings.HasSuffix(pass.Fset.Position(f.FileStart).Filename, "_test.go")
}

// IsRuntimeError reports whether t is toolerr.ToolRuntimeError.
func IsRuntimeError(t types.Type) bool { return isNamed(t, "ToolRuntimeError") }

// IsRuntimeErrorPointer reports whether t is *toolerr.ToolRuntimeError.
func IsRuntimeErrorPointer(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && IsRuntimeError(p.Elem())
}

// IsWord reports whether t is toolerr.Kind or toolerr.Class, the errors without values.
func IsWord(t types.Type) bool { return isNamed(t, "Kind") || isNamed(t, "Class") }

func isNamed(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == ToolErr
}

// Use is how the package's module uses errand.
type Use struct {
	Library    bool // the module requires errand, or the package imports it
	Middleware bool // it also requires the middleware for its MCP servers
	Adapts     bool // it imports more of errand than toolerr, which adapts the errors that tools return
}

// UseOf reads the package's imports and the go.mod above its files, which the pass does not
// read because it is not a file of the package.
func UseOf(pass *analysis.Pass) Use {
	var u Use
	for _, imported := range pass.Pkg.Imports() {
		if Owns(imported) {
			u.Library = true
			u.Middleware = u.Middleware || isMiddleware(imported.Path())
			u.Adapts = u.Adapts || imported.Path() != ToolErr
		}
	}
	if len(pass.Files) == 0 {
		return u
	}
	dir := filepath.Dir(pass.Fset.Position(pass.Files[0].FileStart).Filename)
	for {
		if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			file, err := modfile.ParseLax("go.mod", data, nil)
			if err != nil {
				return u
			}
			for _, r := range file.Require {
				u.Library = u.Library || r.Mod.Path == Module
				u.Middleware = u.Middleware || isMiddleware(r.Mod.Path)
			}
			u.Adapts = u.Adapts || u.Library && adapts(dir)
			return u
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return u
		}
		dir = parent
	}
}

var adapting sync.Map // by folder

// adapts reports whether a program in the folder imports more of errand than toolerr.
func adapts(dir string) bool {
	if known, ok := adapting.Load(dir); ok {
		return known == true
	}
	found := false
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || found:
			return fs.SkipAll
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "vendor" || d.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, _ := os.ReadFile(path) // a file that cannot be read imports nothing
		text := strings.ReplaceAll(string(source), strconv.Quote(ToolErr), "")
		found = strings.Contains(text, `"`+Module+"/")
		return nil
	})
	adapting.Store(dir, found)
	return found
}

func isMiddleware(path string) bool {
	return path == Module+"/integrations/mcptools" || path == Module+"/integrations/mcpgotools"
}
