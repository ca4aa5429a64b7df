package proof

import (
	"flag"
	"io"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/errand-go/errand/conformance/faults"
)

// Main runs the tests of a package. It discards the messages that net/http and clients
// log about a broken server, and allows 8 parallel tests, since faults mostly wait and
// need little CPU.
func Main(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // a flag of every test
	log.SetOutput(io.Discard)          //nolint:forbidigo // nothing is logged: others' logging is silenced
	os.Exit(m.Run())
}

// Begun reports whether a fault is a status or happens in a body. The faults before
// those are the same for a stream and for a single response.
func Begun(fault string) bool {
	f, _ := faults.Lookup(fault)
	return f.Group == faults.GroupStatus || f.Group == faults.GroupBody || strings.Contains(fault, "body")
}
