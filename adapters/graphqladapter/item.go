package graphqladapter

import (
	"encoding/json"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// An item is what is read of one error of a list.
type item struct {
	words [2]string // the code, and GitHub's type; "" where there is none
	field bool      // it is about a field: the call was executed
}

// refusal reports whether a word of the error says that nothing was done.
func (i item) refusal() bool {
	for _, word := range i.words {
		if row, ok := table.Lookup(word); ok && (row.Kind != toolerr.KindUpstreamServerError || row.Effect == toolerr.EffectNone) {
			return true
		}
	}
	return false
}

var (
	extensionsOf = shape.NewGetter[map[string]any]("Extensions")
	typeOf       = shape.NewGetter[string]("Type")
)

func collect(x any, path string) []item {
	var all []item
	for e := range shape.Items(x, path) {
		all = append(all, itemOf(e))
	}
	return all
}

func itemOf(x any) item {
	extensions, _ := extensionsOf.Of(x)
	var i item
	i.words[0], _ = extensions["code"].(string)
	i.words[1], _ = typeOf.Of(x)
	for range shape.Items(x, "Path") {
		i.field = true
		break
	}
	return i
}

// maxBody is how much of a body is looked at for errors, in bytes.
const maxBody = 64 << 10

// itemsOfBody reads the list of errors of an answer that the client kept as it
// was sent; nil if it is none.
func itemsOfBody(body string) []item {
	if len(body) > maxBody {
		return nil
	}
	var answer struct {
		Errors []struct {
			Path       []any  `json:"path"`
			Type       string `json:"type"`
			Extensions struct {
				Code any `json:"code"`
			} `json:"extensions"`
		} `json:"errors"`
	}
	if json.Unmarshal([]byte(body), &answer) != nil {
		return nil
	}
	var all []item
	for _, e := range answer.Errors {
		code, _ := e.Extensions.Code.(string)
		all = append(all, item{words: [2]string{code, e.Type}, field: len(e.Path) > 0})
	}
	return all
}
