package nats_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/natsadapter"
)

// The test reads the client's source. It fails for a release with an error that the adapter
// does not know.
func TestEverySentinel(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "github.com/nats-io/nats.go").Output()
	require.NoError(t, err)
	dir := strings.TrimSpace(string(out))
	found := 0
	for _, folder := range []string{dir, filepath.Join(dir, "jetstream")} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for name, text := range sentinels(t, file) {
				te := natsadapter.Adapter{}.FromError(errors.New("nats: " + text))
				if assert.NotNil(t, te, "%s of %s: %q", name, filepath.Base(file), text) {
					found++
				}
			}
		}
	}
	assert.Greater(t, found, 150)
}

// sentinels returns the texts, without the prefix, of a file's Err… variables. Those for a
// number of the server have none.
func sentinels(t *testing.T, file string) map[string]string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	texts := map[string]string{}
	for _, decl := range parsed.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, spec := range group.Specs {
			value := spec.(*ast.ValueSpec)
			if len(value.Values) != 1 || !strings.HasPrefix(value.Names[0].Name, "Err") {
				continue
			}
			if text := textOf(value.Values[0]); text != "" {
				texts[value.Names[0].Name] = strings.TrimPrefix(text, "nats: ")
			}
		}
	}
	return texts
}

// textOf returns the text in errors.New("…") or &jsError{message: "…"}.
func textOf(x ast.Expr) (text string) {
	literal := func(x ast.Expr) {
		if l, ok := x.(*ast.BasicLit); ok && l.Kind == token.STRING {
			text, _ = strconv.Unquote(l.Value)
		}
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		literal(x.Args[0])
	case *ast.UnaryExpr:
		for _, field := range x.X.(*ast.CompositeLit).Elts {
			if pair := field.(*ast.KeyValueExpr); pair.Key.(*ast.Ident).Name == "message" {
				literal(pair.Value)
			}
		}
	}
	return text
}
