package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
)

// Only the adapters have the meanings of vendors' codes: no text of the command is one.
func TestNoVendorsCode(t *testing.T) {
	listed := map[string]string{}
	for _, a := range adapters.All() {
		if tabled, ok := adapter.As[adapter.Tabled](a); ok {
			for _, row := range tabled.Table().Rows() {
				listed[row.VendorCode] = a.Slug()
			}
		}
	}
	delete(listed, "timeout")                          // also a flag of the audit
	files, err := filepath.Glob("internal/[^a]*/*.go") // the audit has bodies of services
	require.NoError(t, err)
	for _, name := range files {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, text := range regexp.MustCompile("[\"`]([^\"`\n]+)[\"`]").FindAllStringSubmatch(string(source), -1) {
			if test, _ := filepath.Match("internal/*/*_test.go", name); !test {
				assert.Empty(t, listed[text[1]], "%s: %s is a vendor's code", name, text[1])
			}
		}
	}
}
