package githubadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// maxFields is the maximum number of invalid fields in a hint.
const maxFields = 3

// invalidField returns the first listed code of a 422, or "", and adds a hint that names
// the fields. Only the rows of fields have the kind of a validation error.
func invalidField(a *spec.Answer) (first string) {
	var refused []toolerr.Arg
	for item := range shape.Items(a.Node, "Errors") {
		code, _ := shape.Field[string](item, "Code")
		a.Codes = append(a.Codes, code)
		row, ok := table.Lookup(code)
		if !ok || row.Kind != toolerr.KindUpstreamValidationError {
			continue
		}
		if first == "" {
			first = row.VendorCode
		}
		field, _ := shape.Field[string](item, "Field")
		if field, ok := own(fields, field); ok && len(refused) < maxFields {
			refused = append(refused, toolerr.Msgf("%s (%s)", toolerr.Ident(field), toolerr.Ident(row.VendorCode)).Arg())
		}
	}
	if hint := hintFields(refused); !hint.IsZero() {
		a.Add(toolerr.WithHint(hint))
	}
	return first
}

// hintFields returns the hint for the fields that GitHub refused, each with its code, or
// the zero Message.
func hintFields(refused []toolerr.Arg) toolerr.Message {
	switch len(refused) {
	case 0:
		return toolerr.Message{}
	case 1:
		return toolerr.Msgf("GitHub refuses the field %s.", refused[0])
	}
	return toolerr.Msgf("GitHub refuses the fields %s.", toolerr.List(refused...))
}
