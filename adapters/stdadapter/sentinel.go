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

// sentinels are the values that the standard library exports for its failures,
// and the rows they mean. All are made by errors.New.
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

// alike are the values that errors of other packages say they are: file systems
// that are no files, drivers, error numbers without a row.
var alike = [...]struct {
	value error
	code  string
}{
	{fs.ErrNotExist, fileNotFound},
	{fs.ErrExist, pathExists},
	{fs.ErrPermission, permissionDenied},
	{sql.ErrNoRows, noRows},
	{errors.ErrUnsupported, unsupported},
}
