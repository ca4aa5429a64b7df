package matrix

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the page's template and script
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/htmlpage"
	"github.com/errand-go/errand/toolerr"
)

//go:embed page.html
var pageTemplate string

//go:embed page.js
var pageScript string

// HTML writes one page that needs no other file, in a light and a dark theme, for any
// width. Each cell is a link to a panel, so that it opens with the keyboard, closes with
// the browser's Back button too, and has an address. The page has one script, which is
// allowed by its hash; all others are forbidden. In a panel, Escape closes it, Tab stays in
// it, and the focus then returns to the cell.
//
// The page contains the raw texts on purpose, with their leaks marked, but no credentials.
func (m Matrix) HTML(w io.Writer) error {
	page, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	return write(w, func(b *bytes.Buffer) error { return page.Execute(b, m.page()) })
}

type htmlPage struct {
	Title   string
	Total   Total
	Driven  int // faults that at least one client ran
	Idle    int // the other faults
	Longest int // length of the longest name of a client
	Columns []htmlColumn
	Groups  []htmlGroup
	Failed  []htmlFailure
}

// An htmlFailure is a failure: of a fault, with the ID of its panel, or of a case or law,
// with its findings.
type htmlFailure struct {
	ID           template.URL
	Client, Name string
	Count        int
	Findings     []template.HTML
	More         int
}

type htmlColumn struct {
	Name, Adapter       string
	Faults, Cases, Laws Total
}

type htmlGroup struct {
	ID   template.URL
	Name string
	Rows []htmlRow
}

// An htmlRow is a fault: a line of the table, and the panels of its cells.
type htmlRow struct {
	ID      template.URL // of a type that html/template does not escape, even in an address
	Name    string
	Does    string
	Source  string
	Want    string
	Call    string // the arguments that the fault refuses; "" for most
	Why     string // a sentence
	Uniform bool   // every client's answer is right
	Cells   []htmlCell
	Panels  []htmlPanel
}

type htmlCell struct {
	ID    template.URL // the ID of the cell's panel; "" for a client that was not run
	Class string       // the style of the mark
	Words string
}

// An htmlPanel is the content that several clients of a fault have in common.
type htmlPanel struct {
	Payload []htmlpage.Piece
	Leaks   bool
	Members []htmlMember
}

// An htmlMember is one client of a fault.
type htmlMember struct {
	ID                     template.URL
	Client, Outcome, Class string
	Reason                 template.HTML
	Findings               []template.HTML
	More                   int
	Developer              template.HTML
	Disclosed              bool
	Fix, Withheld          []htmlLine
	Raw                    []htmlpage.Piece
	Leaks                  bool
}

// An htmlLine is a text of a list, with its subject.
type htmlLine struct{ Term, Text string }

