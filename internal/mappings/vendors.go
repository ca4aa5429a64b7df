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

// A vendor is an adapter with a table.
type vendor struct {
	adapter.Table
	spec    spec.Spec
	adapter string // its name in Go: slackadapter.Adapter
	reads   string // the errors that it recognises: a sentence without its subject
}

// page returns the path of the vendor's page below docs.
func (v vendor) page() string { return "vendors/" + v.Slug()[1:] + ".md" }

// vendors returns the vendors in the order in which their adapters are asked.
func vendors(root string) (all []vendor, err error) {
	for _, a := range adapters.All() {
		tabled, ok := adapter.As[adapter.Tabled](a)
		if !ok {
			continue
		}
		v := vendor{Table: tabled.Table(), adapter: fmt.Sprintf("%T", a), spec: spec.Spec{NoHTTP: true}} // the standard library's has no spec
		folder := strings.TrimPrefix(reflect.TypeOf(a).PkgPath(), module)
		if _, ok := a.(*spec.Adapter); ok { // of a service without a client
			folder = "adapters/" + a.Slug()[1:] + "adapter"
			v.adapter = path.Base(folder) + ".Adapter"
		}
		if s := spec.Of(a); s != nil {
			v.spec = s.Spec()
		}
		if v.reads, err = firstParagraph(filepath.Join(root, filepath.FromSlash(folder))); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// listOf returns the list of the vendors.
func listOf(all []vendor) string {
	var b strings.Builder
	for _, v := range all {
		fmt.Fprintf(&b, "- [%s](%s), %d codes: %s\n", v.Display(), v.page(), len(v.Rows()), strings.TrimPrefix(v.reads, "recognises the errors of "))
	}
	return b.String()
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
