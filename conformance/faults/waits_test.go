package faults_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The raw bytes have the letter case of the row, which net/http would hide.
func TestWaitHeadersAreSentAsWritten(t *testing.T) {
	s := newServer(t)
	for name, line := range map[string]string{"429-delta": "Retry-After: 7", "429-delta-odd-case": "rEtRy-aFtEr: 7", "403-reset-after": "X-RateLimit-Remaining: 0"} {
		assert.Contains(t, raw(t, s.Target(lookup(t, name))), "\r\n"+line+"\r\n")
	}
}
