// Package prometheusadapter recognises the errors of Prometheus' API client,
// github.com/prometheus/client_golang/api/prometheus/v1, for any server of that API:
// Prometheus, Mimir, Thanos, VictoriaMetrics.
//
// The client is not imported: package shape recognises its Error by the name of its
// type. The type of the error in it is the code. The agent reads the position of the
// error in its query; the rest of the server's text reaches developers only.
package prometheusadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var apiError = shape.T("github.com/prometheus/client_golang/api/prometheus/v1", "Error")

// Adapter recognises Error of the client, and plain HTTP responses in the format of the API.
// Errors of the connection are left to httpadapter. The client drops the headers.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Types: []shape.Type{apiError}, Codes: []string{"Type"}, Read: readStatus,
		Refusal: func(node any) toolerr.Refusal {
			text, _ := shape.Field[string](node, "Msg")
			if detail, _ := shape.Field[string](node, "Detail"); detail != "" { // the body
				return refusal.Read([]byte(detail), refusals.Read)
			}
			return refusal.Sentence(text, refusals.Read)
		},
	}},
	Body: func(body []byte) any {
		if r := spec.JSON[response](body); r.Type != "" {
			return r
		}
		return nil
	},
	Form:     isFailure,
	Members:  []string{"errorType"},
	Refusals: refusals,
})

// A response has the type in the same field as the client's error (Prometheus v3.16.0, HTTP
// API, Format overview).
type response struct {
	Status string `json:"status"`
	Type   string `json:"errorType"`
	Text   string `json:"error"`
}

// isFailure reports whether a body is an error in the format of Prometheus.
var isFailure = spec.FormOf(`"errorType"`, func(r response) bool {
	_, listed := table.Lookup(r.Type)
	return r.Status == "error" && listed && r.Text != ""
})

// readStatus reads the status of a response that is not in the API's format, which is only
// in the message, and recognises a body that cannot be read (client_golang v1.23.2, api.go:
// errorTypeAndMsgFor, Do).
func readStatus(a *spec.Answer) bool {
	text, _ := shape.Field[string](a.Node, "Msg")
	switch a.Code() {
	case "client_error", "server_error", "bad_response":
		a.Status, _ = spec.ParseStatus(text[strings.LastIndexByte(text, ' ')+1:])
		a.Undecoded = a.Status == 0
		a.Codes = nil
	}
	return true
}
