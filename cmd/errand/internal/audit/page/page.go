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
	"slices"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/internal/htmlpage" //nolint:depguard // nobody imports the command, and its pages look alike
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
	ID          template.URL
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
	Same     []tool // other tools with the same text
}

// A text is the model's text, or another one beside it.
type text struct {
	Label  string
	Pieces []htmlpage.Piece
}

// Style returns the rules that the pages of errand share.
func (page) Style() template.CSS { return htmlpage.Style() }

func build(r audit.Report) page {
	p := page{
		Server: htmlpage.Visible(r.Server), Command: htmlpage.Visible(strings.Join(r.Command, " ")), Calls: len(r.Cells), Seconds: r.Seconds,
		Unreached: r.Unreached(), Hosts: r.Hosts, Notes: r.Notes, Width: len(r.Columns) + 1,
	}
	totals := r.Totals()
	for _, c := range r.Columns {
		p.Columns = append(p.Columns, column{c, totals[c.ID]})
	}
	classes := map[string]string{}
	for i, t := range r.Tools {
		classes[t.Name] = fmt.Sprint("t", i)
		one := tool{Class: classes[t.Name], Name: htmlpage.Visible(t.Name)}
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

func buildRow(f fault.Fault, columns []audit.Column, cells []audit.Cell, classes map[string]string) row {
	built := row{ID: htmlpage.Address(f.Name), Name: htmlpage.Visible(f.Name), Does: htmlpage.Visible(f.Does), Counts: make([]count, len(columns))}
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
		same := slices.IndexFunc(built.Cells, func(c cell) bool {
			return c.End == one.End && slices.Equal(c.Flaws, one.Flaws) && slices.EqualFunc(c.Texts, one.Texts, func(x, y text) bool {
				return x.Label == y.Label && slices.Equal(x.Pieces, y.Pieces)
			})
		})
		if same < 0 {
			built.Cells = append(built.Cells, one)
			continue
		}
		first := &built.Cells[same]
		first.Class += " " + classes[c.Tool]
		first.Same = append(first.Same, tool{ID: one.ID, Name: one.Tool})
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
		ID: htmlpage.Address(c.Fault) + ":" + htmlpage.Address(c.Tool), Tool: htmlpage.Visible(c.Tool), Class: class, End: ends[c.End], Bytes: c.Bytes,
	}
	if c.IsError {
		built.End = "a result that is marked as an error"
	}
	for _, t := range []struct{ label, text string }{{"text", c.Text}, {"structuredContent", c.Structured}, {"_meta", c.Meta}} {
		if t.text != "" {
			built.Texts = append(built.Texts, text{t.label, htmlpage.Pieces(shorten(t.text), c.Found)})
		}
	}
	for _, e := range c.Requests {
		built.Requests = append(built.Requests, htmlpage.Visible(strings.TrimSpace(e.Method+" "+e.URL+" "+succeeded(e))))
	}
	return built
}

func succeeded(e proxy.Exchange) string {
	if e.Status == 0 {
		return ""
	}
	return fmt.Sprintf("(%d)", e.Status)
}

func shorten(t string) string {
	if len(t) <= textLimit {
		return t
	}
	return t[:textLimit] + fmt.Sprintf("\n… %d bytes more", len(t)-textLimit)
}
