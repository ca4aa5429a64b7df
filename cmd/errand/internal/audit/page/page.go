// Package page writes an audit's report as one page without external resources: light and
// dark, wide and narrow, with the raw text of every cell at its own address. It has no
// scripts, and forbids them.
package page

import (
	"bytes"
	_ "embed" // for the page's template
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
)

//go:embed page.html
var pageTemplate string

var parsed = template.Must(template.New("page").Parse(pageTemplate))

// textLimit is the number of bytes of a cell's text on the page. The JSON has more.
const textLimit = 8 << 10

// Write writes the page.
func Write(w io.Writer, r audit.Report) error {
	var b bytes.Buffer
	if err := parsed.Execute(&b, build(r)); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

type page struct {
	Server, Command string
	Calls           int
	Seconds         float64
	Columns         []column
	Tools           []tool
	Groups          []group
	Unreached       []audit.Tool
	Hosts, Notes    []string
	Width           int
}

type column struct {
	audit.Column
	audit.Total
}

type tool struct {
	Class, Name string
	Calls       int
	Flaws       int
}

type group struct {
	Name string
	Rows []row
}

type row struct {
	ID         template.URL
	Name, Does string
	Class      string // the flaws and the tools with flaws, as classes
	Counts     []count
	Cells      []cell
}

// A count is a column of a row.
type count struct{ Flaws, Judged int }

type cell struct {
	ID       template.URL
	Tool     string
	Class    string
	End      string
	Bytes    int
	Flaws    []string
	Requests []string
	Texts    []text
}

// A text is the model's text, or another one beside it.
type text struct {
	Label  string
	Pieces []piece
}

type piece struct {
	Text   string
	Marked bool
}

func build(r audit.Report) page {
	p := page{
		Server: visible(r.Server), Command: visible(strings.Join(r.Command, " ")), Calls: len(r.Cells), Seconds: r.Seconds,
		Unreached: r.Unreached(), Hosts: r.Hosts, Notes: r.Notes, Width: len(r.Columns) + 1,
	}
	totals := r.Totals(nil)
	for _, c := range r.Columns {
		p.Columns = append(p.Columns, column{c, totals[c.ID]})
	}
	classes := map[string]string{}
	for i, t := range r.Tools {
		classes[t.Name] = fmt.Sprint("t", i)
		one := tool{Class: classes[t.Name], Name: visible(t.Name)}
		for _, c := range r.Cells {
			if c.Tool == t.Name {
				one.Calls++
				one.Flaws += min(len(c.Flaws()), 1)
			}
		}
		p.Tools = append(p.Tools, one)
	}
	cells := map[string][]audit.Cell{}
	for _, c := range r.Cells {
		cells[c.Fault] = append(cells[c.Fault], c)
	}
	for _, f := range r.Rows {
		if len(cells[f.Name]) == 0 {
			continue
		}
		if len(p.Groups) == 0 || p.Groups[len(p.Groups)-1].Name != f.Group {
			p.Groups = append(p.Groups, group{Name: f.Group})
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Rows = append(g.Rows, buildRow(f, r.Columns, cells[f.Name], classes))
	}
	return p
}

func buildRow(f audit.Row, columns []audit.Column, cells []audit.Cell, classes map[string]string) row {
	built := row{ID: address(f.Name), Name: visible(f.Name), Does: visible(f.Does), Counts: make([]count, len(columns))}
	var flawed []string
	for _, c := range cells {
		one := buildCell(c, classes[c.Tool])
		for i, column := range columns {
			switch c.Verdicts[column.ID] {
			case audit.Flaw:
				built.Counts[i].Flaws++
				built.Counts[i].Judged++
				one.Flaws = append(one.Flaws, column.Flaw)
				one.Class += " f-" + column.ID
				flawed = append(flawed, "f-"+column.ID, classes[c.Tool])
			case audit.OK:
				built.Counts[i].Judged++
			}
		}
		built.Cells = append(built.Cells, one)
	}
	slices.Sort(flawed)
	built.Class = strings.Join(slices.Compact(flawed), " ")
	return built
}

// ends are the descriptions of the ends of calls.
var ends = map[string]string{
	"result": "a result", "protocol": "an error of the protocol", "hang": "no answer in time", "death": "the server died",
}

func buildCell(c audit.Cell, class string) cell {
	built := cell{
		ID: address(c.Fault) + ":" + address(c.Tool), Tool: visible(c.Tool), Class: class, End: ends[c.End], Bytes: c.Bytes,
	}
	if c.IsError {
		built.End = "a result that is marked as an error"
	}
	for _, t := range []struct{ label, text string }{{"text", c.Text}, {"structuredContent", c.Structured}, {"_meta", c.Meta}} {
		if t.text != "" {
			built.Texts = append(built.Texts, text{t.label, pieces(shorten(t.text), c.Found)})
		}
	}
	for _, e := range c.Requests {
		built.Requests = append(built.Requests, visible(e.Method+" "+e.URL))
	}
	return built
}

func shorten(t string) string {
	if len(t) <= textLimit {
		return visible(t)
	}
	return visible(t[:textLimit]) + fmt.Sprintf("\n… %d bytes more", len(t)-textLimit)
}

// pieces splits a text at the planted words.
func pieces(t string, found []string) []piece {
	var all []piece
	for t != "" {
		at, length := -1, 0
		for _, word := range found {
			if i := indexFold(t, word); i >= 0 && (at < 0 || i < at) {
				at, length = i, len(word)
			}
		}
		if at < 0 {
			return append(all, piece{t, false})
		}
		if at > 0 {
			all = append(all, piece{t[:at], false})
		}
		all = append(all, piece{t[at : at+length], true})
		t = t[at+length:]
	}
	return all
}

// indexFold is strings.Index without regard to the case of ASCII letters.
func indexFold(t, word string) int {
	if word == "" {
		return -1
	}
	for i := 0; i+len(word) <= len(t); i++ {
		if strings.EqualFold(t[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

var notInAddress = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// address returns a name as the ID of an element, for a link to it.
func address(name string) template.URL {
	return template.URL(notInAddress.ReplaceAllString(name, "-"))
}

// visible replaces characters that would reorder or hide text, except newlines and tabs.
func visible(t string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(t, "\uFFFD"))
}
