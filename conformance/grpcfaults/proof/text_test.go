package proof_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/grpc/status"
)

// reachTexts checks that the client returns each text that the adapter matches. The test
// fails if a version of gRPC changes one.
func reachTexts(t *testing.T, all []driven) {
	listed := readTexts(t)
	reached := map[string]bool{}
	count := func(err error) {
		st, ok := innermostStatus(err)
		if !ok || len(st.Proto().GetDetails()) > 0 {
			return
		}
		for _, text := range listed.reached(st.Code(), st.Message()) {
			reached[text] = true
		}
	}
	for _, d := range all {
		count(d.err)
	}
	count(keepaliveError(t))
	count(lastConnectionError(t))
	for _, text := range listed.names() {
		assert.True(t, reached[text], "no call of the real client reaches the text %q", text)
	}
}

// innermostStatus returns the status of the last error in a chain that has one.
func innermostStatus(err error) (*status.Status, bool) {
	var st *status.Status
	for ; err != nil; err = errors.Unwrap(err) {
		if x, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
			st = x.GRPCStatus()
		}
	}
	return st, st != nil
}
