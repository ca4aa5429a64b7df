package stdadapter

import (
	"bufio"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

// sentinels maps the values that the standard library exports for its errors to codes.
// All are made with errors.New.
var sentinels = map[error]string{
	fs.ErrNotExist:   fileNotFound,
	fs.ErrExist:      pathExists,
	fs.ErrPermission: permissionDenied,
	fs.ErrInvalid:    invalidPath,
	fs.ErrClosed:     closed,
	io.ErrClosedPipe: closed,

	exec.ErrNotFound:  programNotFound,
	exec.ErrDot:       programNotFound,
	exec.ErrWaitDelay: outputHeld,
	os.ErrProcessDone: processDone,

	errors.ErrUnsupported: unsupported,

	sql.ErrNoRows:     noRows,
	sql.ErrTxDone:     transactionDone,
	sql.ErrConnDone:   connectionDone,
	driver.ErrBadConn: badConnection,

	bufio.ErrTooLong:       lineTooLong,
	hex.ErrLength:          invalidHex,
	path.ErrBadPattern:     invalidPattern,
	filepath.ErrBadPattern: invalidPattern,
}

// equivalents are the sentinels that are passed to the Is methods of other errors: those of
// virtual file systems, of drivers, and of error numbers without a row.
var equivalents = [...]struct {
	value error
	code  string
}{
	{fs.ErrNotExist, fileNotFound},
	{fs.ErrExist, pathExists},
	{fs.ErrPermission, permissionDenied},
	{sql.ErrNoRows, noRows},
	{errors.ErrUnsupported, unsupported},
}
