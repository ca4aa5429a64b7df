package audit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
)

// Neither the server nor its child processes outlive the audit.
func TestEverythingIsGone(t *testing.T) {
	c := config(noFlaw)
	mark := "ERRAND_AUDIT_MARK=" + t.TempDir()
	c.Command = slices.Insert(slices.Clone(c.Command), 1, grandchild+"=1", mark)
	c.Faults = fault.All()[:2]
	seen := 0
	c.Progress = func(int, int, string, string) { seen = max(seen, len(marked(mark))) }
	run(t, c)
	assert.GreaterOrEqual(t, seen, 2, "a server and what it started")
	assert.Empty(t, marked(mark))
}

// marked returns the processes with mark in their environment.
func marked(mark string) []string {
	var found []string
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err == nil && bytes.Contains(text, []byte(mark+"\x00")) {
			found = append(found, name)
		}
	}
	return found
}
