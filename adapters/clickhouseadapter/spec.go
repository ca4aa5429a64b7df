// Package clickhouseadapter recognises the errors of ClickHouse's Go clients,
// clickhouse-go and ch-go, over its native protocol and over HTTP, and plain HTTP responses
// of ClickHouse.
//
// The clients are not imported: package shape recognises their Exception by the name of its
// type. ClickHouse's number is the code, which the agent reads by its name. The agent reads
// where its SQL is wrong; the rest of the server's text, and values, reach developers only.
package clickhouseadapter

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Code returns the name of one of ClickHouse's numbers, "" if the table has none: 60 is
// UNKNOWN_TABLE.
func Code(number int) string { return table.Code(number) }

var exception = shape.T("github.com/ClickHouse/clickhouse-go/lib/proto", "Exception")

// Adapter recognises Exception of github.com/ClickHouse/clickhouse-go and of
// github.com/ClickHouse/ch-go, the errors that clickhouse-go makes by itself for its
// connections and batches, and plain HTTP responses of ClickHouse. The zero value is ready
// to use.
//
// If a response over HTTP has no exception, such as a proxy's, its status decides.
// Errors of the connection are left to httpadapter.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{exception, shape.T("github.com/ClickHouse/ch-go", "Exception")}, Read: readNumber, Refusal: refused},
		{Types: []shape.Type{shape.T("github.com/ClickHouse/clickhouse-go", "HTTPError")}, Status: "StatusCode", Fallback: true},
	},
	Begins: slices.Collect(maps.Keys(texts)),
	Text: func(e error) *spec.Answer {
		code := texts[e.Error()]
		if code == "" || spec.Wraps(e) {
			return nil
		}
		return &spec.Answer{Codes: []string{code}}
	},
	CodeHeader: "X-Clickhouse-Exception-Code", // ClickHouse 25.8, src/Server/HTTPHandler.cpp
	Headers:    []string{"X-Clickhouse-Exception-Code", "X-Clickhouse-Summary"},
	Hosts:      []string{"clickhouse.cloud"}, // ClickHouse Cloud, Connect
	Refusals:   refusals,
	Refine: func(a *spec.Answer) {
		if number, err := strconv.Atoi(a.Code()); err == nil {
			a.Is(Code(number))
		}
	},
})

func readNumber(a *spec.Answer) bool {
	number, ok := shape.Field[int](a.Node, "Code")
	a.Codes = []string{strconv.Itoa(number)}
	return ok
}

// refusal reads the message like the body that ClickHouse sends over HTTP.
func refused(node any) toolerr.Refusal {
	number, _ := shape.Field[int](node, "Code")
	text, _ := shape.Field[string](node, "Message")
	return refusal.Read(fmt.Appendf(nil, "Code: %d. DB::Exception: %s", number, text), refusals.Read)
}
