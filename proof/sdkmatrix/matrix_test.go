package sdkmatrix

import (
	"context"
	"io"
	"log"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
	"github.com/errand-go/errand/toolerr"
)

// TestMain discards the messages of net/http and the SDKs about a broken server.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) //nolint:forbidigo // nothing is logged: others' logging is silenced
	os.Exit(m.Run())
}

func TestEveryClientUnderEveryFault(t *testing.T) {
	t.Parallel()
	all := suites()
	m := matrix.Matrix{Reports: make([]conformance.SuiteReport, len(all))}
	t.Run("client", func(t *testing.T) {
		for i, s := range all {
			t.Run(s.Client, func(t *testing.T) {
				t.Parallel() // it mostly waits for timeouts
				report, err := s.Report(t.Context())
				require.NoError(t, err)
				m.Reports[i] = report
				checkReport(t, report)
			})
		}
	})
	driven := map[string]bool{}
	for _, row := range m.Rows() {
		for _, c := range row.Cells {
			driven[row.Fault.Name] = driven[row.Fault.Name] || c.Answer != nil
		}
	}
	for _, f := range faults.All() {
		assert.True(t, driven[f.Name], "%s: no client meets it", f.Name)
	}
	checkFamilies(t, m)
	assert.Greater(t, m.Total().RawLeaks, 1500, "texts that would have leaked: if there are none, nothing was proven")
}

// checkFamilies checks the statements of rows about families of clients: a client of the
// family met the fault, or returned no error. If the row has a reason for another right
// answer, the client got that answer.
func checkFamilies(t *testing.T, m matrix.Matrix) {
	t.Helper()
	for _, row := range m.Rows() {
		for family, want := range row.Fault.For {
			outcomes := []conformance.Verdict{conformance.Passed, conformance.Accepted}
			// It is random when the deadline meets the reader, which continues without end.
			if want.Reason != "" && family != "google/gcs-reader" {
				outcomes = outcomes[:1]
			}
			assert.True(t, met(m, row, family, outcomes...), "%s: no client returns the answer that it expects of %s", row.Fault.Name, family)
		}
		for family := range row.Fault.Silent {
			assert.True(t, met(m, row, family, conformance.Silent), "%s: %s is not silent", row.Fault.Name, family)
		}
		for family := range row.Fault.Endless {
			assert.True(t, met(m, row, family, conformance.Passed, conformance.Accepted), "%s: no client of %s meets its expected answer", row.Fault.Name, family)
		}
	}
}

// met reports whether a client of the family ended in one of the outcomes.
func met(m matrix.Matrix, row matrix.Row, family string, outcomes ...conformance.Verdict) bool {
	for i, c := range row.Cells {
		client := m.Reports[i].Client
		if (client == family || strings.HasPrefix(client, family+"/")) && c.Ran && slices.Contains(outcomes, c.Outcome) {
			return true
		}
	}
	return false
}

func checkReport(t *testing.T, report conformance.SuiteReport) {
	t.Helper()
	for _, f := range report.Findings() {
		assert.Fail(t, f.String())
	}
	for _, r := range report.Faults {
		if r.Outcome != conformance.Passed && r.Outcome != conformance.Failed {
			assert.NotEmpty(t, r.Reason, "%s is %s", r.Name, r.Outcome)
		}
	}
	assert.Greater(t, report.Count(conformance.Passed), len(conformance.Laws()), "checks besides the laws")
}

// lost are the right results for a client without errand's Transport below it whose error
// no adapter can classify.
var lost = []struct{ clients, faults, why string }{
	{
		"google/drive google/storage-v1 google/gcs google/gapic oauth2/auth", "malformed-chunk",
		"net/http reports an invalid chunk with errors.New (go1.26), and these clients return it unchanged",
	},
	{
		"google/gcs-reader", "reset-mid-body truncated-body truncated-chunked h2-rst-mid-body client-timeout-in-body max-bytes",
		"the reader of cloud.google.com/go/storage v1.69.0 asks for the rest, and makes a bare text of the 200 that it gets",
	},
}

// nobodys is the result for an error that no adapter recognises.
var nobodys = faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnset)

// bareSuites are the clients of vendors, and net/http, without errand's Transport below
// them.
func bareSuites() []conformance.Suite {
	bare := func(t conformance.Target) *http.Client { return t.Client }
	all := slices.Concat(awsSuites(bare), googleSuites(bare), oauthSuites(bare))
	for _, s := range clients.Suites() {
		if s.Client == "net/http/bare" {
			all = append(all, s)
		}
	}
	for i, s := range all {
		for _, l := range lost {
			if !slices.Contains(strings.Fields(l.clients), s.Client) {
				continue
			}
			wants := map[string]conformance.Want{}
			maps.Copy(wants, s.Wants)
			for name := range strings.FieldsSeq(l.faults) {
				f, _ := faults.Lookup(name)
				wants["fault/"+name] = f.WantFor(s.Client).Because(l.why).Or(l.why, nobodys)
			}
			all[i].Wants = wants
		}
	}
	return all
}

// Without errand's Transport below the clients, a result may be less specific, for the
// reasons in the rows and in lost, but none is wrong. The same errors are passed to the
// SDKs' own retry decision.
func TestBareClients(t *testing.T) {
	t.Parallel()
	suites := bareSuites()
	each := make([][]judged, len(suites))
	t.Run("client", func(t *testing.T) {
		for i, s := range suites {
			t.Run(s.Client, func(t *testing.T) {
				t.Parallel()
				each[i] = judge(t, s)
			})
		}
	})
	all := slices.Concat(each...)
	for name, o := range oracles {
		t.Run(name, func(t *testing.T) { o.compare(t, all) })
	}
}

// judge runs a client with every fault, and keeps its errors.
func judge(t *testing.T, s conformance.Suite) (all []judged) {
	t.Helper()
	var mu sync.Mutex
	kept := map[string]error{}
	call := s.Call
	s.Call = func(ctx context.Context, target conformance.Target) error {
		err := call(ctx, target)
		mu.Lock()
		defer mu.Unlock()
		kept[target.Fault.Name] = err
		return err
	}
	report, err := s.Report(t.Context())
	require.NoError(t, err)
	checkReport(t, report)
	mu.Lock() // a call that hangs may return now
	defer mu.Unlock()
	for n, r := range report.Faults {
		name := report.Rows[n].Name
		if r.Answer != nil && kept[name] != nil {
			all = append(all, judged{s.Client, name, kept[name], r.Answer.CanRetry})
		}
	}
	return all
}
