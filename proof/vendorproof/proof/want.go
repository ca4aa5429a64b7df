package proof

import (
	"errors"
	"net/http"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// Want returns the answer with a kind, the kind's own retry advice and no status.
func Want(kind toolerr.Kind, effect toolerr.Effect) conformance.Want {
	return faults.ForKind(kind, effect)
}

// WantRow returns the answer of a row of a table, with a status; 0 is no status.
func WantRow(row adapter.Row, status int) conformance.Want {
	te := row.Error(errors.New(row.VendorCode))
	return faults.ForCode(te.Kind(), status).With(te.Effect()).Retry(te.CanRetry())
}

// RowCase returns the case of a code without a status. The table must have the code.
func RowCase(t *testing.T, table adapter.Table, code string) Case {
	t.Helper()
	row, ok := table.Lookup(code)
	if !ok {
		t.Fatalf("no row %s", code)
	}
	return Case{Name: code, Code: code, Want: WantRow(row, 0)}
}

// Rows returns a function that checks that an error has the answer of a row of the
// vendor's table, without a status.
func Rows(vendor adapter.Adapter, more ...faults.Canary) func(t *testing.T, name, code string, err error) {
	table := spec.Of(vendor).Table()
	return func(t *testing.T, name, code string, err error) {
		t.Helper()
		c := RowCase(t, table, code)
		c.Name, c.Err = name, err
		Check(t, vendor, c, more...)
	}
}

// HeaderLimits returns the expected answers for the faults whose 403 is a rate limit by
// its headers, for a client that drops them. The answer to the status alone, with the
// wait that the transport recorded, is accepted as well as the rate limit.
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
