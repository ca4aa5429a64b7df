package mappings

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
)

// proofs are the packages that test real clients: a folder per vendor, and a file per vendor.
type proofs struct {
	folders, files string
	// required are the direct requirements of their module, with their versions.
	required []requirement
	// language is their Go version.
	language string
}

type requirement struct{ path, version string }

func readProofs(module string) (proofs, error) {
	p := proofs{folders: filepath.Join(module, "vendorproof"), files: filepath.Join(module, "sdkmatrix")}
	files, _ := filepath.Glob(filepath.Join(module, "*.mod")) // go.mod, and modfiles with other releases
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return proofs{}, err
		}
		for line := range strings.Lines(string(text)) {
			p.line(strings.Fields(line))
		}
	}
	return p, nil
}

// line parses a line of a go.mod. Only lines with a path and a version, without "//
// indirect", are needed.
func (p *proofs) line(words []string) {
	if len(words) == 2 && words[0] == "go" {
		p.language = words[1]
	}
	if len(words) > 0 && words[0] == "require" {
		words = words[1:]
	}
	if len(words) == 2 && strings.HasPrefix(words[1], "v") && strings.Contains(words[0], ".") {
		p.required = append(p.required, requirement{words[0], words[1]})
	}
}

// of returns the modules that the proofs of a vendor import, and those of the types that
// its package names, with their versions.
func (p proofs) of(v vendorPackage, src source) []string {
	if v.word() == "std" {
		return []string{"`go` " + p.language}
	}
	fset := token.NewFileSet()
	folder, _ := parse(fset, filepath.Join(p.folders, v.word()), func(string) bool { return true }, parser.ImportsOnly)
	file, _ := parse(fset, p.files, func(name string) bool {
		word := strings.TrimSuffix(name, ".go")
		return slices.ContainsFunc(v.adapters, func(a adapter.Adapter) bool { return strings.HasPrefix(a.Slug(), "_"+word) })
	}, parser.ImportsOnly)
	var found []requirement
	for _, f := range append(folder, file...) {
		for _, i := range f.Imports {
			found = append(found, p.requirementsOf(i)...)
		}
	}
	for _, r := range p.required {
		if slices.ContainsFunc(src.paths, func(at string) bool { return below(at, withoutMajor(r.path)) }) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b requirement) int {
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.version, b.version))
	})
	var all []string
	for _, r := range slices.Compact(found) {
		all = append(all, fmt.Sprintf("`%s` %s", r.path, r.version))
	}
	return all
}

// below reports whether a package's path is a module's or below it.
func below(pkg, module string) bool { return pkg == module || strings.HasPrefix(pkg, module+"/") }

// withoutMajor returns a module's path in the form that package adapter/shape compares.
func withoutMajor(module string) string {
	if isMajor(path.Base(module)) {
		return path.Dir(module)
	}
	return module
}

// own are modules that are not required as clients under test.
var own = []string{strings.TrimSuffix(module, "/"), "github.com/stretchr/testify"}

// requirementsOf returns the module of an import, in all its versions.
func (p proofs) requirementsOf(i *ast.ImportSpec) []requirement {
	imported, err := strconv.Unquote(i.Path.Value)
	if err != nil {
		return nil
	}
	var found []requirement
	for _, r := range p.required {
		switch {
		case !below(imported, r.path) || slices.ContainsFunc(own, func(m string) bool { return below(r.path, m) }):
		case len(found) == 0 || len(r.path) > len(found[0].path):
			found = []requirement{r}
		case r.path == found[0].path:
			found = append(found, r)
		}
	}
	return found
}

func isMajor(element string) bool {
	digits, ok := strings.CutPrefix(path.Base(element), "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
