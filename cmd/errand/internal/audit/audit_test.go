package audit_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/cli"
	"github.com/errand-go/errand/conformance/faults"
)

// asCommand makes this binary run the command.
const asCommand = "ERRAND_AUDIT_AS_COMMAND"

func TestMain(m *testing.M) {
	serveFlawed()
	if os.Getenv(asCommand) != "" {
		_ = os.Unsetenv(asCommand)
		os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
	}
	os.Exit(m.Run())
}

// config is an audit of the flawed server, which is this program itself.
func config(flaw string) audit.Config {
	return audit.Config{
		Command: []string{"env", flawVariable + "=" + flaw, "ITEMS_TOKEN=" + faults.CredentialBearer, os.Args[0]},
		Faults:  fault.All(), Timeout: 7 * time.Second, StartTimeout: time.Minute, Workers: 3,
	}
}

func run(t *testing.T, c audit.Config) audit.Report {
	t.Helper()
	r, err := audit.Run(t.Context(), c)
	require.NoError(t, err)
	return r
}

// flawsOf returns the columns of a report with flaws, with the first of each.
func flawsOf(r audit.Report) map[string]string {
	found := map[string]string{}
	for _, c := range r.Cells {
		for _, column := range c.Flaws() {
			if found[column] == "" {
				found[column] = fmt.Sprintf("%s under %s: %q %v", c.Tool, c.Fault, c.Text, c.Found)
			}
		}
	}
	return found
}

// atOnce is the number of simultaneous audits, which mostly wait.
const atOnce = 6

// A server with one flaw has it in its column, and no flaw in the others.
func TestEveryFlawIsFound(t *testing.T) {
	flaws := []string{noFlaw}
	for _, column := range audit.Columns() {
		flaws = append(flaws, column.ID)
	}
	// Every column is judged with some of these; the server without a flaw runs with all.
	some, err := fault.Select("status-404,status-500,status-502-html,429-delta,403-scope,refused-rfc9457,refused-stripe,json-html,empty-reply,tls-hostname,silent")
	require.NoError(t, err)
	reports, errs := make([]audit.Report, len(flaws)), make([]error, len(flaws))
	var all sync.WaitGroup
	turns := make(chan struct{}, atOnce)
	for i, flaw := range flaws {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			c := config(flaw)
			if flaw != noFlaw {
				c.Faults = some
			}
			reports[i], errs[i] = audit.Run(t.Context(), c)
		})
	}
	all.Wait()
	for i, flaw := range flaws[1:] {
		t.Run(flaw, func(t *testing.T) {
			require.NoError(t, errs[i+1])
			found := flawsOf(reports[i+1])
			assert.Equal(t, []string{flaw}, slices.Collect(maps.Keys(found)), "%v", found)
		})
	}
	t.Run(noFlaw, func(t *testing.T) {
		require.NoError(t, errs[0])
		r := reports[0]
		assert.Empty(t, flawsOf(r))
		totals := r.Totals()
		for _, column := range audit.Columns() {
			assert.Positive(t, totals[column.ID].Judged, "%s is judged nowhere", column.ID)
		}
		assert.Equal(t, []string{"items.example.com"}, r.Hosts)
		require.Len(t, r.Unreached(), 1)
		assert.Equal(t, "count_letters", r.Unreached()[0].Name, "a tool without an upstream is not counted as good")
		for _, c := range r.Cells {
			assert.False(t, c.Tool == "count_letters" && slices.ContainsFunc(fault.All(), func(f fault.Fault) bool { return f.Name == c.Fault }), "%s", c.Fault)
		}
	})
}

// A tool that asks for a list first fails at its second request, also if that connection is
// refused or fails at TLS.
func TestSteps(t *testing.T) {
	t.Parallel()
	c := config(steps)
	var err error
	c.Faults, err = fault.Select("status-500,tls-hostname,conn-refused")
	require.NoError(t, err)
	c.Tools = "add_to_list"
	r := run(t, c)
	require.Len(t, r.Tools, 1)
	assert.Equal(t, 1, r.Tools[0].Before)
	assert.Equal(t, "POST https://items.example.com/lists/items", r.Tools[0].Request)
	texts := map[string]string{}
	for _, cell := range r.Cells {
		texts[cell.Fault] = cell.Text
		if cell.Fault == "status-500" {
			require.Len(t, cell.Requests, 2)
			assert.Equal(t, []int{200, 0}, []int{cell.Requests[0].Status, cell.Requests[1].Status})
		}
	}
	assert.Equal(t, "The item service answered 500.", texts["status-500"])
	assert.Equal(t, "The item service cannot be reached.", texts["tls-hostname"])
	assert.Equal(t, "The item service cannot be reached.", texts["conn-refused"])
}

// A call that the server answers by itself has no verdict on its text.
func TestUnasked(t *testing.T) {
	t.Parallel()
	c := config(limited)
	var err error
	c.Faults, err = fault.Select("status-404,conn-refused")
	require.NoError(t, err)
	c.Tools = "get_item"
	for _, cell := range run(t, c).Cells {
		if cell.Fault == "conn-refused" {
			assert.True(t, cell.Unasked)
			assert.Equal(t, map[string]string{audit.Hang: audit.OK, audit.Death: audit.OK}, cell.Verdicts)
		}
	}
}

// The server gets the variables of the run, and all others unchanged.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "environ")
	c := config(noFlaw)
	c.Command = slices.Insert(slices.Clone(c.Command), 1, environFile+"="+file)
	c.Upstreams = map[string]string{"ITEMS_URL": "v1"}
	c.Faults, c.Tools, c.Workers = c.Faults[:1], "get_item", 1
	run(t, c)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	got := map[string]string{}
	for kv := range strings.SplitSeq(string(text), "\x00") {
		name, value, _ := strings.Cut(kv, "=")
		got[name] = value
	}
	proxy, ca := got["HTTPS_PROXY"], got["SSL_CERT_FILE"]
	assert.Regexp(t, `^http://127\.0\.0\.1:\d+$`, proxy)
	assert.NoFileExists(t, ca, "the certificate is gone with the run")
	want := map[string]string{}
	for _, kv := range append(os.Environ(), c.Command[1], c.Command[2], c.Command[3]) {
		name, value, _ := strings.Cut(kv, "=")
		want[name] = value
	}
	want["ITEMS_URL"], want["NO_PROXY"], want["no_proxy"], want["NODE_USE_ENV_PROXY"] = proxy+"/v1", "", "", "1"
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		want[name] = proxy
	}
	for _, name := range []string{"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "AWS_CA_BUNDLE"} {
		want[name] = ca
	}
	assert.Equal(t, want, got)
}
