// Package meaning compares errors that were made in two ways, for example from a vendor's
// client and from the response that it received.
package meaning

import (
	"reflect"

	"github.com/errand-go/errand/toolerr"
)

// TB is the part of testing.TB that [Same] needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Same fails the test if two errors differ for a model or a program. Data for developers
// may differ: texts, types, and the request.
func Same(t TB, want, got *toolerr.ToolRuntimeError, about string) {
	t.Helper()
	if got == nil {
		t.Errorf("%s: nil, not %s", about, want.Payload())
		return
	}
	if a, b := want.Payload().String(), got.Payload().String(); a != b {
		t.Errorf("%s: the payload is %s, not %s", about, b, a)
	}
	if a, b := forPrograms(want), forPrograms(got); !reflect.DeepEqual(a, b) {
		t.Errorf("%s: the report is %+v, not %+v", about, b, a)
	}
}

// forPrograms returns the report without the data for developers.
func forPrograms(te *toolerr.ToolRuntimeError) toolerr.Report {
	r := te.Report()
	r.DeveloperMessage, r.Refusal, r.Extra = "", nil, toolerr.Extra{Service: r.Extra.Service, VendorCode: r.Extra.VendorCode}
	return r
}
