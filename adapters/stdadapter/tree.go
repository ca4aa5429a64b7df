package stdadapter

import (
	"errors"
	"io/fs"
	"net/textproto"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// fromTree returns the error for the first error in a tree that has a code. The errors
// around it show whether it belongs to a file or a program. With ofInput, decoders read
// input.
func fromTree(err error, ofInput bool) *toolerr.ToolRuntimeError {
	var r reader
	var node error
	for e := range adapter.Tree(err) {
		if r.read(e); r.code != "" {
			node = e
			break
		}
	}
	if node == nil || (httpadapter.Adapter{}).FromError(err) != nil {
		return nil
	}
	opts := []toolerr.Option{toolerr.WithService(table.Slug()), toolerr.WithCause(err), toolerr.WithVendorType(node)}
	row, ok := table.Lookup(r.code)
	if !ok {
		return fromReply(r.reply, opts)
	}
	if row.Kind.Class() != toolerr.ClassUpstream { // a database or a mail server has another name
		opts = append(opts, toolerr.WithUpstreamName(toolerr.Ident(table.Display())))
	}
	if ofInput || !decoded[r.code] {
		opts = append(opts, toolerr.WithRefusal(refused{err, r.code}))
	}
	if !r.message.IsZero() {
		row.Message = r.message
	}
	if !r.hint.IsZero() {
		row.Hint = r.hint
	}
	if decoded[r.code] {
		if ofInput {
			row.Kind = toolerr.KindToolBadInputValue
			if row.Hint.IsZero() {
				row.Hint = toolerr.Msg("Correct it and call the tool again.")
			}
		} else {
			row.Hint = toolerr.Message{} // the agent cannot follow it
		}
	}
	return row.Error(err, opts...)
}

// fromReply returns the error for a server's reply without a row. The first digit shows
// whether a retry may help (RFC 5321 section 4.2.1). The effect of a temporary refusal is
// unknown, such as that of an interrupted transfer (RFC 959). A reply below 400 is a success
// that the client did not expect.
func fromReply(reply int, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	kind, effect := toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown
	switch reply / 100 {
	case 4:
		kind = toolerr.KindUpstreamServerError
	case 5:
		kind, effect = toolerr.KindUpstreamBadRequest, toolerr.EffectNone
	}
	return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithVendorCode(replyCode(reply)), toolerr.WithEffect(effect))...)
}

func replyCode(reply int) string { return "smtp_" + strconv.Itoa(reply) }

// A reader reads the errors of a tree, from the outermost to the first with a code.
type reader struct {
	code          string
	message, hint toolerr.Message // more exact than the row's
	reply         int             // of a mail server

	inFile    bool // below the error of a file
	inProgram bool // below the error of starting a program
}

// read reads one error. It ignores one that panics.
func (r *reader) read(e error) {
	defer func() { _ = recover() }()

	switch x := e.(type) {
	case *fs.PathError:
		r.inFile = true
		r.inProgram = r.inProgram || x.Op == "fork/exec"
	case *os.LinkError:
		r.inFile = true
	case *exec.Error:
		r.inProgram = true
	case *exec.ExitError:
		r.code = programKilled // by a signal
		if status := x.ExitCode(); status >= 0 {
			r.code = exitStatus
			r.message = toolerr.Msgf("A program that the tool ran failed with exit status %s.", toolerr.Int(status))
		}
	case *textproto.Error:
		// A reply of SMTP or another protocol with three-digit replies (RFC 5321 section 4.2, RFC
		// 959 section 4.2).
		if x.Code >= 100 && x.Code <= 599 {
			r.code, r.reply = replyCode(x.Code), x.Code
		}
	default:
		if r.readDecoder(e); r.code == "" {
			r.readOther(e)
		}
	}
	if r.inFile && r.code == "" && !errtree.Wraps(e) {
		r.code = ioError
	}
}

// plainText is the type of errors.New, and of fmt.Errorf without %w.
var plainText = reflect.TypeOf(errors.New(""))

// durationError is unexported (go1.26.8). In older versions, the error had no type.
var durationError = shape.NewSet(shape.T("time", "parseDurationError"))

// readOther reads an error without an exported type: a sentinel, a text, an error number.
func (r *reader) readOther(e error) {
	switch {
	case reflect.TypeOf(e) == plainText:
		if r.code = sentinels[e]; r.code == "" { // pointers are always comparable
			r.readText(e.Error())
		}
	case e == os.ErrDeadlineExceeded: // without a file it belongs to a connection, and to httpadapter
		r.code = ioTimeout
	case durationError.Of(e) != shape.Type{}:
		r.code = invalidDuration
	default:
		if r.code = errnoCode(e); r.code == "" {
			r.code = equivalent(e)
		}
	}
	switch {
	case r.inProgram && r.code == fileNotFound:
		r.code = programNotFound // the interpreter of a script may be missing too
	case !r.inFile && r.code == invalidPath:
		r.code = "" // "invalid argument" is about a path only below the error of a file
	}
}

func (r *reader) readText(text string) {
	for i := range textRules {
		rule := &textRules[i]
		if rule.inFile && !r.inFile {
			continue
		}
		if text == rule.text || rule.prefix && strings.HasPrefix(text, rule.text) {
			inArea := func(area string) bool { return strings.HasPrefix(text, rule.text+area+"/") }
			if rule.code != unknownTimeZone || !slices.ContainsFunc(zoneAreas, inArea) {
				r.code, r.hint = rule.code, rule.hint
			}
			return
		}
	}
}

// zoneAreas are the areas of the IANA Time Zone database (tz 2025b, zone1970.tab and
// etcetera). A host without the database does not know their zones either.
var zoneAreas = []string{"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "Etc"}

var errUnknown = errors.New("stdadapter: an error that nothing else is")

// equivalent returns the code of the sentinel that an error's Is method matches. It returns
// "" if it matches none, or every error.
func equivalent(e error) string {
	is, ok := e.(interface{ Is(error) bool })
	if !ok || is.Is(errUnknown) {
		return ""
	}
	for _, s := range equivalents {
		if is.Is(s.value) {
			return s.code
		}
	}
	return ""
}
