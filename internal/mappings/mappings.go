// Package mappings renders pages from the tables of the adapters, so that they agree with the
// code: docs/kinds.md, docs/vendors.md, and a page for each vendor in docs/vendors.
package mappings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

const rendered = "Rendered from the tables in the code by `go test ./internal/mappings -update`; a test fails when this page is stale.\n"

// mark is the beginning of the list of the vendors in docs/vendors.md.
const mark = "<!-- vendors -->\n"

// Pages returns the rendered pages, by their paths below docs. It reads docs/vendors.md, whose
// list is rendered, and the documentation of the adapters' packages below root, the
// repository's folder.
func Pages(root string) (map[string]string, error) {
	all, err := vendors(root)
	list, fault := os.ReadFile(filepath.Join(root, "docs", "vendors.md"))
	if err = errors.Join(err, fault); err != nil {
		return nil, err
	}
	words, _, _ := strings.Cut(string(list), mark)
	pages := map[string]string{
		"vendors.md": words + mark + listOf(all),
		"kinds.md":   render("# Kinds and facts\n", kinds, facts),
		"vendors/http.md": render("# HTTP, whatever the service\n\n`httpadapter.Adapter` (`_http`) reads the exchanges of services and clients without an adapter of their own.\n",
			statuses, waits, fields, transport),
	}
	for _, v := range all {
		pages[v.page()] = v.render()
	}
	return pages, nil
}

// render returns a page that begins with a text, and ends with the note.
func render(begin string, sections ...func(*strings.Builder)) string {
	var b strings.Builder
	b.WriteString(begin)
	for _, section := range sections {
		section(&b)
	}
	return b.String() + "\n" + rendered
}

func kinds(b *strings.Builder) {
	b.WriteString("\n## Kinds\n\nThe values that an error has by its kind. An adapter may set others.\n\n" +
		"| kind | class | can retry | code | message for the agent |\n|---|---|---|---|---|\n")
	for _, k := range toolerr.Kinds() {
		fmt.Fprintf(b, "| `%s` | %s | %s | `%s` | %s |\n", k, k.Class(), yes(k.CanRetry()), k.Code(), k.Message())
	}
}

func facts(b *strings.Builder) {
	b.WriteString("\n## Facts\n\nA vendor's code is mapped to a fact, which decides the values below. When each fact applies is in the documentation of package toolerr.\n\n" +
		"| fact | kind | can retry | effect | other values |\n|---|---|---|---|---|\n")
	for _, f := range toolerr.Facts() {
		m, _ := f.Meaning()
		effect := toolerr.New(m.Kind, m.Message, toolerr.WithEffect(m.Effect)).Effect()
		row := adapter.Row{Code: m.Code, UserAction: m.UserAction, Guidance: m.Guidance, Message: m.Message, Hint: m.Hint}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s | %s |\n", f, m.Kind, yes(m.CanRetry), effect, cell(rest(row, adapter.Row{})))
	}
}

func statuses(b *strings.Builder) {
	b.WriteString("\n## HTTP statuses\n\n" +
		"Statuses that are not listed follow their range: below 400 unmapped, 4xx a bad request, from 500 a server error that can be retried.\n" +
		"A 403 is a rate limit if its headers show that a quota is used up, or contain a wait. A vendor's code comes before the status.\n\n" +
		"| status | phrase | kind | can retry | source of an exception |\n|---|---|---|---|---|\n")
	for status := 300; status < 600; status++ {
		if r := toolerr.StatusRuleOf(status); r.Phrase != "" {
			fmt.Fprintf(b, "| %d | %s | `%s` | %s | %s |\n", r.Status, r.Phrase, r.Kind, yes(r.CanRetry), r.Source)
		}
	}
}

func waits(b *strings.Builder) {
	b.WriteString("\n## How long to wait\n\nThe first readable header wins, in any letter case. Dates are measured against the response's own `Date`.\n" +
		"A date in the past is a wait of 0, and a value that cannot be read is ignored. The longest wait is 24 hours.\n\n" +
		"| header | forms | counts on | source |\n|---|---|---|---|\n")
	for _, s := range base.WaitSources {
		on := "any failure"
		if s.RateLimitOnly {
			on = "rate limits"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", s.Header, cell(s.Forms), on, cell(s.Source))
	}
}

func fields(b *strings.Builder) {
	b.WriteString("\n## Clients without an adapter\n\nThe HTTP status of an error that no vendor's adapter recognises is read from a method, such as `StatusCode() int`, or else from these fields,\n" +
		"those of embedded structs included. The first field that gives a status and holds a number decides; a status below 300 is not an answer. Letter case\n" +
		"in names does not count. Errors that a transport returned, inside a `*url.Error`, are not read: they are about an exchange of the transport's own.\n\n" +
		"| gives | field | form | when | not when | seen in |\n|---|---|---|---|---|---|\n")
	for _, r := range base.FieldRules {
		names := "any"
		if len(r.Names) > 0 {
			names = listed(r.Names)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", r.Gives, names, cell(r.Form), cell(r.When), cell(r.Unless), cell(r.Seen))
	}
}

func transport(b *strings.Builder) {
	b.WriteString("\n## Failures below HTTP\n\nIf several rules match an error's tree, the first one decides. An HTTP status comes before all of them.\n\n" +
		"| failure | kind | can retry | effect | recognised by | why |\n|---|---|---|---|---|---|\n")
	for _, r := range base.TransportRules {
		fmt.Fprintf(b, "| %s | `%s` | %s | %s | %s | %s |\n", r.Name, r.Kind, yes(r.CanRetry), r.Effect, cell(r.Match), cell(r.Why))
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// cell returns a text for a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// quoted returns a text as code in a cell of a table.
func quoted(s string) string {
	fence := "`"
	if strings.Contains(s, fence) {
		fence = "``"
	}
	return fence + cell(s) + fence
}

// listed returns texts as code, with commas between them.
func listed(texts []string) string {
	var all []string
	for _, s := range texts {
		all = append(all, quoted(s))
	}
	return strings.Join(all, ", ")
}
