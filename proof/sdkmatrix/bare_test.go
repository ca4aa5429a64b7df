package main

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

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
