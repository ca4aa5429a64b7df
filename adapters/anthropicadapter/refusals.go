package anthropicadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the sentences of pydantic, which follow the place, and those of the
// service.
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Row:  table.Finding,
	Texts: []phrase.Pattern{
		{Text: "{value} > {limit}, which is the maximum", Rule: toolerr.RuleTooLarge, Source: "Claude API: max_tokens"},
		{Text: "Input should be a valid {name}", Rule: toolerr.RuleWrongType, Source: "as above"},
		{Text: "Input should be an ", Rule: toolerr.RuleWrongType, Source: "as above"},
		{Text: "Input should be {names}", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "`{field}` must be greater than `{field}`", Rule: toolerr.RuleTooSmall, Source: "github.com/ProfSynapse/nexus/issues/17"},
		{Text: "`{field}` may only be set to {name} when", Rule: toolerr.RuleNotAllowed, Source: "Claude API, Extended thinking: temperature"},
		{Text: "`{field}` and `{field}` cannot both be specified", Rule: toolerr.RuleConflict, Source: "Claude API: temperature and top_p"},
		{Text: "`{field}` is deprecated", Rule: toolerr.RuleUnsupported, Source: "Claude API, Opus 4.7: temperature"},
		{Text: "at least one message is required", Rule: toolerr.RuleTooFew, Source: "Claude API: messages"},
		{Text: "{}must have non-empty content", Rule: toolerr.RuleRequired, Source: "Claude API: messages"},
		{Text: "{}must be non-empty", Rule: toolerr.RuleRequired, Source: "Claude API: text content blocks"},
		{Text: "Tool names must be unique", Rule: toolerr.RuleDuplicate, Source: "Claude API: tools"},
		{Text: "prompt is too long", Rule: toolerr.RuleTooLong, Source: "Claude API, Context windows"},
	},
}

// readRefusal reads an error of the Claude API. Its sentence begins with the place.
func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	e := d.Root.Member("error")
	if d.Root.Member("type").Str() != "error" || !e.Member("message").IsString() {
		return nil
	}
	text := e.Member("message").Text
	place, rest, ok := strings.Cut(text, ": ")
	if !ok || !isPlace(place) {
		return v.Findings(refusal.Statement{Code: e.Member("type").Str(), Text: text})
	}
	s := refusal.Statement{Fields: []string{withoutTags(place)}, Code: e.Member("type").Str(), Text: rest}
	if s.Code == "not_found_error" { // model: claude-9
		s.Value = rest
	}
	return v.Findings(s)
}

// isPlace reports whether the text before a colon consists of names and dots.
func isPlace(s string) bool {
	return s != "" && len(s) <= 200 && strings.IndexFunc(s, func(r rune) bool {
		return r != '.' && r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// tags are the types of objects that the Claude API puts into a place, by the name before
// them, or "" after an index: tools.0.custom.name means /tools/0/name (anthropic-sdk-go
// v1.84.0, the unions of ContentBlockParam, Tool and their members).
var tags = map[string][]string{
	"": {
		"custom", "text", "image", "document", "search_result", "thinking", "redacted_thinking", "tool_use", "tool_result", "server_tool_use", "web_search_tool_result",
		"tool_search_tool_result",
	},
	"thinking": {"enabled", "disabled", "adaptive"}, "cache_control": {"ephemeral"}, "source": {"base64", "url", "text", "content", "file"}, "tool_choice": {"auto", "any", "tool", "none"},
}

func withoutTags(place string) string {
	steps := strings.Split(place, ".")
	kept := steps[:0:0]
	before := "-"
	for i, s := range steps {
		if isNumber(before) {
			before = ""
		}
		if i < len(steps)-1 && slices.Contains(tags[before], s) {
			before = s
			continue
		}
		before = s
		kept = append(kept, s)
	}
	return strings.Join(kept, ".")
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
