// Package mongoadapter recognises the errors of MongoDB, as its Go driver
// returns them.
//
// The driver is not imported: its errors are known by the methods HasErrorLabel
// and HasErrorCode, and a few by the names of their types, in both majors.
//
// The agent reads the table's own sentences. What the server wrote repeats the
// filter of the query and values of documents, and stays with the developer.
package mongoadapter

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises CommandError, WriteException, BulkWriteException and
// ClientBulkWriteException of go.mongodb.org/mongo-driver, v1 and v2, what its topology says of servers that
// cannot be reached, and its sentinels. The zero value is ready for use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_mongo".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean: the labels of errors, the names of
// MongoDB's numbers, and errand's own words for what the driver says.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not the driver's. A server's
// answer comes before what the driver says around it.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var s sights
	for e := range adapter.Tree(err) {
		t := types.Of(e)
		if te := answered(err, e, t); te != nil {
			return te
		}
		s.look(e, t)
	}
	return s.answer(err)
}

// labelled are the errors of mongo that a server sent, of both majors.
type labelled interface {
	HasErrorLabel(label string) bool
	HasErrorCode(code int) bool
}

const module = "go.mongodb.org/mongo-driver"

var (
	driverError = shape.T(module+"/x/mongo/driver", "Error") // below the labelled ones, and bare in a handshake
	bulkError   = shape.T(module+"/mongo", "BulkWriteException")
	clientBulk  = shape.T(module+"/mongo", "ClientBulkWriteException") // v2, without the two methods
	selection   = shape.T(module+"/x/mongo/driver/topology", "ServerSelectionError")
	connection  = shape.T(module+"/x/mongo/driver/topology", "ConnectionError")
	poolTimeout = shape.T(module+"/x/mongo/driver/topology", "WaitQueueTimeoutError")

	types = shape.NewSet(driverError, bulkError, clientBulk, selection, connection, poolTimeout)

	fieldCode   = shape.NewGetter[int]("Code")
	fieldLabels = shape.NewGetter[[]string]("Labels")
	concernCode = shape.NewGetter[int]("WriteConcernError.Code")
	inHandshake = shape.NewGetter[bool]("init")

	// The types behind errors.New, and behind fmt.Errorf with a %w.
	plainText   = reflect.TypeOf(errors.New(""))
	wrappedText = reflect.TypeOf(fmt.Errorf("%w", io.EOF))
)

// answered is the error of what a server answered, nil if e is none.
func answered(err, e error, t shape.Type) *toolerr.ToolRuntimeError {
	l, ok := e.(labelled)
	switch {
	case ok:
	case t == driverError:
		l = bare{e}
	case t == clientBulk:
		l = several(allCodes(e))
	default:
		return nil
	}
	word, _ := shape.Call(l, wordOf)
	switch {
	case word.name == network:
		return nil // the driver's own
	case word.name != "":
		return listed(err, e, word)
	}
	code := firstCode(e)
	if code == 0 && t != clientBulk {
		return nil
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(e),
		toolerr.WithVendorCode(strconv.Itoa(code)), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
}

// wordOf returns the label or the code that decides, the zero numbered if there is
// none that the table knows.
func wordOf(e labelled) numbered {
	for _, label := range labels {
		if e.HasErrorLabel(label) {
			return numbered{name: label}
		}
	}
	for _, n := range numbers {
		if e.HasErrorCode(n.code) {
			return n
		}
	}
	for _, label := range [...]string{network, retryableWrite} {
		if e.HasErrorLabel(label) {
			return numbered{name: label}
		}
	}
	return numbered{}
}

// bare is the error below the labelled ones, which has fields only.
type bare struct{ e error }

func (b bare) HasErrorCode(code int) bool {
	is, _ := fieldCode.Of(b.e)
	return is == code
}

func (b bare) HasErrorLabel(label string) bool {
	all, _ := fieldLabels.Of(b.e)
	return slices.Contains(all, label)
}

// several are the codes of a bulk write over several collections.
type several []int

func (all several) HasErrorCode(code int) bool { return slices.Contains(all, code) }
func (several) HasErrorLabel(string) bool      { return false }

// allCodes returns the codes that e lists, nil if it lists none: v1 does not.
func allCodes(e error) []int {
	all, _ := shape.Call(e, func(e interface{ ErrorCodes() []int }) []int { return e.ErrorCodes() })
	return all
}

// firstCode returns a code of e, 0 if there is none.
func firstCode(e error) int {
	for _, code := range allCodes(e) {
		if code != 0 {
			return code
		}
	}
	if code, ok := fieldCode.Of(e); ok {
		return code
	}
	for item := range shape.Items(e, "WriteErrors") { // v1 has no ErrorCodes
		if code, ok := fieldCode.Of(item); ok {
			return code
		}
	}
	code, _ := concernCode.Of(e)
	return code
}

// listed is the error of a row. The report has the number that the server sent.
func listed(err, e error, word numbered) *toolerr.ToolRuntimeError {
	row, _ := table.Lookup(word.name)
	opts := append(make([]toolerr.Option, 0, 5), toolerr.WithVendorType(e))
	if word.code != 0 {
		opts = append(opts, toolerr.WithVendorCode(strconv.Itoa(word.code)))
	}
	switch {
	case types.Of(e) == bulkError, types.Of(e) == clientBulk:
		// What came before the write that failed was applied.
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown))
	case concerns(e, word):
		// The write was made; what failed is its way to other servers.
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithHint(toolerr.Msg(hintCheck)))
	case word.name == overloaded && !hasLabel(e, retryable):
		// Only that label says that nothing was done and that a repeat may help.
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithCanRetry(false))
	}
	return row.Error(err, opts...)
}

