package refusal

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// Some servers put the messages of a decoder or validator into one string. A place is read
// from it only if a row of a table has a slot for it, or if it is at the beginning of a
// sentence that matches a row.

// texts reads the sentences of a body.
func texts(d Doc) []toolerr.Finding {
	var found []toolerr.Finding
	for i, t := range messagesOf(d) {
		if i == maxMessages || len(found) >= maxFindings {
			break
		}
		stated := readText(t.text, t.list)
		at, exact := placedAt(d.Root, t.text)
		if len(stated) == 0 && exact {
			stated = []toolerr.Finding{{Rule: parserOr(t.text), Word: d.Root.Member("token").Str()}}
		}
		for _, f := range stated {
			if f.At == (toolerr.Position{}) && (len(f.Fields) == 0 || exact && f.Rule == toolerr.RuleUnknown) && (exact || f.Rule == toolerr.RuleUnknown || f.Rule == toolerr.RuleSyntax || f.Rule == toolerr.RuleBadFormat) {
				f.At = at
			}
			if !slices.ContainsFunc(found, func(o toolerr.Finding) bool { return reflect.DeepEqual(o, f) }) { // the same text can be in two members
				found = append(found, f)
			}
		}
	}
	placed := slices.ContainsFunc(found, func(f toolerr.Finding) bool { return len(f.Fields) > 0 })
	found = missing(slices.DeleteFunc(found, func(f toolerr.Finding) bool {
		return placed && reflect.DeepEqual(f, toolerr.Finding{Rule: f.Rule}) // a heading, or advice
	}))
	return found
}

// readText returns the findings of a text: of each sentence or line.
func readText(text string, list bool) []toolerr.Finding {
	for _, read := range [...]func(string) []toolerr.Finding{playground, pydanticText, drawn, jackson} {
		if found := read(text); len(found) > 0 {
			return found
		}
	}
	text = strings.ReplaceAll(text, "validation | caused by: ", "validation: ") // protoc-gen-validate 1
	text, _, _ = strings.Cut(text, " | caused by: ")
	if rest, ok := strings.CutPrefix(text, "Validation failed: "); ok { // Rails, RecordInvalid
		text, list = rest, true
	}
	text = strings.TrimPrefix(text, "Validation error: ") // zod-validation-error
	if f, ok := syntaxError(text); ok {
		return []toolerr.Finding{f}
	}
	var found []toolerr.Finding
	for _, c := range clauses(text, list) {
		if f, ok := readClause(c, list); ok {
			found = append(found, f...)
		}
	}
	if exact := func(f toolerr.Finding) bool { return f.Rule != toolerr.RuleBadValue || f.Limit != "" || f.Value != "" }; !list && !slices.ContainsFunc(found, exact) {
		for _, c := range clauses(text, list) { // "session is invalid" names no field
			if found = marked(c); len(found) > 0 {
				break
			}
		}
	}
	return found
}

// maxCuts is the maximum number of positions in a text that are tried as the beginning of a
// sentence.
const maxCuts = 32

// clauses cuts a text before each sentence with a place.
func clauses(text string, list bool) []string {
	var all []string
	cuts := maxCuts
	for line := range strings.SplitSeq(text[:min(len(text), 2<<10)], "\n") {
		item := strings.TrimLeft(line, " \t*-•·[")
		if n := len(all) - 1; n >= 0 && item != line && strings.HasSuffix(all[n], ":") && strings.ContainsAny(all[n], "\"'`") { // what is wrong with a place stands below it
			all[n] += " " + item
			continue
		}
		line = strings.TrimSpace(withoutPreamble(item))
		if place, ok := strings.CutPrefix(line, "→ at "); ok && len(all) > 0 { // Zod's prettifyError
			all[len(all)-1] = strings.TrimPrefix(all[len(all)-1], "✖ ") + ` at "` + place + `"`
			continue
		}
		start := 0
		for i := 0; i < len(line); i++ {
			if c := line[i]; c != ',' && c != ';' && c != '.' || i+1 >= len(line) || line[i+1] != ' ' {
				continue
			}
			if cuts--; cuts < 0 {
				break
			}
			if s, ok := subjectOf(line[i+2:], list); ok && len(sure(s.rest)) > 0 && (line[i] != ',' || len(predicate(line[start:i])) > 0) && !strings.HasPrefix(s.rest, ": ") {
				all = append(all, line[start:i])
				start = i + 2
			} else if _, _, ok := tail(line[start:i]); ok && line[i] == ';' {
				all = append(all, line[start:i])
				start = i + 2
			} else if _, ok := phrase.Find(line[i+2:], wholes); ok {
				all = append(all, line[start:i])
				start = i + 2
			}
			if len(all) >= maxMessages {
				return all
			}
		}
		if start < len(line) {
			all = append(all, line[start:])
		}
	}
	return all[:min(len(all), maxMessages)]
}

