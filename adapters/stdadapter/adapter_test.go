package stdadapter_test

import (
	"context"
	"crypto/x509"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// Limits for events in another goroutine.
const (
	waiting = 5 * time.Second
	tick    = time.Millisecond
)

var chain = adapter.NewChain(httpadapter.Adapter{}, stdadapter.Adapter{})

// The test checks what the kit does not: the code of the row, and that exactly one adapter
// recognises each failure.
func TestFailures(t *testing.T) {
	for _, f := range failures(t) {
		t.Run(f.name, func(t *testing.T) {
			require.Error(t, f.err)
			te := stdadapter.Adapter{}.FromError(f.err)
			require.NotNil(t, te, "%T: %v", f.err, f.err)
			assert.Equal(t, f.code, te.VendorCode(), "%v", f.err)
			assert.Contains(t, te.Payload().String(), `"vendor_code":"`+f.code+`"`)
			assert.Nil(t, httpadapter.Adapter{}.FromError(f.err), "two adapters answer")
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
			assert.Empty(t, faults.Planted().FindCredentials(te.DeveloperMessage()))
			assert.Zero(t, te.StatusCode(), "no status outside of HTTP")
		})
	}
}

type contextFailure struct {
	name   string
	ctx    context.Context //nolint:containedctx // a case is data
	err    error
	kind   toolerr.Kind
	effect toolerr.Effect
}

// Programs were stopped. If the context has ended, it takes precedence over the error that
// this caused.
func TestEndedContextTakesPrecedence(t *testing.T) {
	closed, cancel := context.WithCancel(t.Context())
	cancel()
	missing := second(os.Open(filepath.Join(t.TempDir(), "x")))
	tests := append(contextFailures(t),
		contextFailure{"a file that was closed", closed, &fs.PathError{Op: "read", Err: fs.ErrClosed}, toolerr.KindToolCanceled, unknown},
		contextFailure{"JSON that was cut short", closed, json.Unmarshal([]byte(`{"a":`), &struct{}{}), toolerr.KindToolCanceled, unknown},
		// A missing file or row does not depend on the context.
		contextFailure{"a missing file", closed, missing, badInput, unset},
		contextFailure{"no rows", closed, sql.ErrNoRows, notFound, none},
	)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			te, ok := toolerr.Find(chain.Adapt(tt.ctx, tt.err))
			require.True(t, ok)
			assert.Equal(t, tt.kind, te.Kind(), "%v", tt.err)
			assert.Equal(t, tt.effect, te.Effect())
		})
	}
}

// An exchange in a tree belongs to httpadapter, whatever else the tree contains.
func TestExchangesAreLeftAlone(t *testing.T) {
	missing := second(os.Open(filepath.Join(t.TempDir(), "x")))
	syntax := json.Unmarshal([]byte("x"), &struct{}{})
	exchange := func(err error) error { return &url.Error{Op: "Post", URL: "http://example.com", Err: err} }
	closed := faults.ClosedPort(t)
	_, unparsed := url.Parse("http://" + closed + "%")
	_, refused := net.Dial("tcp", closed)
	tests := map[string]error{
		"the upload's file":            exchange(missing),
		"the answer's JSON":            exchange(syntax),
		"an exchange in a join":        errors.Join(syntax, exchange(io.EOF)),
		"a status":                     fmt.Errorf("%w: %w", &httpadapter.StatusError{}, refused),
		"a refused connection":         refused,
		"a connection that is refused": &os.SyscallError{Syscall: "connect", Err: refused},
		"a URL that is none":           unparsed,
		"a certificate":                fmt.Errorf("%w: %w", x509.UnknownAuthorityError{}, fs.ErrNotExist),
		"a cancellation":               fmt.Errorf("%w: %w", context.Canceled, missing),
		"a deadline":                   fmt.Errorf("%w: %w", missing, context.DeadlineExceeded),
		"a timeout":                    os.ErrDeadlineExceeded,
	}
	for name, err := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, stdadapter.Adapter{}.FromError(err))
			assert.NotNil(t, httpadapter.Adapter{}.FromError(err))
		})
	}
}

func TestUnrecognisedErrors(t *testing.T) {
	tests := map[string]error{
		"the end":                          io.EOF,
		"a text that names a file":         errors.New("open x: no such file or directory"),
		"a text of a root, without a file": errors.New("path escapes from parent"),
		"a text like one of a root's":      errors.New("not a directory"),
		"a number without a row":           errnoWithoutRow,
		"an invalid argument, of anything": errnoInvalid,
		"one that is everything":           everything{},
		"a file's error of nothing":        &fs.PathError{Op: "open", Path: "x"},
		"a start of nothing":               &exec.Error{Name: "x"},
		"a mail text that is not net/mail": errors.New("mail: the server is down"),
	}
	for name, err := range tests {
		t.Run(name, func(t *testing.T) {
			assert.NotPanics(t, func() { assert.Nil(t, stdadapter.Adapter{}.FromError(err)) })
		})
	}
}

type everything struct{}

func (everything) Error() string { return "everything" }
func (everything) Is(error) bool { return true }

