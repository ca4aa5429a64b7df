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

// link is the target of a Markdown link, with its fragment.
var link = regexp.MustCompile(`\]\(([^()\s#]*)(?:#([^()\s]*))?\)`)

// code is a fenced block of code, or code within a line.
var code = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")

// pages returns the Markdown files of the repository, by their names.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	walk(t, func(name string) {
		if path.Ext(name) == ".md" {
			text, err := os.ReadFile(filepath.Join(root, name))
			require.NoError(t, err)
			all[name] = string(text)
		}
	})
	return all
}

func TestDocsLinksLead(t *testing.T) {
	all := pages(t)
	for name, text := range all {
		for _, match := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			if strings.Contains(match[1], ":") {
				continue // of another site
			}
			target := name
			if match[1] != "" {
				target = path.Join(path.Dir(name), match[1])
			}
			_, err := os.Stat(filepath.Join(root, target))
			assert.NoError(t, err, "%s links to %s", name, target)
			if match[2] != "" && path.Ext(target) == ".md" {
				assert.Contains(t, anchors(all[target]), match[2], "%s links to %s", name, target)
			}
		}
	}
}

var (
	heading  = regexp.MustCompile("(?m)^#+ (.*)$")
	explicit = regexp.MustCompile(`<a id="([^"]+)">`)
	noAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors returns the anchors of a page: those that GitHub gives headings, and others.
func anchors(text string) (all []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	for _, m := range explicit.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// The pages are short enough to be read: all words but those that internal/mappings renders.
func TestDocsAreShort(t *testing.T) {
	const most = 36_900
	words := 0
	for name, text := range pages(t) {
		if name != "docs/kinds.md" && !strings.HasPrefix(name, "docs/vendors/") {
			written, _, _ := strings.Cut(text, "<!-- vendors -->\n") // the list of docs/vendors.md follows
			words += len(strings.Fields(written))
		}
	}
	assert.LessOrEqual(t, words, most)
}
