package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// preambles are the last words of prefixes of a sentence.
var preambles = set("error errors failed failure exception request requests invalid validate validation invalidargument badrequest unprocessableentity validationerror validationfailed invalidrequest invalidinput typeerror valueerror argumenterror " +
	"argumentexception validationexception reason message detail details occurred")

// tails are the texts around a place at the end of a sentence.
var tails = []struct{ source, before, after string }{
	{"connexion 3, validators", " - '", "'"},
	{"zod-validation-error 3", ` at "`, `"`},
	{"voluptuous 0.15", ` for dictionary value @ data['`, `']`},
	{"io-ts-reporters 2, arktype 2, decoders 2", ` at `, ``},
}

// tail cuts the place off the end of a sentence.
func tail(text string) (field, rest string, ok bool) {
	for _, t := range tails {
		i := strings.LastIndex(text, t.before)
		if i < 0 {
			continue
		}
		rest, field = text[:i], text[i+len(t.before):]
		if t.after == "" {
			field, _, _ = strings.Cut(field, " but ")
		}
		if t.after != "" {
			end := strings.LastIndex(field, t.after)
			if end < 0 {
				continue
			}
			field = field[:end]
		}
		if field = strings.Trim(field, " ."); field != "" && len(field) <= 200 && !strings.ContainsAny(field, " \n") && (t.after != "" || isPlaceName(field)) {
			return field, rest, true
		}
	}
	return "", "", false
}

// clause returns the findings of a sentence about a place, if a row matches it.
func clause(field, rest string) ([]toolerr.Finding, bool) {
	if field = trimPlace(field); field == "" || isAside(field) {
		return nil, false
	}
	stated := predicate(rest)
	for i := range stated {
		stated[i].Fields = append([]string{field}, stated[i].Fields...)
	}
	return stated, len(stated) > 0
}

// finish sets the place of a finding: the place in the text, and the name below it.
func finish(f *toolerr.Finding, text string) {
	if len(f.Fields) == 0 {
		if field, _, ok := tail(text); ok {
			f.Fields = []string{field}
		}
	}
	for i := range f.Fields {
		f.Fields[i] = trimPlace(f.Fields[i])
	}
	if f.Word != "" && (f.Rule == toolerr.RuleRequired || f.Rule == toolerr.RuleUnknown || f.Rule == toolerr.RuleBadValue) {
		base := ""
		if len(f.Fields) > 0 && !isAside(f.Fields[0]) {
			base = f.Fields[0]
		}
		if field := f.Word; base == "" {
			f.Fields = []string{field}
		} else {
			f.Fields = []string{below(base, field)}
		}
		f.Word = ""
	}
	f.Fields = slices.DeleteFunc(f.Fields, isAside)
}
