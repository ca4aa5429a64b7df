package rpcdetails

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/protowire"
)

// A Detail is a detail in the form of bytes.
type Detail struct {
	protowire.Message

	Name string // one of the constants
}

// Decode decodes a detail of a type such as "google.rpc.ErrorInfo". It returns false for an
// unsupported type, and for bytes that are not a message.
func Decode(typeName string, body []byte) (Detail, bool) {
	name, ok := strings.CutPrefix(typeName, "google.rpc.")
	if !ok || !slices.Contains(names, name) {
		return Detail{}, false
	}
	m, ok := protowire.Decode(body)
	return Detail{m, name}, ok
}

// Add adds the data of a detail to d.
func (d *Details) Add(x Detail) {
	switch x.Name {
	case ErrorInfo:
		if d.Reason == "" {
			d.Reason, d.Domain = x.Text(1), x.Text(2)
			d.Daily = d.Daily || namedForDay(x.QuotaLimit())
			d.None = d.None || x.Entry(3, quotaValue) == "0"
		}
	case RetryInfo:
		if delay, ok := x.One(1); ok && !d.HasDelay {
			d.Delay, d.HasDelay = delay.Duration()
		}
	case QuotaFailure:
		for v := range x.Messages(1) {
			d.Quota = true
			d.Daily = d.Daily || namedForDay(v.Text(5))
		}
	case RequestInfo:
		d.RequestID = x.Text(1)
	}
}

// Violations returns the fields in a BadRequest, or the subjects in a PreconditionFailure.
func (x Detail) Violations() (found []Violation) {
	if x.Name != BadRequest && x.Name != PreconditionFailure {
		return nil
	}
	for v := range x.Messages(1) {
		switch {
		case len(found) == maxDetails:
			return found
		case x.Name == BadRequest:
			found = append(found, Violation{Field: v.Text(1), Description: v.Text(2), Reason: v.Text(3)})
		default:
			found = append(found, Violation{Reason: v.Text(1), Subject: v.Text(2), Description: v.Text(3)})
		}
	}
	return found
}

// QuotaLimit returns the name of the quota in an ErrorInfo, or "".
func (x Detail) QuotaLimit() string { return x.Entry(3, quotaLimit) }
