// Package formats has formats of errand's functions.
package formats

import (
	"fmt"

	"github.com/errand-go/errand/toolerr"
)

func formats(name string, n int, err error) {
	_ = toolerr.Errorf("%s has %d: %w", name, n, err)
	_ = toolerr.Errorf("%d", name)             // want `toolerr.Errorf format %d has arg name of wrong type string`
	_ = toolerr.Errorf("%s and %s", name)      // want `toolerr.Errorf format %s reads arg #2, but call has 1 arg`
	_ = toolerr.Errorf("no verbs", name)       // want `toolerr.Errorf call has arguments but no formatting directives`
	_ = toolerr.Errorf("%y", name)             // want `toolerr.Errorf format %y has unknown verb y`
	_ = toolerr.Errorf("%w and %d", err, name) // want `toolerr.Errorf format %d has arg name of wrong type string`
	_ = toolerr.InvalidInputf("/n", "at most %d", n)
	_ = toolerr.InvalidInputf("/n", "at most %d", "") // want `toolerr.InvalidInputf format %d has arg "" of wrong type string`
	_ = toolerr.Msgf("of %s", toolerr.Name("tea"))
	_ = toolerr.Msgf("of %d", toolerr.Name("tea")) // want `toolerr.Msgf format %d has arg .* of wrong type`
	_ = fmt.Sprintf("%d", name)                    // vet's
}
