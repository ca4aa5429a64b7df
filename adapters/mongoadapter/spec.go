// Package mongoadapter recognises the errors of MongoDB, as its Go driver returns
// them.
//
// The driver is not imported: its errors are recognised by the methods HasErrorLabel
// and HasErrorCode, and a few by the names of their types, in both major versions.
//
// The agent reads the table's own messages. The server's texts contain the filter of
// the query and values of documents, and reach developers only.
package mongoadapter

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// A labelled error was sent by a server.
type labelled interface {
	HasErrorLabel(label string) bool
	HasErrorCode(code int) bool
}

const module = "go.mongodb.org/mongo-driver"

var (
	driverError = shape.T(module+"/x/mongo/driver", "Error") // below the labelled ones, and alone in a handshake
	bulkError   = shape.T(module+"/mongo", "BulkWriteException")
	clientBulk  = shape.T(module+"/mongo", "ClientBulkWriteException") // v2, without the two methods
	selection   = shape.T(module+"/x/mongo/driver/topology", "ServerSelectionError")
	connection  = shape.T(module+"/x/mongo/driver/topology", "ConnectionError")
	poolTimeout = shape.T(module+"/x/mongo/driver/topology", "WaitQueueTimeoutError")
)

// Adapter recognises CommandError, WriteException, BulkWriteException and
// ClientBulkWriteException of go.mongodb.org/mongo-driver, v1 and v2, the errors of
// its topology about servers that cannot be reached, and its sentinels.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{
		{Types: []shape.Type{driverError}, Read: readAnswer, Refusal: refuse},
		{Types: []shape.Type{bulkError}, Read: readBulk, Refusal: refuse},
		{Types: []shape.Type{clientBulk}, Read: readBulk},
		{Implements: []reflect.Type{reflect.TypeFor[labelled]()}, Read: readAnswer, Refusal: refuse},
		{Types: []shape.Type{selection}, Code: serverSelection, Fallback: true},
		{Types: []shape.Type{poolTimeout}, Code: poolTimeoutCode, Fallback: true},
		{Types: []shape.Type{connection}, Code: connectionFailed, Fallback: true},
	},
	Text:   readText,
	Begins: append(slices.Collect(maps.Keys(texts)), badURI, "("),
	Refine: func(a *spec.Answer) {
		if a.Row.VendorCode == connectionFailed {
			findCause(a)
		}
	},
})

// readAnswer reads an error from a server. The report has the number of the code, and the
// table its name.
func readAnswer(a *spec.Answer) bool {
	l, ok := a.Node.(labelled)
	switch {
	case ok:
	case a.Type == clientBulk:
		l = several(allCodes(a.Node))
	default:
		l = unlabelled{a.Node}
	}
	code, _ := shape.Call(l, codeOf)
	switch code.name {
	case network:
		return false // from the driver
	case "":
		number := firstCode(a.Node)
		a.Codes, a.Kind = []string{strconv.Itoa(number)}, toolerr.KindUpstreamUnmapped
		return number != 0 || a.Type == clientBulk
	}
	a.Is(code.name)
	if code.number != 0 {
		a.Codes = []string{strconv.Itoa(code.number)}
	}
	switch {
	case concerns(a.Node, code):
		// The write was made, but its replication to other servers failed.
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithHint(toolerr.Msg(hintCheck)))
	case code.name == overloaded && !l.HasErrorLabel(retryable):
		// Only that label means that there was no effect and that a retry may help.
		a.Retry(false)
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return true
}

// readBulk reads the error of several writes. Those before the failed one were applied.
func readBulk(a *spec.Answer) bool {
	ok := readAnswer(a)
	a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	return ok
}

// readText reads the driver's sentinels, and its error for a connection string, which
// contains a password.
func readText(e error) *spec.Answer {
	text := e.Error()
	if spec.Wraps(e) {
		if !strings.HasPrefix(text, badURI) {
			return nil
		}
		a := &spec.Answer{Codes: []string{invalidURI}, Fallback: true}
		a.Add(toolerr.WithDeveloperMessage("mongo: a connection string that cannot be parsed; it is not repeated here"))
		return a
	}
	code := texts[text]
	if named, _, ok := strings.Cut(strings.TrimPrefix(text, "("), ") "); ok && code == "" && text[0] == '(' {
		row, _ := table.Lookup(named) // "(WriteConflict) …" is a CommandError that lost its type (mongo-driver v2.8.2, CommandError.Error)
		code = row.VendorCode
	}
	if code == "" {
		return nil
	}
	return &spec.Answer{Codes: []string{code}, Fallback: true}
}

// findCause sets the kind of a failed connection to that of its cause.
func findCause(a *spec.Answer) {
	for e := range adapter.Tree(a.Err) {
		if unsent, _ := shape.Field[bool](e, "init"); unsent {
			a.Add(toolerr.WithEffect(toolerr.EffectNone)) // the connection was not ready yet
			break
		}
	}
	te := (httpadapter.Adapter{}).FromError(a.Err)
	if te == nil || te.Kind() == toolerr.KindToolCanceled {
		return
	}
	a.Row.Kind, a.Row.Message = te.Kind(), toolerr.Message{}
	if te.Kind() == toolerr.KindToolTimeout {
		a.Row.Kind = toolerr.KindNetworkTransportTimeout // the server was late
	}
}

// A numbered is a code and the number that the server sent for it.
type numbered struct {
	number int
	name   string
}

var rows = table.Rows()

// codeOf returns the label or the number that decides, or the zero numbered if the table
// lists none.
func codeOf(e labelled) numbered {
	for _, label := range labels {
		if e.HasErrorLabel(label) {
			return numbered{name: label}
		}
	}
	for _, row := range rows {
		for _, number := range row.Numbers {
			if e.HasErrorCode(number) {
				return numbered{number, row.VendorCode}
			}
		}
	}
	for _, label := range [...]string{network, retryableWrite} {
		if e.HasErrorLabel(label) {
			return numbered{name: label}
		}
	}
	return numbered{}
}

// unlabelled is the error below the labelled ones, which has only fields.
type unlabelled struct{ e any }

func (u unlabelled) HasErrorCode(code int) bool {
	is, _ := shape.Field[int](u.e, "Code")
	return is == code
}

func (u unlabelled) HasErrorLabel(label string) bool {
	all, _ := shape.Field[[]string](u.e, "Labels")
	return slices.Contains(all, label)
}

// several are the codes of a bulk write over several collections.
type several []int

func (all several) HasErrorCode(code int) bool { return slices.Contains(all, code) }
func (several) HasErrorLabel(string) bool      { return false }

// allCodes returns the codes that e lists, or nil, as for v1.
func allCodes(e any) []int {
	all, _ := shape.Call(e, func(e interface{ ErrorCodes() []int }) []int { return e.ErrorCodes() })
	return all
}

// firstCode returns a code of e, or 0.
func firstCode(e any) int {
	for _, code := range allCodes(e) {
		if code != 0 {
			return code
		}
	}
	if code, ok := shape.Field[int](e, "Code"); ok {
		return code
	}
	for item := range shape.Items(e, "WriteErrors") { // v1 has no ErrorCodes
		if code, ok := shape.Field[int](item, "Code"); ok {
			return code
		}
	}
	code, _ := shape.Field[int](e, "WriteConcernError.Code")
	return code
}

// concerns reports whether a code is that of e's write concern, or a label of the whole
// error.
func concerns(e any, code numbered) bool {
	concern, _ := shape.Field[int](e, "WriteConcernError.Code")
	return concern != 0 && (concern == code.number || code.name == overloaded)
}
