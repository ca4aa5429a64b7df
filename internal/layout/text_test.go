package layout_test

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strays are words that belong to one developer's machine. The patterns do not match
// themselves.
var strays = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"a path of one machine", regexp.MustCompile(`(?:^|[^\w.~%:/*})>-])/(?:work|root)/`)},
	{"a host of a module proxy", regexp.MustCompile(`\b(?:proxy\.golang|sum\.golang|goproxy)\.(?:org|io|cn)\b`)},
}

func TestNoFileNamesAMachine(t *testing.T) {
	walk(t, func(name string) {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		if bytes.IndexByte(text, 0) >= 0 {
			return
		}
		for number, line := range strings.Split(string(text), "\n") {
			for _, stray := range strays {
				assert.False(t, stray.pattern.MatchString(line), "%s:%d has %s", name, number+1, stray.name)
			}
		}
	})
}

func TestStrays(t *testing.T) {
	tests := map[string]bool{
		"cd /" + "root/errand":                  true,
		`"/` + `work/main"`:                     true,
		"`/" + "work/main`":                     true,
		"/" + "work/main":                       true,
		"GOPROXY=https://proxy.golang" + ".org": true,
		"https://example.com/work/items":        false,
		"./work/main":                           false,
		"go test work":                          false,
		"golang.org/x/oauth2":                   false,
	}
	for line, want := range tests {
		t.Run(line, func(t *testing.T) {
			got := false
			for _, stray := range strays {
				got = got || stray.pattern.MatchString(line)
			}
			assert.Equal(t, want, got)
		})
	}
}

// link is the target of a Markdown link, without its fragment.
var link = regexp.MustCompile(`\]\(([^()\s#]+)(?:#[^()\s]*)?\)`)

// code is a fenced block of code, or code within a line.
var code = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")

func TestDocsLinksLead(t *testing.T) {
	walk(t, func(name string) {
		if path.Ext(name) != ".md" {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		for _, match := range link.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
			target := match[1]
			if strings.Contains(target, ":") {
				continue // of another site
			}
			_, err := os.Stat(filepath.Join(root, path.Dir(name), target))
			assert.NoError(t, err, "%s links to %s", name, target)
		}
	})
}
