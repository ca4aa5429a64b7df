package proof

import (
	"errors"
	"net/http"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// Want is an answer of a kind, with the kind's own retry advice and no status.
func Want(kind toolerr.Kind, effect toolerr.Effect) conformance.Want {
	return faults.ForKind(kind, effect)
}

// WantRow is what a row of a table says of its code, with a status; 0 is none.
func WantRow(row adapter.Row, status int) conformance.Want {
	te := row.Error(errors.New(row.VendorCode))
	return faults.ForCode(te.Kind(), status).With(te.Effect()).Retry(te.CanRetry())
}

// RowCase is the case of a code without a status, by the table, which must have it.
func RowCase(t *testing.T, table adapter.Table, code string) Case {
	t.Helper()
	row, ok := table.Lookup(code)
	if !ok {
		t.Fatalf("no row %s", code)
	}
	return Case{Name: code, Code: code, Want: WantRow(row, 0)}
}

// HeaderLimits is what to want, besides a limit, where a 403 is a rate limit by its
// headers and the client keeps none: the status alone, with the wait that the
// transport recorded.
func HeaderLimits() map[string]conformance.Want {
	all := map[string]conformance.Want{}
	for _, f := range faults.All() {
		if f.Want.Status == http.StatusForbidden && f.Want.Kind == toolerr.KindUpstreamRateLimit {
			bare := faults.ForStatus(http.StatusForbidden)
			bare.RetryAfter, bare.HasRetryAfter, bare.Tolerance = f.Want.RetryAfter, f.Want.HasRetryAfter, f.Want.Tolerance
			all["fault/"+f.Name] = f.Want.Because("a limit").
				Or("the client keeps no header; the wait is what the transport recorded", bare)
		}
	}
	return all
}
