package mappings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
)

// render returns the vendor's page.
func (v vendor) render() string {
	begin := fmt.Sprintf("# %s\n\n`%s` (`%s`) %s\n[All vendors](../vendors.md).\n", v.Display(), v.adapter, v.Slug(), v.reads)
	return render(begin, v.signs, v.codes, v.statuses, v.waits, v.refusals)
}

// signs lists how errors and responses are recognised.
func (v vendor) signs(b *strings.Builder) {
	var types []string
	for _, e := range v.spec.Errors {
		for _, t := range e.Types {
			types = append(types, t.String())
		}
	}
	b.WriteString("\n## Recognised by\n\nThe documentation of the adapter's package describes forms of bodies and other signs.\n\n")
	for _, sign := range []struct {
		name  string
		words []string
	}{
		{"the types of errors, in all versions of their packages", types},
		{"the beginnings of texts of errors", v.spec.Begins},
		{"the hosts of requests, with their subdomains", v.spec.Hosts},
		{"the headers of responses", v.spec.Headers},
		{"the members of bodies, if the form is the vendor's", v.spec.Members},
	} {
		if words := slices.Compact(slices.Sorted(slices.Values(sign.words))); len(words) > 0 { // some are the keys of maps
			fmt.Fprintf(b, "- %s: %s\n", sign.name, listed(words))
		}
	}
}

// codes has the vendor's table.
func (v vendor) codes(b *strings.Builder) {
	b.WriteString("\n## Codes\n\nThe agent sees these codes as `vendor_code`. For any other code the [status](http.md#http-statuses) decides, and only developers see the code.\n" +
		"The values of a code are those of its [fact](../kinds.md#facts), but for the differences.\n\n" +
		"| code | fact | kind | can retry | what differs from the fact | source |\n|---|---|---|---|---|---|\n")
	var codes []string
	before := ""
	flush := func() {
		if len(codes) > 0 {
			fmt.Fprintf(b, "| %s | %s |\n", listed(codes), before)
		}
		codes = nil
	}
	for _, r := range v.Rows() {
		m, _ := r.Fact.Meaning()
		fact := adapter.Row{
			Code: m.Code, Effect: m.Effect, UserAction: m.UserAction, Guidance: m.Guidance, Message: m.Message, Hint: m.Hint,
		}
		meaning := fmt.Sprintf("%s | `%s` | %s | %s | %s", r.Fact, r.Kind, yes(r.CanRetry()), cell(rest(r, fact)), cell(r.Source))
		if meaning != before {
			flush()
		}
		codes, before = append(codes, r.VendorCode), meaning
	}
	flush()
}

// statuses lists the statuses with another meaning than HTTP's.
func (v vendor) statuses(b *strings.Builder) {
	if len(v.spec.Statuses) == 0 {
		return
	}
	b.WriteString("\n## Statuses\n\nThese statuses count as a code. All others have [the meaning of HTTP](http.md#http-statuses).\n\n| status | code |\n|---|---|\n")
	for _, status := range slices.Sorted(maps.Keys(v.spec.Statuses)) {
		fmt.Fprintf(b, "| %d | `%s` |\n", status, v.spec.Statuses[status])
	}
}

// waits says which waits and which advice the vendor gives.
func (v vendor) waits(b *strings.Builder) {
	if v.spec.NoHTTP {
		return
	}
	b.WriteString("\n## Waits\n\nA wait that the error itself names comes first, then [those of headers](http.md#how-long-to-wait).\n")
	for _, e := range v.spec.Errors {
		if e.Wait != "" {
			fmt.Fprintf(b, "The wait of `%s` is in `%s`.\n", e.Types[0], e.Wait)
		}
	}
	if v.spec.RetryHeader != "" {
		fmt.Fprintf(b, "The header `%s` states whether a retry helps.\n", v.spec.RetryHeader)
	}
}

// refusals lists the codes and the sentences with which the vendor refuses values.
func (v vendor) refusals(b *strings.Builder) {
	b.WriteString("\n## Refusals\n\n[What a model reads about a refusal](../findings.md) is made from the codes above that have a rule")
	r := v.spec.Refusals
	if r == nil || len(r.Codes)+len(r.Texts) == 0 {
		b.WriteString(", and from the forms and sentences that all services share.\n")
		return
	}
	b.WriteString(", from the following, and from the forms and sentences that all services share.\n")
	if len(r.Codes) > 0 {
		b.WriteString("\n| code | rule | place | limit |\n|---|---|---|---|\n")
	}
	for _, c := range r.Codes {
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |\n", listed(strings.Split(c.Codes, ", ")), c.Rule, c.At, c.Limit)
	}
	if len(r.Texts) > 0 {
		b.WriteString("\n`…` stands for any beginning, `{}` for any words, and a name in braces for what is read.\n\n| sentence | rule | source |\n|---|---|---|\n")
	}
	for _, p := range r.Texts {
		fmt.Fprintf(b, "| %s | %s | %s |\n", quoted(p.Text), p.Rule, cell(p.Source))
	}
}

// rest returns the values of a row that have no column and differ from those of its fact.
func rest(r, fact adapter.Row) string {
	var parts []string
	if r.Unlike != "" {
		parts = append(parts, r.Unlike+":")
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
	return strings.TrimSuffix(strings.ReplaceAll(strings.Join(parts, "; "), ":; ", ": "), ":")
}
