package codebook_test

import (
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/codebook"
	"github.com/errand-go/errand/toolerr"
)

func errno(t *testing.T, word string) []codebook.Entry {
	t.Helper()
	return codebook.Errno(word, func(err error) *toolerr.ToolRuntimeError {
		te, _ := toolerr.Find(adapter.NewChain(adapters.All()...).Adapt(t.Context(), err))
		return te
	})
}

// The explanation of a number agrees with the error.
func TestErrno(t *testing.T) {
	type entry struct{ word, means, agent string }
	for word, want := range map[string][]entry{
		"econnrefused":               {{"ECONNREFUSED", "Connecting failed: " + syscall.ECONNREFUSED.Error() + ". The upstream service could not be reached. Nothing was done.", "Call again later."}},
		syscall.ECONNREFUSED.Error(): {{"ECONNREFUSED", "Connecting failed: " + syscall.ECONNREFUSED.Error() + ". The upstream service could not be reached. Nothing was done.", "Call again later."}},
		"ENOENT":                     {{"ENOENT", "An operation on a file failed: " + syscall.ENOENT.Error() + ". A file or directory does not exist.", "Do what the hint says."}},
		"ENOSPC":                     {{"ENOSPC", "An operation on a file failed: " + syscall.ENOSPC.Error() + ". There is no space left to write to, or a quota is used up.", "Do what the hint says."}},
		"ESRCH":                      {{"ESRCH", "An operation on a file failed: " + syscall.ESRCH.Error() + ". The process has ended, or does not exist.", "Change the arguments, and call again."}},
		"ETIMEDOUT": {
			{"ETIMEDOUT", "Connecting failed: " + syscall.ETIMEDOUT.Error() + ". The upstream service did not answer in time. Nothing was done.", "Call again later."},
			{"ETIMEDOUT", "Reading from a connection failed: " + syscall.ETIMEDOUT.Error() + ". The upstream service did not answer in time. It may have been done all the same.", "Before calling again a tool that changes something, check whether the first call did."},
			{"ETIMEDOUT", "An operation on a file failed: " + syscall.ETIMEDOUT.Error() + ". A file, a pipe or a device did not respond in time. It may have been done all the same.", "Before calling again a tool that changes something, check whether the first call did."},
		},
		"EXYZZY": nil, "": nil, "connection": nil,
	} {
		var got []entry
		for _, e := range errno(t, word) {
			got = append(got, entry{e.Word, e.Means, e.Agent})
			assert.Equal(t, e.Says, e.Payload.Map()["error"])
			require.Len(t, e.Decisions, 2)
		}
		assert.Equal(t, want, got, word)
	}
}

// TestEveryErrnoOfTheTablesIsExplained reads the tables of the two adapters.
func TestEveryErrnoOfTheTablesIsExplained(t *testing.T) {
	tables, err := filepath.Glob("../../../../adapters/*/*errno*.go")
	require.NoError(t, err)
	seen := 0
	for _, file := range tables {
		if filepath.Base(file) == "table_errno_windows.go" || filepath.Base(file) == "table_errno_js.go" {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\{syscall\.(E[A-Z0-9]+),`).FindAllSubmatch(source, -1) {
			assert.Contains(t, codebook.ErrnoNames(), string(m[1]), file)
			seen++
		}
	}
	assert.Greater(t, seen, 30)
	for _, name := range codebook.ErrnoNames() {
		assert.NotEmpty(t, errno(t, name), name)
	}
}

// If nothing was done, the advice is not to check anything.
func TestAdviceFitsTheEffect(t *testing.T) {
	for _, v := range codebook.New(all()).Vendors() {
		for _, e := range v.Entries() {
			if e.Effect == toolerr.EffectNone {
				assert.NotContains(t, e.Agent, "check whether", e.Service+":"+e.Word)
			}
		}
	}
}
