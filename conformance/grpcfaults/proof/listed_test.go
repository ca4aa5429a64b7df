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

// texts are the adapter's texts, read from its source.
type texts struct {
	client   []clientText
	parts    []string // after a client's text
	wrappers []string
}

type clientText struct {
	code   string // the name in package codes, "" for any
	prefix string
	whole  bool
	read   bool // parts of the rest decide
}

func (s clientText) String() string { return s.code + ": " + s.prefix }

// readTexts reads the adapter's table_texts.go, which has no exported names.
func readTexts(t *testing.T) texts {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../../adapters/grpcadapter/table_texts.go", nil, parser.SkipObjectResolution)
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
	require.Greater(t, len(all.client), 40)
	require.Greater(t, len(all.parts), 10)
	require.Len(t, all.wrappers, 4)
	return all
}

// add adds the texts of a list.
func (all *texts) add(t *testing.T, name string, value ast.Expr) {
	t.Helper()
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
		case "clientText":
			all.client = append(all.client, clientTextOf(t, row))
		case "wrapper":
			all.wrappers = append(all.wrappers, clientTextOf(t, row).prefix)
		case "part":
			all.parts = append(all.parts, unquoted(t, row.Elts[0]))
		}
	}
}

func clientTextOf(t *testing.T, row *ast.CompositeLit) (s clientText) {
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
		case "read":
			s.read = true
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

// reached returns the texts that match a status of the client.
func (all *texts) reached(code codes.Code, text string) (reached []string) {
	for range all.wrappers {
		i := slices.IndexFunc(all.wrappers, func(w string) bool { return strings.HasPrefix(text, w) })
		if i < 0 {
			break
		}
		wrap := all.wrappers[i]
		reached, text = append(reached, wrap), text[len(wrap):]
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			text, _ = strconv.Unquote(quoted)
		}
		if strings.Contains(wrap, "balancer") {
			code = codes.Unavailable // the caller's time is over, and this is the reason
		}
	}
	i := slices.IndexFunc(all.client, func(s clientText) bool {
		return (s.code == "" || s.code == code.String()) && strings.HasPrefix(text, s.prefix) && (!s.whole || text == s.prefix)
	})
	if i < 0 {
		return reached
	}
	listed := all.client[i]
	reached = append(reached, listed.String())
	for _, part := range all.parts {
		rest := text[len(listed.prefix):]
		if listed.read && strings.Contains(rest, part) && (part != "EOF" || strings.HasSuffix(rest, part)) {
			reached = append(reached, part)
		}
	}
	return reached
}

// names returns the names of all texts, in the form of reached.
func (all *texts) names() []string {
	names := slices.Concat(all.wrappers, all.parts)
	for _, s := range all.client {
		names = append(names, s.String())
	}
	return names
}
