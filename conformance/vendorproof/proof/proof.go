// Package proof holds the real errors of vendors' clients to what errand says of
// them: kind, retry advice, status, wait, effect and code, one adapter that
// answers and no more, and nothing of the vendor's in what an agent sees.
package proof

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Case is what a client returned, and what it means.
type Case struct {
	// Name is unique among the cases of a test.
	Name string
	// Err is what the client returned.
	Err error
	// Context is that of the call; nil is one that is alive.
	Context context.Context //nolint:containedctx // a case is data: the context is part of it
	// Want is what is right.
	Want conformance.Want
	// Code is the code that the agent sees; "" is none.
	Code string
	// Service is the slug of the adapter that answers, or [Nobody]; "" is that of
	// the vendor's.
	Service string
}

// Nobody is the service of an error that no adapter recognises.
const Nobody = "nobody"

// Check holds a case to what is right, in a subtest: the vendor's adapter in
// front of all of the library's.
func Check(t *testing.T, vendor adapter.Adapter, c Case) {
	t.Helper()
	t.Run(c.Name, func(t *testing.T) {
		t.Helper()
		te := answer(t, vendor, c)
		if reason, ok := c.Want.Accepts(te); !ok {
			t.Errorf("%q (%T): %v", c.Err, c.Err, c.Want.Diff(te))
		} else if reason != "" {
			t.Log("accepted:", reason)
		}
		if got := te.VendorCode(); got != c.Code {
			t.Errorf("%q (%T): the agent sees the code %q, want %q", c.Err, c.Err, got, c.Code)
		}
		service := c.Service
		if service == "" {
			service = vendor.Slug()
		}
		if service == Nobody {
			service = ""
		}
		if te.Service() != service {
			t.Errorf("%q (%T): answered by %q, want %q", c.Err, c.Err, te.Service(), service)
		}
		alone(t, vendor, c.Err)
		inOrder(t, vendor, c, service)
		clean(t, te)
	})
}

func answer(t *testing.T, vendor adapter.Adapter, c Case) *toolerr.ToolRuntimeError {
	t.Helper()
	if c.Err == nil {
		t.Fatal("the client returned no error")
	}
	ctx := c.Context
	if ctx == nil {
		ctx = t.Context()
	}
	chain := adapter.NewChain(append([]adapter.Adapter{vendor}, adapters.All()...)...)
	te, ok := toolerr.Find(chain.Adapt(ctx, c.Err))
	if !ok {
		t.Fatalf("%q (%T): not adapted", c.Err, c.Err)
	}
	return te
}

// generic are the adapters that answer for what any vendor's client does below
// the vendor's own errors.
var generic = map[string]bool{"_http": true, "_std": true}

// alone checks that no other vendor's adapter answers.
func alone(t *testing.T, vendor adapter.Adapter, err error) {
	t.Helper()
	for _, a := range adapters.All() {
		if a.Slug() == vendor.Slug() || generic[a.Slug()] {
			continue
		}
		if te := a.FromError(err); te != nil {
			t.Errorf("%q (%T): %s answers as well: %v", err, err, a.Slug(), te)
		}
	}
}

// inOrder checks that the order of all adapters finds the same one: in a registry
// for everything no vendor is in front. An adapter that was told more than the
// one that is registered there has an answer of its own.
func inOrder(t *testing.T, vendor adapter.Adapter, c Case, service string) {
	t.Helper()
	registered := func(a adapter.Adapter) bool { return reflect.DeepEqual(a, vendor) }
	if !slices.ContainsFunc(adapters.All(), registered) {
		return
	}
	ctx := c.Context
	if ctx == nil {
		ctx = t.Context()
	}
	te, ok := toolerr.Find(adapters.Default().For(t.Name()).Adapt(ctx, c.Err))
	if !ok || te.Service() != service {
		t.Errorf("%q (%T): %q answers among all adapters, want %q", c.Err, c.Err, te.Service(), service)
	}
}

// clean checks that no canary is where it must not be.
func clean(t *testing.T, te *toolerr.ToolRuntimeError) {
	t.Helper()
	canary := faults.Planted()
	if found := canary.Find(te.Payload().String()); len(found) > 0 {
		t.Errorf("the agent sees %v: %s", found, te.Payload())
	}
	report := te.Report()
	if found := canary.FindCredentials(fmt.Sprintf("%+v %v", report, te.LogValue())); len(found) > 0 {
		t.Errorf("report or log show %v: %+v", found, report)
	}
}

// Want is an answer of a kind, with the kind's own retry advice and no status.
func Want(kind toolerr.Kind, effect toolerr.Effect) conformance.Want {
	return faults.ForKind(kind, effect)
}
