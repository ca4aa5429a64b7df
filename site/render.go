package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"html/template"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	renderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// markdown renders as GitHub does. The pages are the repository's own: their HTML is kept.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(renderer.WithUnsafe()))

// anchors gives headings the ids that GitHub gives them.
type anchors map[string]int

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// Generate returns the id of a heading.
func (a anchors) Generate(heading []byte, _ ast.NodeKind) []byte {
	id := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(string(heading)), ""), " ", "-")
	if a[id]++; a[id] > 1 {
		id = fmt.Sprint(id, "-", a[id]-1)
	}
	return []byte(id)
}

// Put does nothing: no page sets an id itself.
func (anchors) Put([]byte) {}

// render renders a page.
func (s *site) render(source string) error {
	src, err := os.ReadFile(filepath.Join(s.root, source))
	doc := markdown.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	fault := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			to, err := s.destination(source, string(link.Destination))
			link.Destination = []byte(to)
			return ast.WalkContinue, err
		}
		return ast.WalkContinue, nil
	})
	var b bytes.Buffer
	err = errors.Join(err, fault, markdown.Renderer().Render(&b, src, doc))
	if strings.Contains(b.String(), form) {
		fragment, fault := os.ReadFile(filepath.Join(s.root, "site", "playground.html"))
		b, err = *bytes.NewBufferString(strings.Replace(b.String(), form, string(fragment), 1)), errors.Join(err, fault)
	}
	s.take(s.pages[source], b.String())
	return err
}

// form is the place of the playground.
const form = "<!-- playground -->"

// destination returns the address of a link's target: on the site, or in the repository.
func (s *site) destination(source, to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Path == "" {
		return to, err
	}
	target := path.Join(path.Dir(source), u.Path)
	if p, ok := s.pages[target]; ok {
		u.Path = path.Join(path.Dir(u.Path), path.Base(p.Path))
		return u.String(), nil
	}
	_, err = os.Stat(filepath.Join(s.root, target))
	return "https://github.com/errand-go/errand/blob/main/" + target, err
}

var (
	heading = regexp.MustCompile(`<h([1-6]) id="([^"]+)">(.*?)</h[1-6]>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	item    = regexp.MustCompile(`<li>([^<:]+): (.*)`)
	anchor  = regexp.MustCompile(`<a href="([^"]*)">(.*?)</a>`)

	// framed puts wide elements into an element that scrolls.
	framed = strings.NewReplacer("<table>", `<div class="scroll"><table>`, "</table>", "</table></div>")
)

// take sets the page, and takes its sections and the menu from the rendered text.
func (s *site) take(p *page, body string) {
	at := heading.FindAllStringSubmatchIndex(body, -1)
	ends := append(slices.Clone(at), []int{len(body)})[1:]
	for i, m := range at {
		id, name, section := body[m[4]:m[5]], plain(body[m[6]:m[7]]), body[m[1]:ends[i][0]]
		switch body[m[2]:m[3]] {
		case "1":
			p.Title = name
		case "2":
			p.Inside = append(p.Inside, entry{name, "#" + id})
		}
		s.index = append(s.index, [4]string{p.Path + "#" + id, p.Title, name, plain(section)})
		if p.Path != onSite(home) || id != "pages" {
			continue
		}
		for _, list := range item.FindAllStringSubmatch(section, -1) {
			g := group{Name: list[1]}
			for _, link := range anchor.FindAllStringSubmatch(list[2], -1) {
				g.Pages = append(g.Pages, entry{plain(link[2]), html.UnescapeString(link[1])})
			}
			s.menu = append(s.menu, g)
		}
	}
	body = heading.ReplaceAllString(body, `<h$1 id="$2">$3 <a class="anchor" href="#$2" aria-label="Link to this section">#</a></h$1>`)
	p.Body = template.HTML(framed.Replace(body))
}

// plain returns the text of HTML in one line.
func plain(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(s, " "))), " ")
}
