package sqlitestore

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// source returns the data source name of a path, without parameters. It never interprets a
// path as a URI.
func source(path string) (string, error) {
	if path == "" || path == ":memory:" || strings.ContainsRune(path, 0) { // SQLite's own name for no file
		return "", agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("The path of the session store is not valid."), nil)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // before a drive letter
	}
	u := url.URL{Path: abs}
	return "file://" + u.EscapedPath(), nil
}

// noWait makes SQLite report a lock at once. SQLite's own wait ignores the context
// (measured with modernc.org/sqlite v1.60.1), so patiently waits instead.
const noWait = "busy_timeout(0)"

// writerParams returns the parameters of the connection that writes. It takes the write
// lock at the start of a transaction: a transaction that starts with a read and then meets
// another change would have to restart.
func writerParams() string {
	return "?_txlock=immediate&" + pragmas(
		noWait,
		"foreign_keys(1)",
		"secure_delete(1)",
		"synchronous(FULL)",
	)
}

// readerParams returns the parameters of connections that only read.
func readerParams() string { return "?" + pragmas(noWait) }

func pragmas(all ...string) string {
	return url.Values{"_pragma": all}.Encode()
}
