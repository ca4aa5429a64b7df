package mcpadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const canary = faults.CanaryMessage

func want(kind toolerr.Kind, effect toolerr.Effect) conformance.Want {
	return faults.ForKind(kind, effect)
}

// untyped is mcp-go v0.32.0's wrapper of a transport's error.
func untyped(err error) error { return fmt.Errorf("transport error: %w", err) }
