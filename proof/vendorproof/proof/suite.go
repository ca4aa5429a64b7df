package proof

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// A Call makes one call of a client, with a secret in it, to the server at url by way
// of hc.
type Call func(ctx context.Context, hc *http.Client, url string) error

// Calling returns the call of a client that connect makes, and that use calls once.
func Calling[C any](connect func(hc *http.Client, url string) (C, error), use func(ctx context.Context, c C) error) Call {
	return func(ctx context.Context, hc *http.Client, url string) error {
		c, err := connect(hc, url)
		if err != nil {
			return err
		}
		return use(ctx, c)
	}
}

// Suite returns the suite of a vendor's client: the vendor's adapter in front of
// httpadapter, a client with errand's Transport under it, and responses that the client
// reads as JSON.
func Suite(vendor adapter.Adapter, client string, shape faults.Shape, skip Skipped, call Call) conformance.Suite {
	return conformance.Suite{
		Adapter:  vendor,
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   client,
		Shape:    shape,
		Have:     []faults.Need{faults.NeedBody, faults.NeedJSON},
		Messages: slices.Clone(sentences),
		Skip:     withoutRefusals(skip),
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, clients.Recorded(target), target.URL)
		},
	}
}

// withoutRefusals also skips the law of paths, and the refusals of other services: a client
// decodes those of its own service, which each vendor's TestFindings or TestRefusals checks.
func withoutRefusals(skip Skipped) Skipped {
	all := maps.Clone(skip)
	if all == nil {
		all = Skipped{}
	}
	all["law/paths"] = "a suite has one of the clients that the spec describes"
	for _, f := range faults.All() {
		if f.Group == faults.GroupRefusal {
			all["fault/"+f.Name] = "a refusal in the form of another service"
		}
	}
	return all
}

// Shape returns the form of a service's refusals and of its only success.
func Shape(name, contentType string, refusal func(faults.Answer) []byte, success string) faults.Shape {
	return faults.Shape{
		Name: name,
		Error: func(a faults.Answer) faults.Content {
			return faults.Content{Type: contentType, Body: refusal(a)}
		},
		Success: func(faults.Request) faults.Content {
			return faults.Content{Type: contentType, Body: []byte(success)}
		},
	}
}

// Skipped is the checks that a suite leaves out, by name, each with its reason.
type Skipped map[string]string

// WithoutRows leaves out the law of rows. The reason names the test that checks it.
func WithoutRows(reason string) Skipped { return Skipped{"law/rows": reason} }

// Faults adds faults to the checks that are left out, all for one reason, and returns s.
func (s Skipped) Faults(reason string, names ...string) Skipped {
	for _, name := range names {
		s["fault/"+name] = reason
	}
	return s
}

// WithoutHeaders reports whether a client that drops the headers can be tested with a
// fault. It cannot if a 403 is a rate limit by its headers alone.
func WithoutHeaders(fault string) bool { return !strings.HasPrefix(fault, "403-") }
