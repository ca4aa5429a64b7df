package elastic_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// Every client reads the refusals of both servers.
func TestRefusals(t *testing.T) {
	const missing = `"type":"index_not_found_exception","reason":"no such index [ordres]","index":"ordres","index_uuid":"_na_"`
	const document = `"type":"document_parsing_exception","reason":"[1:12] failed to parse field [price] of type [long] in document with id '1'. Preview of field's value: 'abc'"`
	for name, tt := range map[string]struct {
		body string
		want toolerr.Finding
	}{
		"an index": {
			`{"error":{"root_cause":[{` + missing + `}],` + missing + `},"status":404}`, toolerr.Finding{Rule: toolerr.RuleNotFound, Fields: []string{"index"}, Value: "ordres"},
		},
		"a document": {
			`{"error":{"root_cause":[{` + document + `}],` + document + `,"caused_by":{"type":"illegal_argument_exception","reason":"For input string: \"abc\""}},"status":400}`,
			toolerr.Finding{Rule: toolerr.RuleWrongType, Fields: []string{"price"}, Value: "abc", Names: []string{"long"}},
		},
	} {
		for client, write := range writes {
			t.Run(name+", "+client, func(t *testing.T) {
				s := proof.Serve(t, proof.Answer{Status: 400, Header: map[string][]string{"X-Elastic-Product": {"Elasticsearch"}}, Body: tt.body})
				proof.Refusal(t, elasticadapter.Adapter{}, write(t.Context(), s.Client(), s.URL), tt.body, tt.want)
			})
		}
	}
}
