// Package elasticadapter recognises the errors of Elasticsearch's Go client and of
// OpenSearch's, which has the same words.
//
// The clients are not imported: their errors are known by the names of their types,
// whatever the major. What an agent sees is the type of the error in the server's
// own spelling, where the table has it; the names of indices, ids, queries and what
// else the server repeats stay with the developer.
//
// The low-level client (package esapi) returns responses and no errors: the tool
// hands a response that is one to [Adapter.FromAnswer], or to
// [httpadapter.CheckResponse] where the status will do; both want status, header and
// body of it. The items of a bulk request that fail are in its answer, which is a
// success.
//
// An answer that is no JSON, of a proxy, comes out of Elasticsearch's typed client as
// the error of a decoder, with its status lost. [httpadapter.Transport] under the
// client, and [adapter.WithEvidence], bring the status back. The wait that a limit
// asks for is lost in both clients, and comes back in the same way.
package elasticadapter

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises types.ElasticsearchError of the typed API of every major of
// github.com/elastic/go-elasticsearch, and the errors of
// github.com/opensearch-project/opensearch-go. The zero value is ready for use.
//
// Connections are httpadapter's. An update or a deletion by query that stops at a
// conflict has changed what came before it, and says so without a type: its effect
// is unknown.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_elastic".
func (Adapter) Slug() string { return slug }

// Table returns what the types of errors mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is of neither client.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch reflect.TypeOf(e) {
		case plainText, wrappedText, wrappedTexts: // most errors of most programs
			if te := said(err, e); te != nil {
				return te
			}
			continue
		}
		switch types.Of(e) {
		case shape.Type{}:
		case elasticError:
			return answered(err, e, elastic, statusOf(e), nil)
		default:
			return answered(err, e, openSearch, statusOf(e), nil)
		}
	}
	return nil
}

const openSearchPath = "github.com/opensearch-project/opensearch-go"

var (
	elasticError = shape.T("github.com/elastic/go-elasticsearch/typedapi/types", "ElasticsearchError")

	structError  = shape.T(openSearchPath, "StructError")
	stringError  = shape.T(openSearchPath, "StringError")
	messageError = shape.T(openSearchPath, "MessageError")
	reasonError  = shape.T(openSearchPath, "ReasonError")
	bareError    = shape.T(openSearchPath, "Error")

	types = shape.NewSet(elasticError, structError, stringError, messageError, reasonError, bareError)

	fieldStatus = shape.NewGetter[int]("Status")
	fieldWord   = shape.NewGetter[string]("Status")
	fieldType   = shape.NewGetter[string]("Type")

	// plainText is the type behind errors.New, wrappedText the one behind
	// fmt.Errorf with a %w, and wrappedTexts the one behind several.
	plainText    = reflect.TypeOf(errors.New(""))
	wrappedText  = reflect.TypeOf(fmt.Errorf("%w", io.EOF))
	wrappedTexts = reflect.TypeOf(fmt.Errorf("%w%w", io.EOF, io.EOF))
)

// A product is how a client's error is read.
type product struct {
	name   toolerr.Arg
	causes string // the path of the slice of root causes
	words  []*shape.Getter[string]
	reason *shape.Getter[string]
}

var (
	elastic    = newProduct(toolerr.Name(display), "ErrorCause")
	openSearch = newProduct(toolerr.Name("OpenSearch"), "Err")
)

// newProduct returns the product whose error has its cause at path.
func newProduct(name toolerr.Arg, path string) product {
	return product{
		name: name, causes: path + ".RootCause", reason: shape.NewGetter[string](path + ".Reason"),
		words: []*shape.Getter[string]{
			shape.NewGetter[string](path + ".Type"),
			shape.NewGetter[string](path + ".CausedBy.Type"),
			shape.NewGetter[string](path + ".CausedBy.CausedBy.Type"),
		},
	}
}

// answered is the error of a call that the server refused or failed.
func answered(err, e error, p product, status int, header http.Header) *toolerr.ToolRuntimeError {
	row, word, listed := p.rowOf(e)
	opts := make([]toolerr.Option, 0, 8)
	opts = append(opts, toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithUpstreamName(p.name), toolerr.WithStatus(status))
	if word != row.VendorCode {
		opts = append(opts, toolerr.WithVendorCode(word))
	}
	if listed {
		return row.Error(err, append(opts, ofTheCase(row.VendorCode, status)...)...)
	}
	if status == http.StatusConflict && word == "" {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown)) // see Adapter
	}
	if te := httpadapter.FromStatus(err, status, header, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// rowOf returns the row of the most telling word: that of the error, what it came
// from in each shard, what caused it. word is the error's own, listed or not.
func (p product) rowOf(e error) (row adapter.Row, word string, listed bool) {
	word, _ = p.words[0].Of(e)
	if row, listed = table.Lookup(word); listed {
		return p.created(e, row), word, true
	}
	for cause := range shape.Items(e, p.causes) {
		own, _ := fieldType.Of(cause)
		if row, listed = table.Lookup(own); listed {
			return row, word, true
		}
	}
	for _, get := range p.words[1:] {
		cause, _ := get.Of(e)
		if row, listed = table.Lookup(cause); listed {
			return row, word, true
		}
	}
	return adapter.Row{}, word, false
}

// created is the row of a document that was to be made and is there, which is a
// conflict like one of versions, but for the server's reason (Elasticsearch 7.17 to
// 9.1, OpenSearch 2; index/engine/InternalEngine.java).
func (p product) created(e error, row adapter.Row) adapter.Row {
	if row.VendorCode != versionConflict {
		return row
	}
	if reason, _ := p.reason.Of(e); strings.Contains(reason, ": version conflict, document already exists") {
		row, _ = table.Lookup(documentExists)
	}
	return row
}

// ofTheCase is what a status says beside a word that comes with several.
func ofTheCase(word string, status int) []toolerr.Option {
	switch {
	case word == security && status == http.StatusUnauthorized:
		return []toolerr.Option{toolerr.WithUserAction(), toolerr.WithHint(hintKey)}
	case word == clusterBlock && status != http.StatusServiceUnavailable:
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithGuidance(toolerr.GuidanceNone), toolerr.WithHint(hintBlock)}
	}
	return nil
}

// statusOf returns the status of a failure that the server gave, in digits or as a
// word; 0 if it gave none.
func statusOf(e error) int {
	status, ok := fieldStatus.Of(e)
	if !ok {
		word, _ := fieldWord.Of(e)
		return statuses[word]
	}
	if status < http.StatusMultipleChoices {
		return 0
	}
	return status
}

// statuses are those that OpenSearch's plugins write as words (OpenSearch,
// RestStatus).
var statuses = map[string]int{
	"BAD_REQUEST": 400, "UNAUTHORIZED": 401, "FORBIDDEN": 403, "NOT_FOUND": 404, "CONFLICT": 409, "TOO_MANY_REQUESTS": 429,
	"INTERNAL_SERVER_ERROR": 500, "NOT_IMPLEMENTED": 501, "SERVICE_UNAVAILABLE": 503,
}
