//go:build !linux

package stdadapter_test

import "testing"

// systemFailures are made on Linux alone.
func systemFailures(*testing.T) []failure { return nil }

func contextFailures(*testing.T) []contextFailure { return nil }
