package mappings

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/spec"
)

const module = "github.com/errand-go/errand/"

// Vendors returns the list of the vendors for their page. It reads the documentation of the
// adapters' packages below root, the repository's folder.
func Vendors(root string) (string, error) {
	var b strings.Builder
	for _, a := range adapters.All() {
		tabled, ok := adapter.As[adapter.Tabled](a)
		if !ok {
			continue
		}
		name, folder := fmt.Sprintf("%T", a), strings.TrimPrefix(reflect.TypeOf(a).PkgPath(), module)
		if _, ok := a.(*spec.Adapter); ok { // of a service without a client
			folder = "adapters/" + a.Slug()[1:] + "adapter"
			name = path.Base(folder) + ".Adapter"
		}
		doc, err := firstParagraph(filepath.Join(root, filepath.FromSlash(folder)))
		if err != nil {
			return "", err
		}
		t := tabled.Table()
		anchor := strings.NewReplacer(" ", "-", ".", "").Replace(strings.ToLower(t.Display())) + "-" + t.Slug()
		fmt.Fprintf(&b, "- %s: `%s` (`%s`, [%d codes](mappings.md#%s)) %s\n",
			t.Display(), name, a.Slug(), len(t.Rows()), anchor, doc)
	}
	return b.String(), nil
}

// firstParagraph returns the first paragraph of the documentation of the package in a
// folder, which describes the recognised errors, without the package's name.
func firstParagraph(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return "", err
		}
		if text, ok := strings.CutPrefix(f.Doc.Text(), "Package "+f.Name.Name+" "); ok {
			text, _, _ = strings.Cut(text, "\n\n")
			return strings.Join(strings.Fields(text), " "), nil
		}
	}
	return "", fmt.Errorf("%s has no documentation", dir)
}
