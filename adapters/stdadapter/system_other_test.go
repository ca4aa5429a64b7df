//go:build !linux

package stdadapter_test

import "testing"

// Failures of the system are tested on Linux only.
func systemFailures(*testing.T) []failure { return nil }

func contextFailures(*testing.T) []contextFailure { return nil }
