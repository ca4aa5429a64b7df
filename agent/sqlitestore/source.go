package sqlitestore

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// InMemory is the path of a store without a file. Only this store can use it, and its data
// is lost when it is closed.
const InMemory = ":memory:"

// source is the data source name of a path, without parameters. A path is
// never read as a URI, whatever it contains.
func source(path string) (string, error) {
	if path == InMemory {
		return path, nil
	}
	if path == "" || strings.ContainsRune(path, 0) {
		return "", agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("The path of the session store is not valid."), nil)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // a drive letter
	}
	u := url.URL{Path: abs}
	return "file://" + u.EscapedPath(), nil
}

// noWait has SQLite report a lock at once. Its own wait does not end with the
// context (measured with modernc.org/sqlite v1.60.1), so patiently does it.
const noWait = "busy_timeout(0)"

// writerParams are for the connection that writes. It takes the write lock when
// a transaction begins: one that began as a read and then found somebody else's
// change could only start again.
func (o options) writerParams() string {
	sync := "FULL"
	if o.relaxed {
		sync = "NORMAL"
	}
	return "?_txlock=immediate&" + pragmas(
		noWait,
		"foreign_keys(1)",
		"secure_delete(1)",
		"synchronous("+sync+")",
	)
}

// readerParams are for connections that only read.
func readerParams() string { return "?" + pragmas(noWait) }

func pragmas(all ...string) string {
	return url.Values{"_pragma": all}.Encode()
}
