package matrix_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
	"github.com/errand-go/errand/toolerr"
)

// A node is an element of a page, with the text directly inside it.
type node struct {
	name, text string
	attributes map[string]string
	path       []string // the classes of the elements around it, outermost first
}

// parse parses a page into its elements, and checks that they nest. A non-strict XML parser
// can read HTML in which every end tag is written.
func parse(t *testing.T, page string) []*node {
	t.Helper()
	void := []string{"meta", "input", "br", "link"}
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.Entity = false, xml.HTMLEntity
	var all, open []*node
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch x := token.(type) {
		case xml.StartElement:
			n := &node{name: x.Name.Local, attributes: map[string]string{}}
			for _, o := range open {
				n.path = append(n.path, o.attributes["class"])
			}
			for _, a := range x.Attr {
				_, twice := n.attributes[a.Name.Local]
				assert.False(t, twice, "%s has %s twice", n.name, a.Name.Local)
				n.attributes[a.Name.Local] = a.Value
			}
			all = append(all, n)
			if !slices.Contains(void, n.name) {
				open = append(open, n)
			}
		case xml.EndElement:
			require.NotEmpty(t, open, "</%s> ends nothing", x.Name.Local)
			last := open[len(open)-1]
			require.Equal(t, last.name, x.Name.Local, "the elements do not nest, near %q", last.text)
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(x)
			}
		}
	}
	require.Empty(t, open, "elements that do not end")
	return all
}

func htmlOf(t *testing.T, m matrix.Matrix) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, m.HTML(&b))
	return b.String()
}

func TestHTMLIsWhole(t *testing.T) {
	page := htmlOf(t, two(t))
	assert.True(t, strings.HasPrefix(page, "<!doctype html>\n<html lang=\"en\">"))
	ids, links := map[string]*node{}, map[string]int{}
	var scripts []string
	for _, n := range parse(t, page) {
		if id, ok := n.attributes["id"]; ok {
			assert.Nil(t, ids[id], "two elements are called %s", id)
			ids[id] = n
		}
		if href, ok := n.attributes["href"]; ok {
			links[href]++
		}
		assert.NotContains(t, []string{"iframe", "img", "link", "base", "object", "embed", "form"}, n.name)
		for name, value := range n.attributes {
			assert.False(t, strings.HasPrefix(name, "on"), "%s=%q", name, value)
			assert.NotEqual(t, "src", name)
			assert.NotEqual(t, "style", name)
		}
		if n.name == "script" {
			scripts = append(scripts, n.text)
		}
		if n.name == "style" {
			assert.NotRegexp(t, `url\(|@import|expression`, n.text, "nothing from elsewhere")
		}
	}
	for href := range links {
		require.True(t, strings.HasPrefix(href, "#"), "a link leads out of the page: %s", href)
		assert.NotNil(t, ids[strings.TrimPrefix(href, "#")], "%s leads nowhere", href)
	}
	assert.NotRegexp(t, regexp.MustCompile(`(?:href|src|action)="(?:https?:)?//`), page)
	require.Len(t, scripts, 1)
	sum := sha256.Sum256([]byte(scripts[0]))
	assert.Contains(t, html.UnescapeString(page), `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-`+
		base64.StdEncoding.EncodeToString(sum[:])+`'; base-uri 'none'; form-action 'none'">`, "the page's own script and no other")
	for _, word := range []string{"innerHTML", "eval", "fetch", "write(", "import"} {
		assert.NotContains(t, scripts[0], word)
	}
	for _, row := range two(t).Rows() {
		for i, c := range row.Cells {
			panel := row.Fault.Name + ":" + two(t).Reports[i].Client
			if !c.Ran {
				assert.Nil(t, ids[panel], "%s has nothing to show", panel)
				continue
			}
			require.NotNil(t, ids[panel], "the panel of %s", panel)
			assert.Positive(t, links["#"+panel], "the cell of %s", panel)
		}
		assert.NotNil(t, ids[row.Fault.Name], "the row's own address")
	}
}

// The page contains the content of a raw text in one place, for developers. Credentials are
// nowhere.
func TestHTMLShowsContentToDevelopersOnly(t *testing.T) {
	canary, marked := faults.Planted(), []string{}
	page := htmlOf(t, two(t))
	assert.Empty(t, canary.FindCredentials(page))
	for _, n := range parse(t, page) {
		for name, value := range n.attributes {
			assert.Empty(t, canary.Find(value), "%s of %s", name, n.name)
		}
		if n.name == "mark" && slices.Contains(n.path, "panel") {
			marked = append(marked, n.text)
		}
		if len(canary.FindContent(n.text)) > 0 {
			assert.Contains(t, n.path, "member", "content is for developers: %s", n.text)
		}
	}
	assert.Equal(t, []string{strings.ToUpper(faults.CanaryMessage), "(redacted)", faults.CanaryMessage}, marked, "in capitals too")
}

