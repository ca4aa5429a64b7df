package stdadapter

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io/fs"
	"net/textproto"
	"os"
	"os/exec"
	"reflect"
	"regexp/syntax"
	"strconv"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// sights is what a walk over an error's tree finds, up to the first failure.
type sights struct {
	code          string          // of its row; "" for none so far
	reply         int             // a mail server's, where no row is about it
	node          error           // the error that has it
	message, hint toolerr.Message // instead of the row's, where the error says more

	inFile    bool // below an error of a file
	inProgram bool // below an error of starting a program
}

// found notes what a node means.
func (s *sights) found(code string, e error) { s.code, s.node = code, e }

// look looks at one error of the tree. One that panics is passed over.
func (s *sights) look(e error) {
	defer func() { _ = recover() }()

	switch x := e.(type) {
	case *fs.PathError:
		s.inFile = true
		s.inProgram = s.inProgram || x.Op == "fork/exec"
	case *os.LinkError:
		s.inFile = true
	case *exec.Error:
		s.inProgram = true
	case *exec.ExitError:
		s.exited(x)
	case *textproto.Error:
		s.replied(x)
	case *json.SyntaxError, *json.UnmarshalTypeError, *strconv.NumError, *time.ParseError,
		*syntax.Error, *csv.ParseError, *xml.SyntaxError, xml.UnmarshalError,
		base64.CorruptInputError, base32.CorruptInputError, hex.InvalidByteError:
		s.undecoded(e)
	case *json.MarshalerError, *json.UnsupportedTypeError, *json.UnsupportedValueError,
		*xml.UnsupportedTypeError:
		s.found(notEncodable, e)
	default:
		s.lookAtOther(e)
	}
	if s.inFile && s.code == "" && !wraps(e) {
		s.found(ioError, e)
	}
}

// wraps reports whether e can hold another error.
func wraps(e error) bool {
	switch e.(type) {
	case interface{ Unwrap() error }, interface{ Unwrap() []error }:
		return true
	}
	return false
}

// The type behind errors.New, and behind fmt.Errorf without %w.
var plainText = reflect.TypeOf(errors.New(""))

// Types that cannot be named, as go1.26.8 has them.
var (
	durationError = shape.T("time", "parseDurationError")
	unexported    = shape.NewSet(durationError)
)

// lookAtOther looks at what has no type of its own: error numbers, values, texts.
func (s *sights) lookAtOther(e error) {
	if reflect.TypeOf(e) == plainText {
		// Pointers: hashing them cannot panic.
		if code, ok := sentinels[e]; ok {
			s.found(s.located(code), e)
		} else {
			s.lookAtText(e)
		}
		return
	}
	if e == os.ErrDeadlineExceeded {
		// Without a file it is a connection's, and httpadapter's.
		s.found(ioTimeout, e)
		return
	}
	if unexported.Of(e) == durationError {
		s.found(invalidDuration, e)
		return
	}
	code, number := errnoCode(e)
	if !number {
		code = codeByIs(e)
	}
	if code = s.located(code); code != "" {
		s.found(code, e)
	}
}

// located is what a code means where it was found.
func (s *sights) located(code string) string {
	switch {
	case s.inProgram && code == fileNotFound:
		return programNotFound // or the interpreter of a script
	case !s.inFile && code == invalidPath:
		return "" // "invalid argument" says something about a path alone
	}
	return code
}

// codeByIs asks an error of somebody else's whether it is what a value of the
// standard library stands for. One that is everything is nothing.
func codeByIs(e error) string {
	is, ok := e.(interface{ Is(error) bool })
	if !ok || is.Is(errNobodys) {
		return ""
	}
	for _, a := range alike {
		if is.Is(a.value) {
			return a.code
		}
	}
	return ""
}

var errNobodys = errors.New("stdadapter: nobody's")
