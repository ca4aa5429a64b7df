package sqladapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// stated are the errors of pgx and pgconn, lib/pq since v1.10, and their forks. fielded are
// those of bun's pgdriver, with the fields of the protocol.
type (
	stated  interface{ SQLState() string }
	fielded interface {
		Field(name byte) string
		IntegrityViolation() bool
	}
)

// readState reads a SQLSTATE. For an unlisted one, its class decides, which PostgreSQL
// documents as sufficient for programs that do not know the code (Appendix A).
func readState(a *spec.Answer) bool {
	state := stateOf(a.Node)
	if state == "" {
		return false
	}
	a.Codes = []string{state}
	if own := special(a.Node, state); own != "" {
		state = own
	}
	if a.Is(state); a.Row.VendorCode == "" {
		a.Is(classOf(state))
	}
	if strings.HasPrefix(state, "42") && a.Row.Kind == toolerr.KindUpstreamValidationError {
		if at := positionOf(a.Node); at > 0 {
			a.Row.Hint = toolerr.Msgf("The fault is at character %s of the SQL. Correct it; look at the schema first, if there is a way to.", toolerr.Int(at))
		}
	}
	return true
}

// special returns errand's own code for a general state: that of a pooler, which refuses with
// 08P01 or XX000 before a server reads the query, and that of a plan that a statement cached, which the
// routine identifies in every language.
func special(e any, state string) string {
	switch state {
	case "08P01", "XX000", "42501":
		message := fieldMessage.of(e)
		for begin, code := range refusals {
			if strings.HasPrefix(message, begin) {
				return code
			}
		}
	case "0A000":
		if fieldRoutine.of(e) == "RevalidateCachedQuery" {
			return stalePlan
		}
	}
	return ""
}

// stateOf returns the SQLSTATE of e, or "".
func stateOf(e any) string {
	state, ok := shape.Call(e, stated.SQLState)
	if !ok {
		state, ok = shape.Call(e, func(e fielded) string { return e.Field('C') })
	}
	if !ok {
		state, _ = shape.Field[string](e, "Code")
	}
	if !isState(state) {
		return ""
	}
	return state
}

// isState reports whether s has the form of a SQLSTATE, five digits and capital letters
// (ISO/IEC 9075-2), and is not in a class for success or warnings.
func isState(s string) bool {
	if len(s) != 5 {
		return false
	}
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s[:2] != "00" && s[:2] != "01"
}

// classOf returns the code of the class of a SQLSTATE, which ends in three zeros.
func classOf(state string) string { return state[:2] + "000" }