// withoutPreamble removes the prefixes of error wrappers from a sentence, such as
// "validation error: " and "decode request: ".
func withoutPreamble(line string) string {
	if inner, ok := strings.CutPrefix(line, "#<"); ok { // Ruby 3, Exception#inspect
		_, inner, _ = strings.Cut(strings.TrimSuffix(inner, ">"), ": ")
		line = inner
	}
	for range 6 {
		if n := strings.LastIndexByte(line, '\''); n > 0 && line[0] == '\'' && strings.Contains(line[:1+strings.IndexByte(line[1:], '\'')], " ") { // a sentence, not a name
			line = line[1:n] + line[n+1:]
		}
		head, rest, ok := strings.Cut(line, ": ")
		if head == "(root)" || head == "$" || head == "#" {
			return rest
		}
		if _, whole := phrase.Find(line, wholes); whole {
			break
		}
		space := strings.LastIndexByte(head, ' ')
		if last := fold(head[space+1:]); !ok || len(head) > 60 || strings.ContainsAny(head, "\"'`") || !preambles[last] && !strings.HasSuffix(head, "Error") && !strings.HasSuffix(head, "Exception") && (space < 0 || !preambleNouns[last] || leads[strings.ToLower(head[:strings.IndexByte(head, ' ')])].rule != "" && leads[strings.ToLower(head[:strings.IndexByte(head, ' ')])] != badValue) && !strings.HasPrefix(head, "operation ") {
			break
		}
		line = rest
	}
	return line
}

// preambleNouns are those that need a word before them: "invalid JSON: ".
var preambleNouns = set("json body input data parameters arguments params")

// flat removes the brackets around lists of names.
var flat = strings.NewReplacer(`: ["`, `: "`, `: ['`, `: '`, ` ["`, ` "`, ` ['`, ` '`, `: {'`, `: '`, ` {'`, ` '`, `"]`, `"`, `']`, `'`, `'}`, `'`, " on object:", ":", " keys found:", " keys:", " in object:", ":", " found:", ":")

// readClause returns the findings of one sentence for the place that it names.
func readClause(text string, list bool) ([]toolerr.Finding, bool) {
	text = text[:min(len(text), 1<<10)]
	if !strings.ContainsAny(text, " \n") { // a code
		return nil, false
	}
	if found := chained(text); len(found) > 0 {
		return found, true
	}
	if _, rest, ok := strings.Cut(text, `Error at "`); ok { // kin-openapi 0.128, openapi3.SchemaError
		if field, rest, ok := strings.Cut(rest, `": `); ok {
			if found, ok := clause(field, rest); ok {
				return found, true
			}
		}
	}
	if f, ok := phrase.Find(text, wholes); ok {
		finish(&f, text)
		if call, _, ok := strings.Cut(text, "() "); ok && f.Rule == toolerr.RuleCountMismatch {
			f.Word = call[strings.LastIndexAny(call, " .:")+1:]
		}
		if slices.ContainsFunc(f.Fields, func(s string) bool { return strings.ContainsAny(s, " \"\n") }) { // longer than a place
			return nil, false
		}
		return []toolerr.Finding{f}, len(f.Fields) > 0 || f.Value != "" || f.Rule == toolerr.RuleBadFormat || f.Rule == toolerr.RuleWrongType || f.Rule == toolerr.RuleNotAllowed || f.Rule == toolerr.RuleCountMismatch
	}
	if field, rest, ok := tail(text); ok {
		if found, ok := clause(field, rest); ok {
			return found, true
		}
	}
	if s, ok := subjectOf(text, list); ok {
		if found, ok := clause(s.field, s.rest); ok {
			if text[0] == '"' || text[0] == '\'' || strings.ContainsAny(s.field, "-0123456789") { // it can be a value
				found[0].Value = cmp.Or(found[0].Value, s.field)
			}
			return found, true
		}
	}
	if found := marked(replaced(flat, text)); len(found) > 0 {
		return found, true
	}
	if s, ok := subjectOf(text, true); ok && !strings.ContainsAny(s.field, "0123456789") && !stopWords[strings.ToLower(s.field[strings.LastIndexByte(s.field, '_')+1:])] && len(sure(s.rest)) > 0 {
		return clause(s.field, s.rest)
	}
	return nil, false
}
