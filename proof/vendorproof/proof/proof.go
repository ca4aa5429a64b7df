// Package proof compares errand's answers to the real errors of vendors' clients with
// the expected ones: kind, retry advice, status, wait, effect and code. It checks that
// exactly one adapter answers, and that an agent sees none of the vendor's text.
package proof

import (
	"context"
	"fmt"
	"net/http/httptest"
	"reflect"
	"slices"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Case is an error that a client returned, with the expected answer.
type Case struct {
	// Name is unique among the cases of a test.
	Name string
	// Err is the client's error.
	Err error
	// Context is the context of the call; nil is the context of the test.
	Context context.Context //nolint:containedctx // a case is data: the context is part of it
	// Want is the expected answer.
	Want conformance.Want
	// Code is the code that the agent sees; "" is no code.
	Code string
	// Service is the slug of the adapter that answers, or [Nobody]; "" is the slug of
	// the vendor's adapter.
	Service string
}

// Nobody is the service of an error that no adapter recognises.
const Nobody = "nobody"

// Check compares the answer to a case with the expected one, in a subtest. The vendor's
// adapter is before all of the library's. No canary of more may appear either.
func Check(t *testing.T, vendor adapter.Adapter, c Case, more ...faults.Canary) {
	t.Helper()
	t.Run(c.Name, func(t *testing.T) {
		t.Helper()
		te := answer(t, vendor, c)
		service := judge(t, vendor, c, te)
		alone(t, vendor, c.Err)
		inOrder(t, vendor, c, service)
		clean(t, te, more)
	})
}

// Checks returns [Check] for the adapter of one vendor.
func Checks(vendor adapter.Adapter, more ...faults.Canary) func(*testing.T, Case) {
	return func(t *testing.T, c Case) {
		t.Helper()
		Check(t, vendor, c, more...)
	}
}

// CheckRecorded is [Check] for a call of a client with errand's Transport under it. The
// Transport records the exchange, of which the client's error contains nothing.
func CheckRecorded(t *testing.T, vendor adapter.Adapter, s *httptest.Server, call Call, c Case, more ...faults.Canary) {
	t.Helper()
	t.Run(c.Name, func(t *testing.T) {
		t.Helper()
		hc := *s.Client()
		hc.Transport = httpadapter.Transport{Base: hc.Transport}
		_, err := adapter.Do(t.Context(), chain(vendor), func(ctx context.Context) (struct{}, error) {
			c.Err = call(ctx, &hc, s.URL)
			return struct{}{}, c.Err
		})
		te, ok := toolerr.Find(err)
		if !ok {
			t.Fatalf("%v (%T): not adapted", c.Err, c.Err)
		}
		judge(t, vendor, c, te)
		clean(t, te, more)
	})
}

// judge compares an answer with the expected one, and returns the expected service.
func judge(t *testing.T, vendor adapter.Adapter, c Case, te *toolerr.ToolRuntimeError) (service string) {
	t.Helper()
	if reason, ok := c.Want.Accepts(te); !ok {
		t.Errorf("%q (%T): %v", c.Err, c.Err, c.Want.Diff(te))
	} else if reason != "" {
		t.Log("accepted:", reason)
	}
	if got := te.VendorCode(); got != c.Code {
		t.Errorf("%q (%T): the agent sees the code %q, want %q", c.Err, c.Err, got, c.Code)
	}
	switch service = c.Service; service {
	case "":
		service = vendor.Slug()
	case Nobody:
		service = ""
	}
	if te.Service() != service {
		t.Errorf("%q (%T): answered by %q, want %q", c.Err, c.Err, te.Service(), service)
	}
	return service
}

// chain is the vendor's adapter in front of all of the library's.
func chain(vendor adapter.Adapter) adapter.Chain {
	return adapter.NewChain(append([]adapter.Adapter{vendor}, adapters.All()...)...)
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
	te, ok := toolerr.Find(chain(vendor).Adapt(ctx, c.Err))
	if !ok {
		t.Fatalf("%q (%T): not adapted", c.Err, c.Err)
	}
	return te
}

// generic are the adapters for failures of any vendor's client below the vendor's own
// errors.
var generic = map[string]bool{"_http": true, "_std": true}

// alone checks that no other vendor's adapter recognises the error.
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

// inOrder checks that all adapters in their order give the same result: in the default
// registry no vendor is first. An adapter with other options than the registered one has
// its own result.
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

// clean checks that canaries are only in allowed places.
func clean(t *testing.T, te *toolerr.ToolRuntimeError, more []faults.Canary) {
	t.Helper()
	for _, canary := range append(more, faults.Planted()) {
		if found := canary.Find(te.Payload().String()); len(found) > 0 {
			t.Errorf("the agent sees %v: %s", found, te.Payload())
		}
		report := te.Report()
		if found := canary.FindCredentials(fmt.Sprintf("%+v %v", report, te.LogValue())); len(found) > 0 {
			t.Errorf("report or log show %v: %+v", found, report)
		}
	}
}
