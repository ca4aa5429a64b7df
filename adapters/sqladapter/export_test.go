package sqladapter

import "github.com/errand-go/errand/adapter/shape"

// Foreign are types that replace those of packages that the library does not require.
type Foreign struct {
	PQ, MySQL, MSSQL, Stream, Modernc, Mattn, Ncruces, Config, Scan, Lock shape.Type

	Connections []shape.Type
}

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(f Foreign) (restore func()) {
	before, set := sql, connections
	sql = sql.Imitate(pqError, f.PQ).Imitate(mysqlError, f.MySQL).Imitate(mssqlError, f.MSSQL).Imitate(mssqlStream, f.Stream).Imitate(moderncError, f.Modernc).Imitate(mattnError, f.Mattn).
		Imitate(ncrucesError, f.Ncruces).Imitate(configError, f.Config).Imitate(scanError, f.Scan).Imitate(lockError, f.Lock)
	connections = shape.NewSet(f.Connections...)
	return func() { sql, connections = before, set }
}

// Texts are the texts that are matched because the errors have no type, with their codes.
func Texts() map[string]string { return texts }

// Results are the numbers of SQLite.
func Results() map[int]string { return results }