// concerns reports whether a word is that of the write concern of e, or a label
// of all of it.
func concerns(e error, word numbered) bool {
	code, _ := concernCode.Of(e)
	return code != 0 && (code == word.code || word.name == overloaded)
}

func hasLabel(e error, label string) bool {
	l, ok := e.(labelled)
	if !ok {
		l = bare{e}
	}
	has, _ := shape.Call(l, func(l labelled) bool { return l.HasErrorLabel(label) })
	return has
}

// sights is what the tree of an error holds, apart from an answer.
type sights struct {
	node   error // the outermost of the driver's own errors
	code   string
	unsent bool // the connection was not ready yet
}

func (s *sights) look(e error, t shape.Type) {
	switch t {
	case selection:
		s.note(e, serverSelection)
	case poolTimeout:
		s.note(e, poolTimeoutCode)
	case connection:
		s.note(e, connectionFailed)
		if init, _ := inHandshake.Of(e); init {
			s.unsent = true
		}
	default:
		switch typ := reflect.TypeOf(e); {
		case typ == plainText && texts[e.Error()] != "":
			s.note(e, texts[e.Error()])
		case typ == wrappedText && strings.HasPrefix(e.Error(), badURI):
			s.note(e, invalidURI)
		}
	}
}

func (s *sights) note(e error, code string) {
	if s.node == nil {
		s.node, s.code = e, code
	}
}

// answer is the error of what the driver says itself, nil if it says nothing.
func (s *sights) answer(err error) *toolerr.ToolRuntimeError {
	if s.node == nil {
		return nil
	}
	row, _ := table.Lookup(s.code)
	opts := append(make([]toolerr.Option, 0, 6), toolerr.WithVendorType(s.node), toolerr.WithVendorCode(""))
	if s.code == invalidURI {
		opts = append(opts, toolerr.WithDeveloperMessage("mongo: a connection string that cannot be parsed; it is not repeated here"))
	}
	if s.code != connectionFailed {
		return row.Error(err, opts...)
	}
	if s.unsent {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
	}
	te := (httpadapter.Adapter{}).FromError(err)
	if te == nil || te.Kind() == toolerr.KindToolCanceled {
		return row.Error(err, opts...)
	}
	kind := te.Kind()
	if kind == toolerr.KindToolTimeout {
		kind = toolerr.KindNetworkTransportTimeout // what was late is the server
	}
	return row.Error(err, opts...).WithKind(kind, opts...)
}
