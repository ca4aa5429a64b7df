package layout_test

import (
	"fmt"
	"go/parser"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// arrows is a row of the package map: the packages that the non-test files of a package may
// import besides the standard library.
type arrows struct {
	pkg    string   // folder in the root module; * stands for one name
	ours   []string // folders of the root module
	theirs []string // import paths of other modules, including packages below them
	never  []string // packages that it must not import, even indirectly
	why    string
}

// newer is the only package that every package may import.
const newer = "internal/go126"

// packageMap is the map, bottom up. The first matching row applies to a package. A package
// without a row needs a new one.
var packageMap = []arrows{
	{pkg: ".", why: "the module's front page is documentation"},
	{pkg: newer, why: "a leaf that any package may import: what a newer Go has"},
	{pkg: "internal/errtree", why: "a leaf that toolerr and adapter share, so that a tree is walked in one way"},
	{pkg: "internal/redact", why: "a leaf that toolerr and conformance share, so that one table has the forms of credentials"},
	{pkg: "internal/jsonvalue", why: "a leaf that toolerr and agent share, so that JSON is scanned and numbers are read in one way"},
	{pkg: "internal/jsontree", why: "a leaf that internal/resolve and internal/findings share: JSON in its order, as far as it goes"},
	{
		pkg: "internal/resolve", ours: []string{"internal/jsontree", "internal/redact", "toolerr"},
		why: "decides what a model reads of a refusal; adapter has the call, and agent must not decide it again",
	},
	{
		pkg: "internal/sqlstate", ours: []string{"adapter/phrase", "toolerr"},
		why: "reads errors with a SQLSTATE, for adapters/sqladapter and for internal/findings: a driver and a body say the same",
	},
	{
		pkg: "internal/findings", ours: []string{"adapter/phrase", "internal/jsontree", "internal/sqlstate", "toolerr"},
		why: "reads what bodies refuse, for every adapter of a service over HTTP",
	},
	{
		pkg: "internal/mcpresult", ours: []string{"adapter", "adapter/phrase", "internal/errtree", "toolerr"},
		why: "the integrations of MCP share it, so that a failure is read and written in one way whatever SDK a server has",
	},
	{pkg: "internal/wire", why: "a leaf that adapter and httpadapter share: the one writes what the other reads"},
	{pkg: "internal/nearest", why: "a leaf that agent, conformance/matrix and the commands share, so that a slip is met in one way"},
	{pkg: "internal/htmlpage", why: "conformance/matrix and the command's audit share it, so that their pages look alike"},
	{pkg: "internal/flagnames", ours: []string{"internal/nearest"}, why: "conformance/matrix and the commands share it, so that flags are named in one way"},
	{pkg: "internal/protowire", why: "a leaf: bytes are read without the modules of protocol buffers, which the library does not require"},
	{pkg: "internal/rpcdetails", ours: []string{"internal/protowire"}, why: "adapters of Google's errors share it, so that a detail has the same meaning in JSON and in bytes"},
	{pkg: "internal/typecache", why: "a leaf that adapter/shape and adapters/spec share, so that a Go type is looked at once"},
	{pkg: "internal/layout", why: "tests only"},
	{pkg: "internal/cputime", why: "tests of what must take little time share it"},
	{pkg: "internal/lines", why: "a program for contributors: counts lines of code"},
	{pkg: "internal/meaning", ours: []string{"toolerr"}, why: "tests of adapters share it, so that a response and a client's error are compared in one way"},
	{pkg: "internal/mappings", ours: []string{"adapter", "adapters", "adapters/httpadapter", "adapters/slackadapter", "toolerr"}, why: "renders a page from the tables"},
	{pkg: "docs", why: "tests only: what the documents claim"},
	{pkg: "docs/shop", why: "tests only: the agent of docs/agent.md"},
	{
		pkg: "toolerr", ours: []string{"internal/errtree", "internal/jsonvalue", "internal/redact"}, never: []string{"net/http"},
		why: "standard library and our own leaves: anything that handles errors can import it",
	},
	{
		pkg: "adapter", ours: []string{"internal/errtree", "internal/resolve", "internal/typecache", "internal/wire", "toolerr"}, never: []string{"net/http"},
		why: "serves tools that speak no HTTP",
	},
	{pkg: "adapter/phrase", ours: []string{"toolerr"}, never: []string{"net/http"}, why: "reads findings from the fixed sentences of services"},
	{
		pkg: "adapter/shape", ours: []string{"internal/errtree", "internal/typecache"}, never: []string{"net/http"},
		why: "recognises errors without the packages they come from",
	},
	{
		pkg: "adapters/httpadapter", ours: []string{"adapter", "adapter/shape", "internal/redact", "internal/findings", "internal/typecache", "internal/wire", "toolerr"},
		why: "the bottom of the vendor packages",
	},
	{
		pkg: "adapters/httpadapter/retryable", ours: []string{"adapter", "adapters/httpadapter", "toolerr"},
		theirs: []string{"github.com/hashicorp/go-retryablehttp"},
		why:    "hooks for a client that links regexp: only programs that use the client pay for it",
	},
	{
		pkg: "adapters/spec", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "internal/typecache", "toolerr"},
		why: "an adapter as data: the vendor packages build on it",
	},
	{
		pkg: "adapters/googleadapter", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "internal/rpcdetails", "toolerr"},
		why: "googleapi is read by shape: it links regexp and its tables",
	},
	{
		pkg: "adapters/awsadapter", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "toolerr"},
		theirs: []string{"github.com/aws/smithy-go"},
		why:    "every AWS service's errors are smithy's",
	},
	{
		pkg: "adapters/openaiadapter", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/errtree", "internal/findings", "toolerr"},
		why: "older majors put what matters into the text of an error, and a text may never end",
	},
	{
		pkg: "adapters/geminiadapter", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "internal/rpcdetails", "toolerr"},
		why: "details are Google's, in JSON",
	},
	{
		pkg: "adapters/connectadapter", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "internal/rpcdetails", "toolerr"},
		why: "details are Google's, in bytes",
	},
	{
		pkg: "adapters/grpcadapter", ours: []string{"adapter", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "internal/rpcdetails", "internal/typecache", "toolerr"},
		why: "details are Google's, in bytes",
	},
	{
		pkg: "adapters/minioadapter", ours: []string{"adapter", "adapter/shape", "adapters/awsadapter", "adapters/httpadapter", "adapters/spec", "internal/findings", "toolerr"},
		why: "its codes are those of S3, whose meaning is in one table",
	},
	{
		pkg: "adapters/mongoadapter", ours: []string{"adapter", "adapter/phrase", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/jsontree", "toolerr"},
		why: "reads findings from BSON, as the tree that others read JSON as",
	},
	{
		pkg: "adapters/sqladapter", ours: []string{"adapter", "adapter/phrase", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "internal/sqlstate", "toolerr"},
		why: "its clients are recognised by shape; internal/findings reads the same states in JSON",
	},
	{
		pkg: "adapters/*adapter", ours: []string{"adapter", "adapter/phrase", "adapter/shape", "adapters/httpadapter", "adapters/spec", "internal/findings", "toolerr"},
		why: "further vendors are recognised by shape: the library does not require their SDKs",
	},
	{
		pkg: "adapters", ours: []string{"adapter", "adapters/*adapter"},
		why: "the only package with all of them, and their order",
	},
	{pkg: "agent/internal/advice", ours: []string{"toolerr"}, why: "what a model is advised to do after a failure, as a table of facts"},
	{pkg: "agent/internal/around", ours: []string{"toolerr"}, why: "what a run takes from the process, or from an engine: time, waits, goroutines"},
	{pkg: "agent/internal/effect", ours: []string{"adapter", "toolerr"}, why: "what is known about the side effects of a failed call"},
	{pkg: "agent/internal/flush", why: "a leaf: how texts are written to a reader while they arrive"},
	{
		pkg: "agent/internal/loopguard", ours: []string{"agent/internal/refusal", "agent/internal/toolargs", "toolerr"},
		why: "counts equal failures by words and numbers, without the calls themselves",
	},
	{pkg: "agent/internal/names", why: "a leaf: which names and ids all providers accept"},
	{pkg: "agent/internal/pieces", ours: []string{"toolerr"}, why: "joins the pieces of an answer and checks their order, whatever a part is"},
	{pkg: "agent/internal/refusal", ours: []string{"internal/nearest", "toolerr"}, why: "the words of calls that the loop does not run, in one place"},
	{pkg: "agent/internal/state", ours: []string{"internal/jsonvalue"}, why: "the values of a session while it runs, without the session itself"},
	{pkg: "agent/internal/template", ours: []string{"agent/internal/names"}, why: "the syntax of instructions, without the state"},
	{pkg: "agent/internal/throttle", ours: []string{"adapter"}, why: "when a call may start, by the name of its tool"},
	{
		pkg: "agent/internal/toolargs", ours: []string{"internal/jsonvalue", "internal/nearest", "toolerr"},
		theirs: []string{"github.com/google/jsonschema-go", "github.com/santhosh-tekuri/jsonschema/v6"},
		why:    "arguments and schemas, which know neither calls nor runs",
	},
	{
		pkg:  "agent",
		ours: []string{"adapter", "adapters/httpadapter", "adapters/stdadapter", "agent/internal/*", "internal/jsonvalue", "internal/resolve", "toolerr"},
		why:  "the loop has no vendor's adapter, only HTTP and the standard library: the host hands it a registry",
	},
	{pkg: "agent/agenttest", ours: []string{"adapter", "agent", "toolerr"}, why: "a model to test with"},
	{pkg: "agent/modeltest", ours: []string{"adapter", "agent", "agent/agenttest", "toolerr"}, why: "laws for models; it runs agents of them"},
	{pkg: "agent/compact", ours: []string{"agent", "toolerr"}, why: "long conversations within a number of tokens"},
	{pkg: "agent/storetest", ours: []string{"agent"}, why: "laws for stores"},
	{pkg: "agent/agenthttp", ours: []string{"adapter", "agent", "internal/jsonvalue", "toolerr"}, why: "the loop behind a handler"},
	{pkg: "integrations/adktools", ours: []string{"adapter", "toolerr"}, why: "ADK's callback needs none of ADK's types"},
	{pkg: "conformance/loopback", why: "a leaf that every server of faults stands on, those of other modules and of users too"},
	{pkg: "conformance/faults", ours: []string{"conformance/loopback", "toolerr"}, why: "the server owns what a right answer is"},
	{
		pkg: "conformance", ours: []string{"adapter", "conformance/faults", "internal/redact", "toolerr"},
		why: "no adapter, no assertion library: it judges the first, and is used without the second",
	},
	{pkg: "conformance/matrix", ours: []string{"conformance", "conformance/faults", "internal/flagnames", "internal/htmlpage", "internal/nearest", "toolerr"}, why: "shows what suites reported; the command and sdkmatrix print through it"},
	{
		pkg: "conformance/clients", ours: []string{"adapters/httpadapter", "adapters/httpadapter/retryable", "conformance", "conformance/faults", "toolerr"},
		theirs: []string{"github.com/hashicorp/go-retryablehttp"},
		why:    "suites of the clients whose libraries the root requires anyway: the command, sdkmatrix and tests run them",
	},
	{pkg: "conformance/refusals", why: "a leaf: cases and a judge that read errand's JSON as any other, so that others can be judged beside it"},
	{pkg: "conformance/testenv", why: "a leaf for tests of every module"},
}

