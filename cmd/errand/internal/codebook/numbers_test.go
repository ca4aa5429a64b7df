package codebook_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/cmd/errand/internal/codebook"
)

// literal returns the numbers and the names that a variable of an adapter's
// source has side by side: {1: "a"} or {{1, "a"}}.
func literal(t *testing.T, file, variable string) map[int]string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join("..", "..", "..", "..", "adapters", file), nil, 0)
	require.NoError(t, err)
	found := map[int]string{}
	add := func(number, name ast.Expr) {
		n, err := types.Eval(fset, nil, token.NoPos, types.ExprString(number))
		require.NoError(t, err)
		i, err := strconv.Atoi(n.Value.ExactString())
		require.NoError(t, err)
		if word, ok := name.(*ast.Ident); ok {
			found[i] = constants(t, filepath.Dir(file))[word.Name]
			require.NotEmpty(t, found[i], word.Name)
			return
		}
		s, err := strconv.Unquote(name.(*ast.BasicLit).Value)
		require.NoError(t, err)
		found[i] = s
	}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != variable {
			return true
		}
		for _, element := range spec.Values[0].(*ast.CompositeLit).Elts {
			switch element := element.(type) {
			case *ast.KeyValueExpr:
				add(element.Key, element.Value)
			case *ast.CompositeLit:
				add(element.Elts[0], element.Elts[1])
			}
		}
		return false
	})
	require.NotEmpty(t, found, "%s has no %s", file, variable)
	return found
}

// constants returns the texts that an adapter's source has names for.
func constants(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "adapters", dir, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
				return true
			}
			if text, ok := spec.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
				found[spec.Names[0].Name], err = strconv.Unquote(text.Value)
				require.NoError(t, err)
			}
			return true
		})
	}
	return found
}

// TestNumbersAreTheAdapters: what a number is called is a fact that the adapter
// has as well.
func TestNumbersAreTheAdapters(t *testing.T) {
	assert.Equal(t, literal(t, "sqladapter/table_mysql.go", "symbols"), codebook.Numbers("mysql"))
	assert.Equal(t, literal(t, "sqladapter/table_sqlite.go", "results"), codebook.Numbers("sqlite"))
	assert.Equal(t, literal(t, "mongoadapter/table.go", "numbers"), codebook.Numbers("mongo"))
	assert.Equal(t, literal(t, "natsadapter/number.go", "numbers"), codebook.Numbers("nats"))
	for n := 1; n <= 16; n++ {
		name := codebook.Numbers("grpc")[n]
		_, listed := grpcadapter.Adapter{}.Table().Lookup(name)
		assert.True(t, listed, name)
		other := codebook.Numbers("connect")[n]
		_, listed = connectadapter.Adapter{}.Table().Lookup(other)
		assert.True(t, listed, other)
		assert.Equal(t, strings.TrimRight(strings.ToLower(name), "led"), strings.TrimRight(other, "led"), "one number, one meaning")
	}
	assert.Len(t, codebook.Numbers("grpc"), 16)
	assert.Len(t, codebook.Numbers("connect"), 16)
}

// TestEveryNumberIsExplained: a number and a name of a code lead to one entry.
func TestEveryNumberIsExplained(t *testing.T) {
	book := codebook.New(all())
	for _, vendor := range []string{"mysql", "mariadb", "sqlite", "mongo", "mongodb", "grpc", "connect", "nats"} {
		numbers := codebook.Numbers(strings.TrimSuffix(vendor, "db"))
		if vendor == "mariadb" {
			numbers = codebook.Numbers("mysql")
		}
		require.NotEmpty(t, numbers, vendor)
		for number, name := range numbers {
			byNumber, err := book.Find(vendor + ":" + strconv.Itoa(number))
			require.NoError(t, err)
			for _, written := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
				byName, err := book.Find(vendor + ":" + written)
				require.NoError(t, err)
				assert.Equal(t, keys(byName), keys(byNumber), "%s:%d", vendor, number)
			}
			if vendor != "mongodb" && vendor != "mariadb" {
				assert.Contains(t, book.Numbered(strconv.Itoa(number)), vendor+":"+strconv.Itoa(number))
			}
		}
	}
	for vendor, names := range codebook.Names() {
		for name, code := range names {
			found, err := book.Find(vendor + ":" + strings.ToUpper(name))
			require.NoError(t, err, name)
			require.Len(t, found, 1)
			assert.Equal(t, code, found[0].Word, name)
		}
	}
}

// TestTwiliosNumbers: the names of the numbers are the adapter's own.
func TestTwiliosNumbers(t *testing.T) {
	book := codebook.New(all())
	numbers := literal(t, "twilioadapter/numbers.go", "numbers")
	assert.Greater(t, len(numbers), 150)
	for number, name := range numbers {
		byNumber, err := book.Find("twilio:" + strconv.Itoa(number))
		require.NoError(t, err)
		assert.Equal(t, []string{"_twilio " + name}, keys(byNumber), number)
		assert.Contains(t, book.Numbered(strconv.Itoa(number)), "twilio:"+strconv.Itoa(number))
	}
	_, err := book.Find("twilio:99999")
	assert.ErrorContains(t, err, "twilio has no row")
}

func TestNumbers(t *testing.T) {
	tests := map[string]struct{ word, want string }{
		"MySQL's":                  {"mysql:1062", "_sql ER_DUP_ENTRY"},
		"gRPC's":                   {"GRPC: 14", "_grpc UNAVAILABLE"},
		"SQLite's":                 {"sqlite:2067", "_sql SQLITE_CONSTRAINT_UNIQUE"},
		"SQLite's, extended":       {"sqlite:2323", "_sql SQLITE_CONSTRAINT"},
		"Entra's":                  {"microsoft:50076", "_microsoft AADSTS50076"},
		"Entra's, by another name": {"aadsts:50076", "_microsoft AADSTS50076"},
		"JSON-RPC's name":          {"mcp:Invalid-Params", "_mcp -32602"},
		"PostgreSQL's name":        {"postgres:UNIQUE_VIOLATION", "_sql 23505"},
		"Twilio's":                 {"twilio:21610", "_twilio recipient_opted_out"},
		"Twilio's name":            {"twilio:Recipient_Opted_Out", "_twilio recipient_opted_out"},
		"JetStream's":              {"nats:10059", "_nats stream_not_found"},
		"JetStream's, by its name": {"jetstream:10059", "_nats stream_not_found"},
		"OpenSearch's":             {"opensearch:index_not_found_exception", "_elastic index_not_found_exception"},
		"a name alone":             {"deadlock_detected", "_sql 40P01"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := codebook.New(all()).Find(tt.word)
			require.NoError(t, err)
			assert.Equal(t, []string{tt.want}, keys(found))
		})
	}
	for word, text := range map[string]string{
		"14": "grpc:14", "1062": "mysql:1062?", "grpc:0": "grpc has no row", "mysql:-1062": "mysql has no row", "sqlite:1062": "sqlite has no row",
		"sqlite:-1": "sqlite has no row", "mysql:99999999999999999999": "mysql has no row", "postgres:1062": "postgres has no row", "999999": "no code of a vendor",
	} {
		found, err := codebook.New(all()).Find(word)
		assert.Empty(t, found, word)
		assert.ErrorContains(t, err, text)
	}
}
