package meaning

import (
	"reflect"

	"github.com/errand-go/errand/toolerr"
)

// Same fails the test if two errors tell a model or a program different things. What
// only developers read may differ: texts, types, and which request it was.
func Same(t TB, want, got *toolerr.ToolRuntimeError, about string) {
	t.Helper()
	if got == nil {
		t.Errorf("%s: nil, not %s", about, want.Payload())
		return
	}
	if a, b := want.Payload().String(), got.Payload().String(); a != b {
		t.Errorf("%s: the payload is %s, not %s", about, b, a)
	}
	if a, b := told(want), told(got); !reflect.DeepEqual(a, b) {
		t.Errorf("%s: the report is %+v, not %+v", about, b, a)
	}
}

// told is what a report tells a program.
func told(te *toolerr.ToolRuntimeError) toolerr.Report {
	r := te.Report()
	r.DeveloperMessage, r.Extra = "", toolerr.Extra{Service: r.Extra.Service, VendorCode: r.Extra.VendorCode}
	return r
}
