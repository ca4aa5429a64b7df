package cli

import (
	"io"

	"github.com/errand-go/errand/conformance"
)

// RunMatrix is `errand matrix` of other suites.
func RunMatrix(suites []conformance.Suite, stdout, stderr io.Writer) int {
	return newApp(nil, stdout, stderr, nil).runMatrix(suites)
}
