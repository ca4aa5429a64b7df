package elasticadapter

import (
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The clients' texts, for want of types: go-elasticsearch v8.19.7 and v9.5.2,
// opensearch-go v4.8.1.
const (
	notElastic  = "the client noticed that the server is not Elasticsearch and we do not support this unknown product"
	notAnError  = "opensearch error response could not be parsed as error"
	notJSON     = "failed to json unmarshal body, status: "
	notAnything = "body is unexpectedly empty, status: "
)

// said is what a client says without a type, nil if e is nothing of the kind. It is
// of a type of package errors or fmt, whose texts are ready.
func said(err, e error) *toolerr.ToolRuntimeError {
	text := e.Error()
	if reflect.TypeOf(e) == plainText {
		switch text {
		case notElastic:
			row, _ := table.Lookup(unknownProduct)
			return row.Error(err, toolerr.WithVendorType(e))
		case notAnError:
			return undecoded(err, e, 0)
		}
		return nil
	}
	if status := statusIn(text); status != 0 {
		return undecoded(err, e, status)
	}
	if reflect.TypeOf(e) == wrappedText && inExchange(text) {
		return broken(err, e)
	}
	return nil
}

// statusIn returns the status of an answer that is no JSON, 0 if the text is of
// none.
func statusIn(text string) int {
	digits, ok := strings.CutPrefix(text, notJSON)
	if !ok {
		digits, ok = strings.CutPrefix(text, notAnything)
	}
	if !ok || len(digits) < 3 {
		return 0
	}
	status := 0
	for _, c := range []byte(digits[:3]) {
		if c < '0' || c > '9' {
			return 0
		}
		status = 10*status + int(c-'0')
	}
	return status
}

// undecoded is the error of an answer that is no JSON: a proxy's refusal, or what
// came instead of a success.
func undecoded(err, e error, status int) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithUpstreamName(openSearch.name)}
	if te := httpadapter.FromStatus(err, status, nil, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, append(opts,
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectUnknown))...)
}
