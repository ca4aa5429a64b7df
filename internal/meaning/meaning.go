// Package meaning compares the table of an adapter with what its codes mean,
// spelled out a second time in the adapter's tests. A page that is rendered from
// a table agrees with it whatever it says; this does not. It also compares the
// errors that two ways to the same table make.
package meaning

import (
	"errors"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A Group is what some codes mean. It is a struct without a name, so that a list of
// them is read like a table, without the fields' names.
type Group = struct {
	Kind       toolerr.Kind
	CanRetry   bool
	Effect     toolerr.Effect
	UserAction bool
	Guidance   toolerr.Guidance // as the row has it: "" where kind and status say it
	Codes      string           // with spaces between them
}

// TB is the part of testing.TB that [Check] needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Check fails the test for every code that means something else in the table, that
// is in one of the two alone, or that is listed twice.
func Check(t TB, table adapter.Table, groups []Group) {
	t.Helper()
	said := map[string]bool{}
	for _, g := range groups {
		for code := range strings.FieldsSeq(g.Codes) {
			if said[code] {
				t.Errorf("%s is listed twice", code)
			}
			said[code] = true
			row, ok := table.Lookup(code)
			if !ok {
				t.Errorf("%s has no row", code)
				continue
			}
			if means := of(row, code); means != withCode(g, code) {
				t.Errorf("%s means %+v, not %+v", code, means, withCode(g, code))
			}
		}
	}
	for _, row := range table.Rows() {
		if !said[row.VendorCode] {
			t.Errorf("%s is not listed", row.VendorCode)
		}
	}
}

// of is what a row means.
func of(row adapter.Row, code string) Group {
	te := row.Error(errors.New(code))
	return Group{te.Kind(), te.CanRetry(), te.Effect(), te.RequiresUserAction(), row.Guidance, code}
}

// withCode is what one code of a group means.
func withCode(g Group, code string) Group {
	g.Codes = code
	return g
}
