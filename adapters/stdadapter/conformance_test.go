package stdadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// sentences are those with a number or a name in them.
var sentences = []toolerr.Message{
	toolerr.Msg("A program that the tool ran failed with exit status %s."),
	toolerr.Msg("JSON that the tool read is not valid: the fault is after byte %s."),
	toolerr.Msg("JSON that the tool read does not fit: %s belongs before byte %s."),
	toolerr.Msg("XML that the tool read is not valid: the fault is on line %s."),
	toolerr.Msg("CSV that the tool read is not valid: the fault is on line %s."),
	toolerr.Msg("Base64 that the tool read is not valid: the fault is at byte %s."),
	toolerr.Msg("Base32 that the tool read is not valid: the fault is at byte %s."),
}

func failures(t *testing.T) []failure {
	t.Helper()
	all := fileFailures(t)
	all = append(all, systemFailures(t)...)
	all = append(all, valueFailures(t)...)
	all = append(all, databaseFailures(t)...)
	return append(all, mailFailures(t)...)
}

func TestConformance(t *testing.T) {
	var cases []conformance.Case
	for _, f := range failures(t) {
		cases = append(cases, conformance.Case{Name: f.name, Err: f.err, Want: f.want})
	}
	skip := map[string]string{}
	if systemFailures(t) == nil {
		skip["law/rows"] = "a system's own failures are made on Linux"
	}
	conformance.Suite{
		Adapter:  stdadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Cases:    cases,
		Messages: sentences,
		Skip:     skip,
	}.Run(t)
}
