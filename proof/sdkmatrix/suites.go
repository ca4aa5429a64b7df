// Package sdkmatrix drives the real clients of AWS, Google and OAuth 2.0 through every fault
// of conformance/faults, as `errand matrix` does with the clients of the root module.
package sdkmatrix

import (
	"net/http"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// A wiring determines how an SDK gets its *http.Client from the target: with errand's
// Transport under it, as tools should, or unchanged.
type wiring func(conformance.Target) *http.Client

// suites returns every client, with errand's Transport under those that accept an
// *http.Client.
func suites() []conformance.Suite {
	return slices.Concat(clients.Suites(), awsSuites(clients.Recorded), googleSuites(clients.Recorded), oauthSuites(clients.Recorded))
}

// oneClient is why a suite does not reach every part of its adapter's spec.
const oneClient = "the suite has one of the clients that the spec describes; adapters/response_test.go has the responses"

// behind are the adapters that follow a vendor's own.
func behind() []adapter.Adapter { return []adapter.Adapter{httpadapter.Adapter{}} }

// needs reports whether the fault has a need.
func needs(t conformance.Target, need faults.Need) bool {
	return slices.Contains(t.Fault.Needs, need)
}
