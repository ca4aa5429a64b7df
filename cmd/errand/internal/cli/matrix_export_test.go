package cli

import (
	"io"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/matrix"
)

// RunMatrix is `errand matrix` of other suites.
func RunMatrix(suites []conformance.Suite, fault string, stdout, stderr io.Writer) int {
	return newApp(nil, stdout, stderr, nil).runMatrix(nil, matrix.Job{Suites: suites, Fault: fault})
}
