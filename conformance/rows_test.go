package conformance_test

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// The kit finds an adapter that recognises nothing, although the next adapter answers
// everything correctly.
func TestABlindAdapterIsFound(t *testing.T) {
	s := storeSuite("status-404", "status-500")
	s.Adapter = unseeing{}
	s.Call = func(ctx context.Context, t conformance.Target) error {
		req, err := t.Request(ctx)
		if err != nil {
			return err
		}
		resp, err := t.Client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		return httpadapter.CheckResponse(resp)
	}
	err := s.Check(t.Context())
	var finding conformance.Finding
	require.ErrorAs(t, err, &finding)
	assert.Equal(t, "law/rows", finding.Check)
	assert.Equal(t, "the adapter alone declined all of 2 errors", finding.Came)
	s.Adapter = store{}
	s.Call = storeSuite().Call
	assert.NoError(t, s.Check(t.Context()))
}

// tabled is the store's adapter with a row for a missing item.
type tabled struct{ store }

var storeTable = adapter.NewTable("_store", "Store", adapter.Row{VendorCode: "missing", Fact: toolerr.FactNotFound, Source: "the store's page about items"})

func (tabled) Table() adapter.Table { return storeTable }

func (a tabled) FromError(err error) *toolerr.ToolRuntimeError {
	te := a.store.FromError(err)
	if te != nil && te.StatusCode() == 404 {
		row, _ := storeTable.Lookup("missing")
		return row.Error(err, toolerr.WithStatus(404))
	}
	return te
}

func TestRowsThatFaultsReach(t *testing.T) {
	s := storeSuite("status-404", "status-500")
	s.Adapter = tabled{}
	s.Run(t)
}

// A law cannot be checked on faults that `go test -run` left out.
func TestRowsUnderAFilter(t *testing.T) {
	for filter, want := range map[string]string{
		"": "--- PASS: TestRowsThatFaultsReach/law/rows", "/law": "only some of the faults were run", "/(fault|law)/(status-404|rows)": "only some of the faults were run",
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run=^TestRowsThatFaultsReach$"+filter) //nolint:gosec // itself
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), want, filter)
	}
}
