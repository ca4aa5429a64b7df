package githubadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

var (
	codeOf  = shape.NewGetter[string]("Code")
	fieldOf = shape.NewGetter[string]("Field")
)

// maxFields is how many refused fields a hint names.
const maxFields = 3

// invalid is the error of a 422: the first code that the table has decides, and
// the hint names the fields.
func invalid(err error, a answer) *toolerr.ToolRuntimeError {
	var first, seen string
	var named []toolerr.Arg
	for item := range shape.Items(a.node, "Errors") {
		code, _ := codeOf.Of(item)
		if seen == "" {
			seen = code
		}
		if _, ok := table.Lookup(code); !ok || !fieldCode(code) {
			continue
		}
		if first == "" {
			first = code
		}
		field, _ := fieldOf.Of(item)
		if field, ok := own(fields, field); ok && len(named) < 2*maxFields {
			named = append(named, toolerr.Ident(field), toolerr.Ident(rowOf(code).VendorCode))
		}
	}
	if first == "" {
		return a.byStatus(err, toolerr.WithVendorCode(seen))
	}
	if hint := hintFields(named); !hint.IsZero() {
		return a.as(err, first, toolerr.WithHint(hint))
	}
	return a.as(err, first)
}

// fieldCode reports whether a code is one of those that GitHub gives fields.
func fieldCode(code string) bool {
	switch code {
	case "missing", "missing_field", "invalid", "already_exists", "unprocessable", "custom":
		return true
	}
	return false
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
