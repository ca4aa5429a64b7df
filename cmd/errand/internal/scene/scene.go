// Package scene is what `errand demo` plays: tools that call a server which
// really misbehaves, and what became of each call. Nothing in it is scripted
// but which tool meets which fault; what is shown was measured in the run.
package scene

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Scene is one call of one tool that fails in one way.
type Scene struct {
	// Name is that of the fault, for `errand demo --fault`.
	Name string
	// Title says it for people.
	Title string
	// Happens says what really happens, in a line.
	Happens string
	// Tool is the one that is called.
	Tool Tool
	// Want is what a right answer is.
	Want faults.Want

	fault faults.Fault
}

// The scenes whose fault is in the tool, and which need no server.
const (
	toolPanics   = "tool-panics"
	unknownError = "unknown-error"
	ownAdapter   = "own-adapter"
)

// program is the default demo, in order.
var program = []struct {
	name, title string
	tool        Tool
	happens     string // says it better than the fault's row, which is written for adapters
}{
	{"status-404", "What was asked for is not there", getOrder, "the service answers 404"},
	{"status-401", "The token has expired", listInvoices, "the service answers 401"},
	{"status-422", "The values are refused", createTicket, "the service answers 422"},
	{"429-delta", "Too many requests", searchDocs, "the service answers 429 with Retry-After: 7"},
	{"403-remaining-0", "A used-up quota that calls itself Forbidden", searchDocs, "the service answers 403 with X-RateLimit-Remaining: 0 and a reset 30 s ahead"},
	{"status-500", "A payment that may have been made", chargeCard, "the service reads the POST and answers 500"},
	{"503-delta", "A payment that was certainly not made", chargeCard, "the service answers 503 with Retry-After: 7"},
	{"conn-refused", "A payment that never left", chargeCard, "nobody listens at the address"},
	{"reset-mid-body", "The connection is lost in the middle of the answer", getOrder, "the service answers 200, sends half the body and resets the connection"},
	{"response-header-timeout", "A payment without an answer", chargeCard, "the service takes the POST and stays silent until the client gives up"},
	{"tls-untrusted-ca", "A certificate that nobody vouches for", listInvoices, "the certificate is signed by an authority that the client does not trust"},
	{"redirect-loop-302", "Redirects without end", getOrder, "the service redirects to itself for ever"},
	{toolPanics, "A bug: the tool panics", priceQuote, "the tool panics with a connection string in its message"},
	{unknownError, "An error that nobody knows", checkStock, "an SDK returns an error of a type that no adapter recognises"},
	{ownAdapter, "The same error, once its adapter is registered", countStock, "the same SDK returns the same error; for this tool a table of one row is registered"},
}

// own are the answers that are right for the scenes without a server.
var own = map[string]faults.Want{
	toolPanics:   faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnknown),
	unknownError: faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnset),
	ownAdapter:   faults.ForKind(toolerr.KindUpstreamNotFound, toolerr.EffectNone),
}

// Program returns the scenes of the default demo, in order.
func Program() []Scene {
	var scenes []Scene
	for _, row := range program {
		s := Scene{Name: row.name, Title: row.title, Happens: row.happens, Tool: row.tool}
		if want, ok := own[row.name]; ok {
			s.Want = want
		} else {
			s.fault, _ = faults.Lookup(row.name)
			s.Want = s.fault.Want
		}
		scenes = append(scenes, s)
	}
	return scenes
}

// All returns the scenes of the default demo and, behind them, one for every
// other fault that a tool with net/http can be driven through.
func All() []Scene {
	scenes := Program()
	for _, f := range faults.All() {
		if len(f.Missing(abilities...)) > 0 || slices.ContainsFunc(scenes, func(s Scene) bool { return s.Name == f.Name }) {
			continue
		}
		tool := Tool{Name: "call_service", Method: "GET", Idempotent: true, Does: "calls a service", call: read}
		if slices.Contains(f.Needs, faults.NeedUpload) {
			tool.Method, tool.Idempotent = "POST", false
		}
		scenes = append(scenes, Scene{Name: f.Name, Title: string(f.Group), Happens: f.Does, Tool: tool, Want: f.Want, fault: f})
	}
	return scenes
}

// abilities are what the demo's tools can do for a fault.
var abilities = []faults.Need{
	faults.NeedRequest, faults.NeedUpload, faults.NeedBody, faults.NeedJSON, faults.NeedHEAD,
	faults.NeedRecover, faults.NeedErrors,
}

// Lookup returns the scene of a name, or else the names that somebody who wrote
// it may have meant and, for a fault that net/http cannot meet, what it needs.
func Lookup(name string) (s Scene, near []string, needs []faults.Need, found bool) {
	all := All()
	for _, s := range all {
		if s.Name == name {
			return s, nil, nil, true
		}
	}
	if f, ok := faults.Lookup(name); ok {
		return Scene{}, nil, f.Missing(abilities...), false
	}
	for _, s := range all {
		if name != "" && (strings.Contains(s.Name, name) || strings.Contains(strings.ToLower(s.Happens), strings.ToLower(name))) {
			near = append(near, s.Name)
		}
	}
	return Scene{}, near[:min(len(near), 8)], nil, false
}
