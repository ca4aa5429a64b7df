package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// built builds the site of a repository with the given files and the frame of this one.
func built(t *testing.T, files map[string]string) (*site, error) {
	t.Helper()
	frame, err := os.ReadFile("page.html")
	require.NoError(t, err)
	s := &site{root: t.TempDir(), files: map[string][]byte{}}
	all := map[string]string{
		"site/page.html": string(frame), "site/style.css": "", "site/site.js": "", "docs/playground.md": "", "docs/vendors.md": "",
		"README.md": "# errand\n\n## Pages\n\n- Start: [one](docs/one.md)\n",
	}
	maps.Copy(all, files)
	for name, text := range all {
		name = filepath.Join(s.root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	return s, s.build()
}

func TestLinks(t *testing.T) {
	tests := map[string]string{ // of docs/one.md, and in its page; "" if the site is not built
		"[x](two.md)": `<a href="two.html">`, "[x](two.md#a-b_c)": `<a href="two.html#a-b_c">`, "[x](two.md#a-b_c-1)": `<a href="two.html#a-b_c-1">`,
		"[x](../README.md)": `<a href="../index.html">`, "[x](vendors/slack.md)": `<a href="vendors/slack.html">`, "![x](pictures/p.svg)": `<img src="pictures/p.svg"`,
		"[x](../go.mod)": `<a href="https://github.com/errand-go/errand/blob/main/go.mod">`, "[x](https://example.com/a)": `<a href="https://example.com/a">`,
		"[x](three.md)": "", "[x](two.md#d)": "", "[x](#d)": "", "![x](pictures/q.svg)": "", `<a href="three.html">x</a>`: "", "[x](<a%zz.md>)": "",
	}
	for text, want := range tests {
		s, err := built(t, map[string]string{
			"docs/one.md": "# One\n\n" + text + "\n", "docs/two.md": "# Two\n\n## A: `b_c`\n\n## A `b_c`\n",
			"docs/vendors/slack.md": "# Slack\n", "docs/pictures/p.svg": "<svg/>", "go.mod": "module m",
		})
		assert.Equal(t, want == "", err != nil, "%s: %v", text, err)
		assert.Contains(t, string(s.files["docs/one.html"]), want, text)
	}
}

func TestPages(t *testing.T) {
	s, err := built(t, map[string]string{"docs/one.md": "# One & only\n\nText.\n\n## Part\n\n| a |\n|---|\n| `<b>` |\n\n<!-- playground -->\n", "site/playground.html": "<form></form>"})
	require.NoError(t, err)
	page := string(s.files["docs/one.html"])
	for _, want := range []string{
		"<title>One &amp; only – errand</title>", `<link rel="stylesheet" href="../style.css">`, `<h2 id="part">Part <a class="anchor" href="#part"`,
		`<div class="scroll"><table>`, `<a href="../docs/one.html" aria-current="page">one</a><ul><li><a href="#part">Part</a></li></ul>`, "<form></form>", "default-src 'none'",
	} {
		assert.Contains(t, page, want)
	}
	assert.NotContains(t, page, "connect-src", "nothing is sent")
	assert.Contains(t, s.index, [4]string{"docs/one.html#part", "One & only", "Part", "a <b>"})
	assert.True(t, strings.HasPrefix(string(s.files["search.js"]), `var errandIndex = [["index.html#errand","errand","errand",`))
	assert.NotContains(t, string(s.files["index.html"]), "aria-current")
}

func TestSizes(t *testing.T) {
	_, err := built(t, map[string]string{"README.md": "# errand\n\n![x](docs/pictures/p.svg)\n", "docs/pictures/p.svg": strings.Repeat(" ", 200_000)})
	assert.ErrorContains(t, err, "the first page")
	s := site{files: map[string][]byte{}}
	name := filepath.Join(t.TempDir(), "wasm")
	require.NoError(t, os.WriteFile(name, []byte("program"), 0o600))
	require.NoError(t, s.program(name))
	assert.Regexp(t, `^var errandWasm = "H4sI[A-Za-z0-9+/]+=*";\n$`, string(s.files["wasm.js"]))
	assert.Error(t, s.program(name+"x"))
}

// The site of this repository can be built, and its menu has every page but those of vendors.
func TestSiteOfTheRepository(t *testing.T) {
	s := site{root: "..", files: map[string][]byte{}}
	require.NoError(t, s.build())
	menu := map[string]bool{"index.html": true}
	for _, g := range s.menu {
		for _, p := range g.Pages {
			menu[p.URL] = true
		}
	}
	for _, p := range s.pages {
		assert.True(t, menu[p.Path] || strings.HasPrefix(p.Path, "docs/vendors/"), "%s is not in the README's list of pages", p.Path)
	}
}
