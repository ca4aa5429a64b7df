package stdadapter_test

import (
	"slices"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// sentences are messages that contain a number or a name.
var sentences = []toolerr.Message{
	toolerr.Msg("A program that the tool ran failed with exit status %s."),
	toolerr.Msg("JSON that the tool read is not valid: the fault is after byte %s."),
	toolerr.Msg("JSON that the tool read does not fit: %s belongs before byte %s."),
	toolerr.Msg("text, a number in range, a whole number in range, true or false, a list, an object"),
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

// decoded are the codes of decoders. Their errors are fatal unless the tool states that it
// decodes its input.
var decoded = []string{"invalid_json", "invalid_xml", "invalid_csv", "invalid_base64", "invalid_base32", "invalid_hex"}

func TestConformance(t *testing.T) {
	t.Run("of anything", func(t *testing.T) { suite(t, stdadapter.Adapter{}) })
	t.Run("of input", func(t *testing.T) { suite(t, stdadapter.Adapter{DecodesInput: true}) })
}

func suite(t *testing.T, a stdadapter.Adapter) {
	t.Helper()
	var cases []conformance.Case
	for _, f := range failures(t) {
		if slices.Contains(decoded, f.code) && !a.DecodesInput {
			f.want.Kind = toolerr.KindToolFatal
		}
		cases = append(cases, conformance.Case{Name: f.name, Err: f.err, Want: f.want.Coded(f.code)})
	}
	skip := map[string]string{}
	if systemFailures(t) == nil {
		skip["law/rows"] = "a system's own failures are made on Linux"
	}
	conformance.Suite{
		Adapter:  a,
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Cases:    cases,
		Messages: append(stdadapter.Hints(), sentences...),
		Skip:     skip,
	}.Run(t)
}