func TestPackageMap(t *testing.T) {
	for dir, files := range rootPackages(t, parser.ImportsOnly) {
		t.Run(dir, func(t *testing.T) {
			row, ok := drawn(dir)
			require.True(t, ok, "package %s is not on the package map of this test", dir)
			for _, f := range files {
				for _, imported := range f.Imports {
					assert.NoError(t, row.allows(imported), "%s (%s)", f.Path, row.why)
				}
			}
		})
	}
}

func TestPackagesNeverReach(t *testing.T) {
	for dir := range rootPackages(t, parser.ImportsOnly) {
		row, _ := drawn(dir)
		if len(row.never) == 0 {
			continue
		}
		t.Run(dir, func(t *testing.T) {
			reached := strings.Fields(string(goCommand(t, "list", "-deps", "./"+dir)))
			require.Contains(t, reached, module+"/"+dir)
			for _, never := range row.never {
				assert.NotContains(t, reached, never, row.why)
			}
		})
	}
}

func TestForbiddenImports(t *testing.T) {
	tests := []struct {
		pkg, imports string
		allowed      bool
	}{
		{"toolerr", "log/slog", true},
		{"toolerr", "net/http", false},
		{"toolerr", module + "/internal/redact", true},
		{"toolerr", module + "/adapter", false},
		{"adapter", module + "/toolerr", true},
		{"adapter", module + "/adapters/httpadapter", false},
		{"adapters/googleadapter", "golang.org/x/oauth2", false},
		{"adapters/googleadapter", "google.golang.org/api/googleapi", false},
		{"adapters/googleadapter", "google.golang.org/api/option", false},
		{"adapters/googleadapter", "google.golang.org/api/googleapixyz", false},
		{"adapters/stripeadapter", module + "/adapter/shape", true},
		{"adapters/stripeadapter", "github.com/stripe/stripe-go/v82", false},
		{"adapters/stripeadapter", module + "/adapters/awsadapter", false},
		{"adapters", module + "/adapters/stripeadapter", true},
		{"agent", module + "/adapters", false},
		{"conformance", "github.com/stretchr/testify/assert", false},
	}
	for _, tt := range tests {
		t.Run(tt.pkg+" "+tt.imports, func(t *testing.T) {
			row, ok := drawn(tt.pkg)
			require.True(t, ok)
			assert.Equal(t, tt.allowed, row.allows(tt.imports) == nil)
		})
	}
	_, ok := drawn("adapters/stripeadapter/internal")
	assert.False(t, ok, "a package that is not in the table")
}

// drawn returns the row of a package.
func drawn(dir string) (arrows, bool) {
	for _, row := range packageMap {
		if fits(row.pkg, dir) {
			return row, true
		}
	}
	return arrows{}, false
}

// allows returns an error if an import is not allowed.
func (row arrows) allows(imported string) error {
	if slices.Contains(row.never, imported) {
		return fmt.Errorf("imports %s, which it must not reach", imported)
	}
	if imported == module {
		return fmt.Errorf("imports %s, which is documentation", imported)
	}
	if dir, ok := strings.CutPrefix(imported, module+"/"); ok {
		if dir == newer || slices.ContainsFunc(row.ours, func(pattern string) bool { return fits(pattern, dir) }) {
			return nil
		}
		return fmt.Errorf("imports %s: no such arrow is drawn", imported)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return nil // the standard library
	}
	for _, theirs := range row.theirs {
		if imported == theirs || strings.HasPrefix(imported, theirs+"/") {
			return nil
		}
	}
	return fmt.Errorf("imports %s: no such requirement is drawn", imported)
}

func fits(pattern, dir string) bool {
	ok, err := path.Match(pattern, dir)
	return ok && err == nil
}