// Errors of other packages whose Is method matches a sentinel.
func TestIsMethods(t *testing.T) {
	tests := map[string]struct {
		like error
		code string
	}{
		"a file system in memory": {fs.ErrNotExist, "file_not_found"},
		"a driver without rows":   {sql.ErrNoRows, "no_rows"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := fmt.Errorf("tool: %w", like{tt.like, []string{secretValue}})
			te := stdadapter.Adapter{}.FromError(err)
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

// like matches an error with Is, and cannot be compared.
type like struct {
	error error
	words []string
}

func (l like) Error() string        { return strings.Join(l.words, " ") }
func (l like) Is(target error) bool { return target == l.error }

// The first of several joined errors decides. Those after it are from cleaning up.
func TestTheFirstFailureAnswers(t *testing.T) {
	missing := second(os.Open(filepath.Join(t.TempDir(), "x")))
	tests := map[string]struct {
		err  error
		code string
	}{
		"a file, and its clean-up":        {errors.Join(missing, fs.ErrClosed), "file_not_found"},
		"the other way round":             {errors.Join(fs.ErrClosed, missing), "closed"},
		"a file around something unknown": {&fs.PathError{Op: "read", Path: "x", Err: errors.New("x")}, "io_error"},
		"a plain error, and a file":       {errors.Join(errors.New("x"), missing), "file_not_found"},
		"what cannot be encoded, and why": {&json.MarshalerError{Type: reflect.TypeFor[int](), Err: missing}, "not_encodable"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := stdadapter.Adapter{}.FromError(tt.err)
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
		})
	}
}

// The test checks properties of rows that the kit does not check.
func TestTable(t *testing.T) {
	assert.Empty(t, stdadapter.Unlisted(), "codes without a row")
	upstream := map[string]bool{"no_rows": true, "bad_connection": true}
	for _, row := range (stdadapter.Adapter{}).Table().Rows() {
		t.Run(row.VendorCode, func(t *testing.T) {
			assert.False(t, row.Message.IsZero(), "the kind's own text is about services, or about nothing")
			assert.LessOrEqual(t, len(row.Message.String()), 100)
			local := !upstream[row.VendorCode] && !strings.HasPrefix(row.VendorCode, "smtp_")
			remote := strings.Contains(string(row.Kind), "UPSTREAM") || strings.Contains(string(row.Kind), "NETWORK")
			assert.NotEqual(t, local, remote, "%s: failures of this machine are not a service's", row.Kind)
			if local && row.Kind.CanRetry() {
				assert.NotEqual(t, none, row.Effect, "the effect of the tool's earlier work is unknown")
			}
		})
	}
}

// The adapters of vendors are asked first, and that of the standard library last.
func TestNewRegistry(t *testing.T) {
	for name, tt := range map[string]struct {
		vendors []adapter.Adapter
		want    []string
	}{
		"none":     {nil, []string{"_http", "_std"}},
		"a vendor": {[]adapter.Adapter{slackadapter.Adapter}, []string{"_slack", "_http", "_std"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, a := range stdadapter.NewRegistry(tt.vendors...).For("x").Adapters() {
				got = append(got, a.Slug())
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// sentences are messages that contain a number or a name.
var sentences = []toolerr.Message{
	toolerr.Msg("A program that the tool ran failed with exit status %s."),
	toolerr.Msg("JSON that the tool read is not valid: the fault is after byte %s."),
	toolerr.Msg("JSON that the tool read does not fit: %s belongs before byte %s."),
	toolerr.Msg("text, a number in range, a whole number in range, true or false, a list, an object"),
	toolerr.Msg("XML that the tool read is not valid: the fault is on line %s."),
	toolerr.Msg("CSV that the tool read is not valid: the fault is on line %s."),
	toolerr.Msg("Base64 that the tool read is not valid: the fault is at byte %s."),
	toolerr.Msg("Base32 that the tool read is not valid: the fault is at byte %s."),
}

func failures(t *testing.T) []failure {
	t.Helper()
	all := fileFailures(t)
	all = append(all, systemFailures(t)...)
	all = append(all, valueFailures(t)...)
	all = append(all, databaseFailures(t)...)
	return append(all, mailFailures(t)...)
}

// decoded are the codes of decoders. Their errors are fatal unless the tool states that it
// decodes its input.
var decoded = []string{"invalid_json", "invalid_xml", "invalid_csv", "invalid_base64", "invalid_base32", "invalid_hex"}

func TestConformance(t *testing.T) {
	t.Run("of anything", func(t *testing.T) { suite(t, stdadapter.Adapter{}) })
	t.Run("of input", func(t *testing.T) { suite(t, stdadapter.Adapter{DecodesInput: true}) })
}

func suite(t *testing.T, a stdadapter.Adapter) {
	t.Helper()
	var cases []conformance.Case
	for _, f := range failures(t) {
		if slices.Contains(decoded, f.code) && !a.DecodesInput {
			f.want.Kind = toolerr.KindToolFatal
		}
		cases = append(cases, conformance.Case{Name: f.name, Err: f.err, Want: f.want.Coded(f.code)})
	}
	skip := map[string]string{}
	if systemFailures(t) == nil {
		skip["law/rows"] = "a system's own failures are made on Linux"
	}
	conformance.Suite{
		Adapter:  a,
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Cases:    cases,
		Messages: append(stdadapter.Hints(), sentences...),
		Skip:     skip,
	}.Run(t)
}
