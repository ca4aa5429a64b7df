// Package mappings renders docs/mappings.md from the tables of the adapters, and
// docs/vendors.md from the adapters themselves, so that the pages agree with the code.
package mappings

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// Markdown returns the page.
func Markdown() string {
	var b strings.Builder
	b.WriteString("# Mappings\n\n" +
		"Rendered from the tables in the code by `go test ./internal/mappings -update`; a test fails when this page is stale.\n" +
		"Whose errors are recognised, and by what, is in [vendors.md](vendors.md).\n")
	kinds(&b)
	facts(&b)
	statuses(&b)
	waits(&b)
	fields(&b)
	transport(&b)
	for _, a := range adapters.All() {
		if t, ok := adapter.As[adapter.Tabled](a); ok {
			vendor(&b, t.Table())
		}
	}
	return b.String()
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
			names = "`" + strings.Join(r.Names, "`, `") + "`"
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

func vendor(b *strings.Builder, t adapter.Table) {
	fmt.Fprintf(b, "\n## %s (`%s`)\n\n"+
		"The agent sees these codes as `vendor_code`. For any other code the status decides, and only developers see the code.\n\n"+
		"| code | fact | what differs from the fact | source |\n|---|---|---|---|\n", t.Display(), t.Slug())
	var codes []string
	before := ""
	flush := func() {
		if len(codes) > 0 {
			fmt.Fprintf(b, "| `%s` | %s |\n", strings.Join(codes, "`, `"), before)
		}
		codes = nil
	}
	for _, r := range t.Rows() {
		m, _ := r.Fact.Meaning()
		fact := adapter.Row{
			Kind: m.Kind, Code: m.Code, Effect: m.Effect, UserAction: m.UserAction, Guidance: m.Guidance, Message: m.Message, Hint: m.Hint,
		}
		if r.CanRetry() == m.CanRetry {
			fact.Retry = r.Retry
		}
		meaning := fmt.Sprintf("%s | %s | %s", r.Fact, cell(rest(r, fact)), cell(r.Source))
		if meaning != before {
			flush()
		}
		codes, before = append(codes, r.VendorCode), meaning
	}
	flush()
}

// rest returns the values of a row that have no column and differ from those of its fact.
func rest(r, fact adapter.Row) string {
	var parts []string
	if r.Unlike != "" {
		parts = append(parts, r.Unlike+":")
	}
	if r.Kind != fact.Kind {
		parts = append(parts, "kind `"+string(r.Kind)+"`")
	}
	if r.Retry != fact.Retry {
		parts = append(parts, "can retry: "+yes(r.CanRetry()))
	}
	if r.Effect != fact.Effect {
		parts = append(parts, "effect "+string(r.Effect))
	}
	if r.Code != fact.Code {
		parts = append(parts, "`"+string(r.Code)+"`")
	}
	if r.UserAction != fact.UserAction {
		parts = append(parts, "needs a person")
	}
	if r.Guidance != fact.Guidance {
		parts = append(parts, "guidance `"+string(r.Guidance)+"`")
	}
	if r.Rule != "" {
		parts = append(parts, strings.TrimSpace("rule `"+string(r.Rule)+"` "+r.Field))
	}
	if r.Message != fact.Message {
		parts = append(parts, r.Message.String())
	}
	if r.Hint != fact.Hint {
		parts = append(parts, r.Hint.String())
	}
	return strings.ReplaceAll(strings.Join(parts, "; "), ":; ", ": ")
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
