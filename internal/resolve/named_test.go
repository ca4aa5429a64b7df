package resolve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	reader "github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/resolve"
)

const booking = `{"guest":"Ann Lee","rooms":12,"plan":"gold","colour":"blue","stays":[{"room":"A1","nights":2},{"room":"B2","nights":"three"}]}`

const bookings = `{"properties":{"guest":{"type":"string"},"email":{"type":"string"},"rooms":{"type":"integer"},"plan":{"enum":["basic","full"]},"stays":{"items":{"properties":{"room":{"type":"string"},"nights":{"type":"integer"}}}}}}`

// Sentences of no table: the whole text states the rule, and the call shows what it is about.
func TestTheCallShowsThePlace(t *testing.T) {
	call := resolve.NewCall(json.RawMessage(booking), json.RawMessage(bookings))
	for text, want := range map[string][]string{
		"expected int for dictionary value @ data['stays'][1]['nights']": {"/stays/1/nights: has the wrong type"},
		"With 'stays', at item 1, 'nights' has an incorrect type":        {"/stays/1/nights: has the wrong type"},
		"unknown name colour":                               {"/colour: is not known"},
		"Validation max on rooms failed":                    {"/rooms: is too large"},
		"The email is nowhere to be seen, though mandatory": {"/email: is required"},
		"The guest is nowhere to be seen, though mandatory": nil,
		"the certificate of 'guest' is missing":             nil,
		"maximum is 8 and 'rooms' was above that":           {"/rooms: must be at most 8"},
		"maximum is 20 and 'rooms' was above that":          nil,
		"maximum is 8 and 'rooms' was above that \xff":      {"/rooms: must be at most 8"}, // not UTF-8
	} {
		assert.Equal(t, want, told(call.Read(reader.Sentence(text), false, false)), text)
	}
}

// What a call shows besides names: values beside their names, amounts, counts, and what is possible.
func TestEvidence(t *testing.T) {
	for _, tt := range []struct{ args, text, want string }{
		{`{"sheet":"Orders","cell":"A1"}`, "sheet Orders does not exist", `/sheet: names "Orders", which does not exist`},
		{`{"sheet":"Orders","cell":"A1"}`, "row Orders does not exist", `/sheet: refers to something that does not exist`},
		{`{"data":"x","json":{}}`, "data parameter can not be used with json", `/data: is in conflict with "/json"`},
		{`{"first":1,"last":2,"all":true}`, "first, last and all cannot be used together", ": A value is in conflict with another value"},
		{`{"command":"shop export --json --yaml"}`, "option '--json' cannot be used with option '--yaml'", `: "--json" is in conflict with "--yaml"`},
		{`{"cron":"* * *","job":"backup"}`, "Wrong number of fields; got 3, expected 5", `: A value has the wrong number of values; the right number is 5`},
		{`{"cron":"* * *","note":"a b c"}`, "Wrong number of fields; got 3, expected 5", ": A value has the wrong number of values; the right number is 5"},
		{`{"query":"select"}`, "Query is too long. Max query length is 3 characters.", `/query: must have at most 3 characters`},
		{`{"recipients":["a b"],"body":"x"}`, "Bad recipient address syntax", `/recipients: does not have the required format`},
		{`{"limit":1000}`, "Param limit=1000 not allowed. Max accepted value 100.", `/limit: must be at most 100`},
		{`{"name":"web","type":"AAAAA"}`, "invalid type AAAAA", `/type: contains "AAAAA", which is not one of the allowed values`},
		{`{"script":"a\nawait b;"}`, "'await' is not supported here (2:1)", `/script: contains "await", which is not supported (line 2, column 1)`},
		{`{"path":"$.a.stoer.b"}`, "unknown key stoer", `: A value contains the name "stoer", which is not known`},
		{`{"command":"npm version 1.x"}`, "npm error Invalid version: 1.x", `/command: does not have the required format: "1.x" (line 1, column 13)`},
	} {
		call := resolve.NewCall(json.RawMessage(tt.args), nil)
		assert.Equal(t, tt.want, strings.Join(told(call.Read(reader.Sentence(tt.text), false, false)), "; "), tt.text)
	}
}

// Places in words that are not theirs, and what is no place.
func TestTargets(t *testing.T) {
	for _, tt := range []struct{ args, schema, text, want string }{
		{`{"id":"7","port":80}`, `{"properties":{"id":{},"port":{},"name":{}}}`, "Missing service name", "/name: is required"},
		{`{"size":"3258.92","symbol":"ADA"}`, ``, "The order size has an invalid format", "/size: does not have the required format"},
		{`{"term":"food"}`, `{"properties":{"term":{},"location":{},"latitude":{},"page":{}}}`, "Please specify a location or a latitude", "/location: is required; /latitude: is required"},
		{`{"stops":["a","b","c"],"mode":"car"}`, ``, "Exceeded max stops:2", "/stops: must have at most 2 items"},
		{`{"command":"base64 -D token.b64"}`, ``, "base64: invalid option -- 'D'", `/command: contains the name "D", which is not known (line 1, column 9)`},
		{`{"flow":"x.y","fast":true}`, ``, "The moon is made of cheese", ""},
	} {
		call := resolve.NewCall(json.RawMessage(tt.args), json.RawMessage(tt.schema))
		assert.Equal(t, tt.want, strings.Join(told(call.Read(reader.Sentence(tt.text), false, false)), "; "), tt.text)
	}
}