func (m Matrix) page() htmlPage {
	p := htmlPage{Title: htmlpage.Visible(m.Title), Total: m.Total()}
	p.Driven, p.Idle = m.driven()
	for _, f := range m.Failed() {
		failure := htmlFailure{Client: htmlpage.Visible(f.Client), Name: htmlpage.Visible(f.Name), Count: len(f.Findings)}
		if fault, ok := strings.CutPrefix(f.Name, "fault/"); ok {
			failure.ID = panel(fault, f.Client)
		} else {
			failure.Findings, failure.More = findings(f.Result)
		}
		p.Failed = append(p.Failed, failure)
	}
	for _, r := range m.Reports {
		p.Longest = max(p.Longest, utf8.RuneCountInString(name(r)))
		p.Columns = append(p.Columns, htmlColumn{
			Name: htmlpage.Visible(name(r)), Adapter: htmlpage.Visible(r.Adapter), Faults: total(r.Faults), Cases: total(r.Cases), Laws: total(r.Laws),
		})
	}
	for _, row := range m.Rows() {
		if group := htmlpage.Visible(string(row.Fault.Group)); len(p.Groups) == 0 || p.Groups[len(p.Groups)-1].Name != group {
			p.Groups = append(p.Groups, htmlGroup{ID: htmlpage.Address("group " + group), Name: group})
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Rows = append(g.Rows, m.htmlRow(row))
	}
	return p
}

func (m Matrix) htmlRow(row Row) htmlRow {
	f := row.Fault
	h := htmlRow{
		ID: htmlpage.Address(f.Name), Name: htmlpage.Visible(f.Name), Does: htmlpage.Visible(f.Does), Source: htmlpage.Visible(f.Source),
		Want: htmlpage.Visible(want(f)), Call: htmlpage.Visible(string(f.Arguments)), Why: htmlpage.Visible(sentence(f.Why)), Uniform: true,
	}
	at := map[string]int{} // the index of the panel with this payload
	for i, c := range row.Cells {
		if !c.Ran {
			h.Cells = append(h.Cells, htmlCell{})
			continue
		}
		member := m.member(row, i)
		h.Cells = append(h.Cells, htmlCell{ID: member.ID, Class: member.Class, Words: outcomes[c.Outcome].words})
		h.Uniform = h.Uniform && c.Outcome != conformance.Failed && c.Outcome != conformance.Accepted

		payload := ""
		if c.Payload != nil {
			payload = indented(c.Payload)
		}
		n, ok := at[payload]
		if !ok {
			n = len(h.Panels)
			at[payload] = n
			leaks := faults.Planted().Find(payload)
			h.Panels = append(h.Panels, htmlPanel{Payload: htmlpage.Pieces(payload, leaks), Leaks: leaks != nil})
		}
		h.Panels[n].Members = append(h.Panels[n].Members, member)
	}
	return h
}

// panel returns the address of a cell's panel.
func panel(fault, client string) template.URL {
	return htmlpage.Address(fault) + ":" + htmlpage.Address(client)
}

func (m Matrix) member(row Row, i int) htmlMember {
	c, client := row.Cells[i], name(m.Reports[i])
	raw := shown(c.Result)
	member := htmlMember{
		ID:      panel(row.Fault.Name, client),
		Client:  htmlpage.Visible(client),
		Outcome: outcomes[c.Outcome].words,
		Class:   string(c.Outcome),
		Reason:  htmlpage.Plain(c.Reason),
		Raw:     htmlpage.Pieces(raw, append([]string{withheld}, c.RawLeaks...)),
		Leaks:   len(c.RawLeaks) > 0,
	}
	member.Findings, member.More = findings(c.Result)
	if c.Answer != nil {
		member.Developer = htmlpage.Plain(developer(*c.Answer, raw))
	}
	if row.Fault.Arguments != nil {
		member.Disclosed = true
		member.Fix, member.Withheld = fix(c.Result), withheldOf(c.Result)
	}
	return member
}

// fix returns the problems that the model reads.
func fix(r conformance.Result) (lines []htmlLine) {
	if r.Disclosed != nil {
		for _, p := range r.Disclosed.Problems {
			lines = append(lines, htmlLine{htmlpage.Visible(p.Path), htmlpage.Visible(p.Problem)})
		}
	}
	return lines
}

// withheldOf returns the service's words that the model does not read.
func withheldOf(r conformance.Result) (lines []htmlLine) {
	if r.Disclosed != nil {
		for _, w := range r.Disclosed.Withheld {
			lines = append(lines, htmlLine{htmlpage.Visible(cut(w.Text, 200)), htmlpage.Visible(w.Because)})
		}
	}
	return lines
}

// findings returns the texts of findings for a list.
func findings(r conformance.Result) (texts []template.HTML, more int) {
	first, more := few(r.Findings)
	for _, f := range first {
		texts = append(texts, htmlpage.Plain(f.String()))
	}
	return texts, more
}

// developer returns the developer's view without the agent's. raw is the raw text as
// displayed.
func developer(r toolerr.Report, raw string) string {
	message := strings.TrimRight(r.DeveloperMessage, "\n")
	if message == raw {
		message = "the same as the raw error"
	}
	var b strings.Builder
	for _, line := range [...]struct{ key, value string }{
		{"developer_message", message},
		{"guidance", string(r.Guidance)},
		{"effect", string(r.Effect)},
		{"go_type", r.Extra.GoType},
		{"vendor_code", r.Extra.VendorCode},
		{"endpoint", strings.TrimSpace(r.Extra.HTTPMethod + " " + r.Extra.Endpoint)},
		{"request_id", r.Extra.RequestID},
	} {
		if line.value != "" {
			fmt.Fprintf(&b, "%s: %s\n", line.key, line.value)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// indented returns a payload with a line for each member.
func indented(p *toolerr.Payload) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(p.String()), "", "  "); err != nil {
		return p.String()
	}
	return b.String()
}

// sentence returns s with a capital at the beginning and a full stop at the end.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}

// Style returns the rules that the pages of errand share.
func (htmlPage) Style() template.CSS { return htmlpage.Style() }

// Script returns the page's only script.
func (htmlPage) Script() template.JS { return template.JS(pageScript) }

// ScriptHash returns the source expression that allows it (CSP Level 3, section 2.3.1).
func (htmlPage) ScriptHash() string {
	sum := sha256.Sum256([]byte(pageScript))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Width returns the number of columns of the table: those of the clients and three more.
func (p htmlPage) Width() int { return len(p.Columns) + 3 }