func TestHTMLTakesNoOrders(t *testing.T) {
	m := two(t)
	m.Reports[0].Client = `"><script>`
	m.Reports[0].Faults[0].Reason = hostile
	m.Reports[0].Rows[0].Group = `</style><script>`
	m.Reports[1].Rows = append(m.Reports[1].Rows, faults.Fault{
		Name: `x" onclick="alert(1)`, Group: `javascript:alert(1)//"><script>`, Does: "</pre>" + hostile, Source: hostile, Why: hostile,
	})
	m.Reports[1].Faults = append(m.Reports[1].Faults, conformance.Result{
		Name: `fault/x" onclick="alert(1)`, Outcome: conformance.Failed, Raw: hostile, Reason: hostile,
		Findings: []conformance.Finding{{Check: hostile, On: hostile, Came: hostile, Promised: hostile, Look: hostile}},
	})
	page := htmlOf(t, m)
	assert.Equal(t, 1, strings.Count(page, "<script"), "the page's own")
	assert.NotContains(t, page, "\x00")
	assert.NotContains(t, page, "\x1b")
	assert.Contains(t, page, `&lt;script&gt;alert(1)&lt;/script&gt; &amp; "quoted" \x1b[31mred\x00`)
	for _, n := range parse(t, page) {
		assert.NotContains(t, n.attributes, "onclick")
		if href, ok := n.attributes["href"]; ok {
			assert.True(t, strings.HasPrefix(href, "#"), href)
		}
	}
}

// A leak is marked in the agent's view, and not all of ten thousand findings are printed.
func TestHTMLOfAnAdapterThatLeaks(t *testing.T) {
	leaky := toolerr.Fatal(toolerr.UncheckedMessage("it said " + faults.CanaryMessage)) //nolint:forbidigo // an adapter that is wrong
	wrong := seen(conformance.Failed, leaky, "")
	law := conformance.Result{Name: "law/canary", Outcome: conformance.Failed}
	for range 5000 {
		f := conformance.Finding{Check: "law/canary", On: "an error", Came: strings.Repeat("ü", 5000)}
		wrong.Findings, law.Findings = append(wrong.Findings, f), append(law.Findings, f)
	}
	r := report(t, "acme", map[string]conformance.Result{"status-404": wrong})
	r.Laws = []conformance.Result{law}
	m := matrix.Matrix{Reports: []conformance.SuiteReport{r}}
	page := htmlOf(t, m)
	var told []string
	for _, n := range parse(t, page) {
		if n.name == "mark" && slices.Contains(n.path, "agent leaks") {
			told = append(told, n.text)
		}
	}
	assert.Equal(t, []string{faults.CanaryMessage}, told)
	assert.Contains(t, page, "4997 more")
	assert.Contains(t, page, `href="#status-404:acme"`)
	for name, write := range map[string]func(io.Writer) error{"html": m.HTML, "text": m.Text} {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		assert.Less(t, b.Len(), 60_000, name)
		assert.Contains(t, b.String(), "4997 more", name)
		assert.True(t, utf8.Valid(b.Bytes()), name)
	}
}

// For a refused value, every output has the problem that the model reads, and the withheld
// words.
func TestWhatToFix(t *testing.T) {
	refused := toolerr.New(toolerr.KindUpstreamValidationError, toolerr.Message{}, toolerr.WithStatus(422))
	read, unread := seen(conformance.Passed, refused, "422 "+faults.CanaryMessage), seen(conformance.Passed, refused, "422")
	read.Disclosed = &conformance.Disclosed{
		Problems: []toolerr.ReportProblem{{Path: "/size", Problem: "is too large & <odd>"}},
		Withheld: []conformance.Withheld{{Text: faults.CanaryBody, Because: "it is not a word"}, {Text: faults.CredentialBody + strings.Repeat("ü", 500), Because: "it is long"}},
	}
	m := matrix.Matrix{Reports: []conformance.SuiteReport{
		report(t, "acme/one", map[string]conformance.Result{"refused-stripe": read}), report(t, "acme/two", map[string]conformance.Result{"refused-stripe": unread}),
	}}
	page := htmlOf(t, m)
	lists := map[string][]string{}
	for _, n := range parse(t, page) {
		if n.name == "dt" || n.name == "dd" || n.name == "p" {
			if i := slices.Index(n.path, "member"); i >= 0 {
				class := n.path[i+1]
				lists[class] = append(lists[class], cutTo(n.text, 20))
			}
		}
	}
	assert.Equal(t, map[string][]string{
		"fix":      {"/size", "is too large & <odd>", "Nothing: the client'"},
		"withheld": {faults.CanaryBody, "it is not a word", "(redacted)üüüüüüüüüü", "it is long", "The whole text of th"},
	}, lists)
	assert.Contains(t, page, `<p>The model sent <code>{&#34;name&#34;:&#34;mug&#34;`)
	assert.Contains(t, page, "400, effect none, /colour is not known")
	for name, tt := range map[string]struct {
		write func(io.Writer) error
		parts []string
	}{
		"text": {m.Text, []string{"the model sent: {", "to fix     /size is too large", "withheld   " + faults.CanaryBody + ": it is not a word\n             (redacted)"}},
		"json": {m.JSON, []string{`"problem": "is too large & <odd>"`, `"because": "it is long"`}},
	} {
		var b bytes.Buffer
		require.NoError(t, tt.write(&b))
		for _, part := range tt.parts {
			assert.Contains(t, b.String(), part, name)
		}
		assert.Empty(t, faults.Planted().FindCredentials(b.String()), name)
	}
	assert.Empty(t, faults.Planted().FindCredentials(page))
}

// cutTo returns at most n characters of a text.
func cutTo(text string, n int) string {
	r := []rune(text)
	return string(r[:min(n, len(r))])
}
