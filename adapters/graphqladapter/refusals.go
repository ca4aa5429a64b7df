package graphqladapter

import (
	"slices"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusalAt returns a function that returns the refusal in the list of errors at a path.
func refusalAt(path string) func(node any) toolerr.Refusal {
	return func(node any) toolerr.Refusal { return refusalOf(slices.Collect(shape.Items(node, path))) }
}

// refusalOf returns the refusal in errors. The clients keep the data of the body, so the
// reader of bodies reads them.
func refusalOf(errors []any) toolerr.Refusal {
	type location struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	type wire struct {
		Message    string         `json:"message"`
		Locations  []location     `json:"locations"`
		Path       []any          `json:"path,omitempty"`
		Extensions map[string]any `json:"extensions,omitempty"`
	}
	all := make([]wire, 0, len(errors))
	for _, e := range errors {
		w := wire{Locations: []location{}}
		w.Message, _ = shape.Field[string](e, "Message")
		w.Extensions, _ = shape.Field[map[string]any](e, "Extensions")
		w.Path = slices.Collect(shape.Items(e, "Path"))
		for at := range shape.Items(e, "Locations") {
			var l location
			l.Line, _ = shape.Field[int](at, "Line")
			l.Column, _ = shape.Field[int](at, "Column")
			w.Locations = append(w.Locations, l)
		}
		all = append(all, w)
	}
	return refusal.OfValue(map[string]any{"errors": all}, refusals.Read)
}

// bodyRefusal returns the refusal in the body that an error keeps.
func bodyRefusal(node any) toolerr.Refusal {
	body, _ := shape.Call(node, func(e interface{ Body() string }) string { return e.Body() })
	return refusalIn([]byte(body))
}

// refusalIn returns the refusal in a body.
func refusalIn(body []byte) toolerr.Refusal { return refusal.Read(body, refusals.Read) }
