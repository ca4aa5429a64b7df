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

// Main runs the tests of a package. It keeps what net/http and clients print about
// a broken server out of the output, and lets faults wait side by side where tests
// are parallel: they work little.
func Main(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // a flag of every test
	log.SetOutput(io.Discard)          //nolint:forbidigo // nothing is logged: others' logging is silenced
	os.Exit(m.Run())
}

// Begun reports whether a fault is of a status or strikes in a body: what comes
// before them does not know what is going to be read, a stream or one answer.
func Begun(fault string) bool {
	f, _ := faults.Lookup(fault)
	return f.Group == faults.GroupStatus || f.Group == faults.GroupBody || strings.Contains(fault, "body")
}
