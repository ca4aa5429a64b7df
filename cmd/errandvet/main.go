// Errandvet reports text of services and SDKs that a model would read, and mistakes in the
// use of errand. It runs alone (`errandvet ./...`) and with the go command (`go vet
// -vettool=$(which errandvet) ./...`).
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/errand-go/errand/cmd/errandvet/internal/suite"
)

func main() {
	multichecker.Main(suite.Analyzers()...)
}
