package githubadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

var (
	fieldCode = shape.NewGetter[string]("Code")
	fieldName = shape.NewGetter[string]("Field")
)

// maxFields is how many invalid fields a hint names.
const maxFields = 3

// invalidField returns the first listed code of a 422, "" if there is none, and adds a
// hint that names the fields. Of the table's rows, only those of fields have the kind
// of a validation error.
func invalidField(a *spec.Answer) (first string) {
	var named []toolerr.Arg
	for item := range shape.Items(a.Node, "Errors") {
		code, _ := fieldCode.Of(item)
		a.Codes = append(a.Codes, code)
		row, ok := table.Lookup(code)
		if !ok || row.Kind != toolerr.KindUpstreamValidationError {
			continue
		}
		if first == "" {
			first = row.VendorCode
		}
		field, _ := fieldName.Of(item)
		if field, ok := own(fields, field); ok && len(named) < 2*maxFields {
			named = append(named, toolerr.Ident(field), toolerr.Ident(row.VendorCode))
		}
	}
	if hint := hintFields(named); !hint.IsZero() {
		a.Add(toolerr.WithHint(hint))
	}
	return first
}

// hintFields says what is wrong with which field; the arguments are a field and
// its code, in turn.
func hintFields(named []toolerr.Arg) toolerr.Message {
	switch len(named) {
	case 0:
		return toolerr.Message{}
	case 2:
		return toolerr.Msgf("GitHub refuses the field %s (%s).", named...)
	case 4:
		return toolerr.Msgf("GitHub refuses the fields %s (%s) and %s (%s).", named...)
	}
	return toolerr.Msgf("GitHub refuses the fields %s (%s), %s (%s) and %s (%s).", named...)
}
