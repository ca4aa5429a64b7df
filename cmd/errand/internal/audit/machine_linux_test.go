package audit_test

import (
	"bytes"
	"encoding/hex"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
)

// The test watches the sockets of the audit and of all processes that it started.
func TestNothingButLoopback(t *testing.T) {
	var mu sync.Mutex
	remotes := map[string]bool{}
	c := config(noFlaw)
	c.Faults = fault.All()[:6]
	c.Progress = func(int, int, string, string) {
		mu.Lock()
		defer mu.Unlock()
		for _, pid := range family(os.Getpid()) {
			for _, remote := range remotesOf(pid) {
				remotes[remote] = true
			}
		}
	}
	run(t, c)
	mu.Lock()
	defer mu.Unlock()
	require.NotEmpty(t, remotes, "the watcher sees nothing")
	for remote := range remotes {
		assert.True(t, net.ParseIP(remote).IsLoopback(), "a connection to %s", remote)
	}
}

// The watcher distinguishes loopback addresses from others.
func TestTheWatcherSees(t *testing.T) {
	tests := map[string]string{
		"0100007F:1F90":                         "127.0.0.1",
		"0A0200C0:0050":                         "192.0.2.10",
		"0000000000000000FFFF00000100007F:1F90": "127.0.0.1",
		"B80D0120000000000000000001000000:0050": "2001:db8::1",
	}
	for text, want := range tests {
		assert.True(t, net.ParseIP(want).Equal(address(text)), "%s is %s", text, address(text))
	}
}

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

// family returns a process and its descendants.
func family(pid int) []int {
	all := []int{pid}
	lists, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, name := range lists {
		text, _ := os.ReadFile(name)
		for child := range strings.FieldsSeq(string(text)) {
			if id, err := strconv.Atoi(child); err == nil {
				all = append(all, family(id)...)
			}
		}
	}
	return all
}

// remotesOf returns the remote addresses of a process's connections.
func remotesOf(pid int) []string {
	dir := "/proc/" + strconv.Itoa(pid)
	own := map[string]bool{}
	fds, _ := os.ReadDir(dir + "/fd")
	for _, fd := range fds {
		if target, err := os.Readlink(dir + "/fd/" + fd.Name()); err == nil {
			own[strings.TrimSuffix(strings.TrimPrefix(target, "socket:["), "]")] = true
		}
	}
	var found []string
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, _ := os.ReadFile(dir + "/net/" + table)
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if len(fields) > 9 && own[fields[9]] {
				if ip := address(fields[2]); ip != nil && !ip.IsUnspecified() {
					found = append(found, ip.String())
				}
			}
		}
	}
	return found
}

// address parses an address of /proc/net: groups of four bytes in reverse order.
func address(text string) net.IP {
	hexes, _, _ := strings.Cut(text, ":")
	b, err := hex.DecodeString(hexes)
	if err != nil {
		return nil
	}
	for i := 0; i+4 <= len(b); i += 4 {
		slices.Reverse(b[i : i+4])
	}
	return b
}
