package proof_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
)

// texts are those that the adapter matches, as its source has them.
type texts struct {
	sayings []saying
	parts   []string // of what follows a saying
	wraps   []string // what is put around one
}

type saying struct {
	code   string // by its name in package codes, "" for any
	prefix string
	whole  bool
	rest   bool // parts of what follows decide
}

func (s saying) String() string { return s.code + ": " + s.prefix }

// readTexts reads them from the adapter's text.go: they are nobody's to import.
func readTexts(t *testing.T) texts {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../../adapters/grpcadapter/text.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var all texts
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				for i, value := range v.Values {
					all.add(t, v.Names[i].Name, value)
				}
			}
		}
	}
	require.Greater(t, len(all.sayings), 40)
	require.Greater(t, len(all.parts), 10)
	require.Len(t, all.wraps, 4)
	return all
}

// add takes the texts of a constant, or of a list.
func (all *texts) add(t *testing.T, name string, value ast.Expr) {
	t.Helper()
	if strings.HasPrefix(name, "wrap") {
		all.wraps = append(all.wraps, unquoted(t, value))
	}
	list, ok := value.(*ast.CompositeLit)
	if !ok {
		return
	}
	of, ok := list.Type.(*ast.ArrayType)
	if !ok {
		return
	}
	for _, element := range list.Elts {
		row, ok := element.(*ast.CompositeLit)
		require.True(t, ok, name)
		switch of.Elt.(*ast.Ident).Name {
		case "saying":
			all.sayings = append(all.sayings, sayingOf(t, row))
		case "reason":
			all.parts = append(all.parts, unquoted(t, row.Elts[0]))
		}
	}
}

func sayingOf(t *testing.T, row *ast.CompositeLit) (s saying) {
	t.Helper()
	for _, element := range row.Elts {
		field := element.(*ast.KeyValueExpr)
		switch field.Key.(*ast.Ident).Name {
		case "code":
			s.code = strings.TrimPrefix(field.Value.(*ast.Ident).Name, "code")
		case "prefix":
			s.prefix = unquoted(t, field.Value)
		case "whole":
			s.whole = true
		case "rest":
			s.rest = true
		}
	}
	require.NotEmpty(t, s.prefix)
	return s
}

func unquoted(t *testing.T, e ast.Expr) string {
	t.Helper()
	text, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	require.NoError(t, err)
	return text
}

// reached returns which of them a status of the client reaches.
func (all *texts) reached(code codes.Code, text string) (reached []string) {
	for range all.wraps {
		i := slices.IndexFunc(all.wraps, func(w string) bool { return strings.HasPrefix(text, w) })
		if i < 0 {
			break
		}
		wrap := all.wraps[i]
		reached, text = append(reached, wrap), text[len(wrap):]
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			text, _ = strconv.Unquote(quoted)
		}
		if strings.Contains(wrap, "balancer") {
			code = codes.Unavailable // the caller's time is over, and this is why
		}
	}
	i := slices.IndexFunc(all.sayings, func(s saying) bool {
		return (s.code == "" || s.code == code.String()) && strings.HasPrefix(text, s.prefix) && (!s.whole || text == s.prefix)
	})
	if i < 0 {
		return reached
	}
	said := all.sayings[i]
	reached = append(reached, said.String())
	for _, part := range all.parts {
		rest := text[len(said.prefix):]
		if said.rest && strings.Contains(rest, part) && (part != "EOF" || strings.HasSuffix(rest, part)) {
			reached = append(reached, part)
		}
	}
	return reached
}

// names are those of all texts, as reached has them.
func (all *texts) names() []string {
	names := slices.Concat(all.wraps, all.parts)
	for _, s := range all.sayings {
		names = append(names, s.String())
	}
	return names
}
