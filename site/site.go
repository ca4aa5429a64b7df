package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A site is built from a repository.
type site struct {
	root  string            // the repository's folder
	files map[string][]byte // those of the site, by their paths
	pages map[string]*page  // by their paths in the repository
	index [][4]string       // the sections for the search: address, page, heading, text
	menu  []group           // the lists of links in section Pages of the first page
}

// A page is a Markdown file.
type page struct {
	Path   string // on the site
	Root   string // the way from the page to the site's folder: "" or "../"
	Title  string
	Body   template.HTML
	Inside []entry // its sections
	Menu   []group
}

// A group is a part of the menu, and an entry a link.
type (
	group struct {
		Name  string
		Pages []entry
	}
	entry struct{ Name, URL string }
)

// home is the page that a reader sees first.
const home = "README.md"

// onSite returns the path of a page on the site.
func onSite(source string) string {
	if source == home {
		return "index.html"
	}
	return strings.TrimSuffix(source, ".md") + ".html"
}

// build makes all files but the playground's.
func (s *site) build() error {
	s.pages = map[string]*page{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/vendors/*.md"} {
		names, _ := filepath.Glob(filepath.Join(s.root, pattern)) // the patterns are valid
		for _, name := range names {
			source := path.Join(path.Dir(pattern), filepath.Base(name))
			s.pages[source] = &page{Path: onSite(source), Root: strings.Repeat("../", strings.Count(source, "/"))}
		}
	}
	frame, err := template.ParseFiles(filepath.Join(s.root, "site", "page.html"))
	for _, source := range slices.Sorted(maps.Keys(s.pages)) {
		if fault := s.render(source); fault != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", source, fault))
		}
	}
	if err != nil {
		return err
	}
	for _, p := range s.pages {
		var b strings.Builder
		p.Menu = s.menu
		err = errors.Join(err, frame.Execute(&b, p))
		s.files[p.Path] = []byte(b.String())
	}
	index, _ := json.Marshal(s.index) // strings
	s.files["search.js"] = fmt.Appendf(nil, "var errandIndex = %s;\n", index)
	for pattern, folder := range map[string]string{"site/*.css": "", "site/*.js": "", "docs/pictures/*": "docs/pictures"} {
		err = errors.Join(err, s.copy(filepath.Join(s.root, pattern), folder))
	}
	return errors.Join(err, s.check())
}

var reference = regexp.MustCompile(`\s(?:href|src|srcset)="([^"]*)"`)

// check returns an error for each reference to a file or an id that the site does not have, and
// for a first page that is too large.
func (s *site) check() (err error) {
	first := len(s.files[onSite(home)])
	for _, p := range s.pages {
		for _, m := range reference.FindAllSubmatch(s.files[p.Path], -1) {
			u, fault := url.Parse(html.UnescapeString(string(m[1])))
			if fault != nil || u.IsAbs() {
				err = errors.Join(err, fault)
				continue
			}
			target := path.Join(path.Dir(p.Path), u.Path)
			if u.Path == "" {
				target = p.Path
			}
			if text, ok := s.files[target]; !ok || u.Fragment != "" && !strings.Contains(string(text), fmt.Sprintf(` id=%q`, u.Fragment)) {
				err = errors.Join(err, fmt.Errorf("%s: no %s", p.Path, m[1]))
			} else if p.Path == onSite(home) && path.Ext(target) != ".html" {
				first += len(text)
			}
		}
	}
	return errors.Join(err, small("the first page, with all that it loads", first, 200_000))
}
