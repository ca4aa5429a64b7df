package sqladapter

import "github.com/errand-go/errand/adapter/shape"

// Foreign are types that stand in for those of packages that the library does
// not require.
type Foreign struct {
	PQ, MySQL, Modernc, Mattn, Ncruces shape.Type
	// Clients are the types that a driver makes itself, by the names that they
	// have in pgconn and pgx.
	Clients map[string]shape.Type
}

// SetForeign replaces the types that are recognised by shape, and returns a
// function that puts them back.
func SetForeign(f Foreign) (restore func()) {
	before := []shape.Type{pqError, mysqlError, moderncError, mattnError, ncrucesError}
	set, meaning := types, meanings
	pqError, mysqlError, moderncError, mattnError, ncrucesError = f.PQ, f.MySQL, f.Modernc, f.Mattn, f.Ncruces
	all := []shape.Type{pqError, mysqlError, moderncError, mattnError, ncrucesError}
	meanings = map[shape.Type]string{}
	for t, code := range meaning {
		if stand, ok := f.Clients[t.Name()]; ok {
			meanings[stand] = code
			all = append(all, stand)
		}
	}
	types = shape.NewSet(all...)
	return func() {
		pqError, mysqlError, moderncError, mattnError, ncrucesError = before[0], before[1], before[2], before[3], before[4]
		types, meanings = set, meaning
	}
}

// Texts are the texts that are matched for want of a type, and their codes.
func Texts() map[string]string { return texts }

// Symbols and Results are the numbers of MySQL and SQLite.
func Symbols() map[int]string { return symbols }
func Results() map[int]string { return results }

// Unlisted returns the codes that maps use and the table does not list.
func Unlisted() (missing []string) {
	check := func(code string) {
		if _, ok := table.Lookup(code); !ok && code != "" {
			missing = append(missing, code)
		}
	}
	for code := range symptoms {
		check(code)
	}
	for _, m := range []map[int]string{symbols, results} {
		for _, code := range m {
			check(code)
		}
	}
	for _, code := range texts {
		check(code)
	}
	for _, code := range meanings {
		check(code)
	}
	return missing
}
