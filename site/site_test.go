package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// built builds the site of a repository with the given files, and the frame of this one.
func built(t *testing.T, files map[string]string) (*site, error) {
	t.Helper()
	frame, err := os.ReadFile("page.html")
	require.NoError(t, err)
	s := &site{root: t.TempDir(), files: map[string][]byte{}}
	files["site/page.html"], files["site/style.css"], files["site/site.js"] = string(frame), "", ""
	if files["README.md"] == "" {
		files["README.md"] = "# errand\n\n## Pages\n\n- Start: [one](docs/one.md)\n"
	}
	for _, name := range []string{"docs/playground.md", "docs/vendors.md"} { // every page links to them
		files[name] += "# Another\n"
	}
	for name, text := range files {
		name = filepath.Join(s.root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	return s, s.build()
}

func TestLinks(t *testing.T) {
	tests := map[string]struct {
		text string // of docs/one.md
		want string // in the page; "" if the site is not built
	}{
		"a page":                    {"[x](two.md)", `<a href="two.html">`},
		"a section":                 {"[x](two.md#a-b_c)", `<a href="two.html#a-b_c">`},
		"a second section":          {"[x](two.md#a-b_c-1)", `<a href="two.html#a-b_c-1">`},
		"the first page":            {"[x](../README.md)", `<a href="../index.html">`},
		"a folder of pages":         {"[x](vendors/slack.md)", `<a href="vendors/slack.html">`},
		"a file of the repository":  {"[x](../go.mod)", `<a href="https://github.com/errand-go/errand/blob/main/go.mod">`},
		"another site":              {"[x](https://example.com/a)", `<a href="https://example.com/a">`},
		"a picture":                 {"![x](pictures/p.svg)", `<img src="pictures/p.svg"`},
		"no page":                   {"[x](three.md)", ""},
		"no section":                {"[x](two.md#d)", ""},
		"no section of the page":    {"[x](#d)", ""},
		"no picture":                {"![x](pictures/q.svg)", ""},
		"no page in HTML":           {`<a href="three.html">x</a>`, ""},
		"an address that is no URL": {"[x](<a%zz.md>)", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s, err := built(t, map[string]string{
				"docs/one.md": "# One\n\n" + tt.text + "\n", "docs/two.md": "# Two\n\n## A: `b_c`\n\n## a b_c\n\n## A `b_c`\n\n<i id=\"a-b_c\"></i>\n",
				"docs/vendors/slack.md": "# Slack\n", "docs/pictures/p.svg": "<svg/>", "go.mod": "",
			})
			if tt.want == "" {
				assert.Error(t, err)
				return
			}
			require.NoError(t, err)
			assert.Contains(t, string(s.files["docs/one.html"]), tt.want)
		})
	}
}

func TestPages(t *testing.T) {
	s, err := built(t, map[string]string{"docs/one.md": "# One & only\n\nText.\n\n## Part\n\n| a |\n|---|\n| `<b>` |\n\n<!-- playground -->\n", "site/playground.html": "<form></form>"})
	require.NoError(t, err)
	page := string(s.files["docs/one.html"])
	for _, want := range []string{
		"<title>One &amp; only – errand</title>", `<link rel="stylesheet" href="../style.css">`, `<h2 id="part">Part <a class="anchor" href="#part"`,
		`<div class="scroll"><table>`, `<a href="../docs/one.html" aria-current="page">one</a><ul><li><a href="#part">Part</a></li></ul>`, "<form></form>",
	} {
		assert.Contains(t, page, want)
	}
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
	require.NoError(t, s.write(t.TempDir()))
	assert.Regexp(t, `^var errandWasm = "H4sI[A-Za-z0-9+/]+=*";\n$`, string(s.files["wasm.js"]))
	assert.Error(t, s.program(name+"x"))
}

// The site of this repository can be built: links lead somewhere, and every page is in the menu
// or is linked from one that is.
func TestSiteOfTheRepository(t *testing.T) {
	s := site{root: "..", files: map[string][]byte{}}
	require.NoError(t, s.build())
	linked := map[string]bool{}
	for _, g := range s.menu {
		for _, p := range g.Pages {
			linked[p.URL] = true
		}
	}
	for _, p := range s.pages {
		assert.True(t, linked[p.Path] || p.Path == "index.html" || strings.HasPrefix(p.Path, "docs/vendors/"), "%s is not in the README's list of pages", p.Path)
	}
	assert.GreaterOrEqual(t, len(s.menu), 5)
}
