package resolve_test

import (
	"encoding/json"
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
		assert.Equal(t, want, told(call.Read(reader.Sentence(text), false)), text)
	}
}
