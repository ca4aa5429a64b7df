package graphqladapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Refusals returns the dialect of GraphQL servers, which services with an API of GraphQL share.
func Refusals() *refusal.Dialect { return refusals }

// refusals reads the errors of a response (GraphQL specification, October 2021, section 7.1.2).
var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		var all []refusedItem
		for _, e := range d.Root.Member("errors").Kids {
			if !e.Member("message").IsString() || !e.Member("locations").IsArray() && !e.Member("path").IsArray() && !e.Member("extensions").IsObject() {
				return nil
			}
			one := refusedItem{Message: e.Member("message").Text, Path: refusal.Scalars(e.Member("path")), Extensions: e.Member("extensions")}
			if at := e.Member("locations"); at.IsArray() && len(at.Kids) > 0 {
				one.Line, one.Column = at.Kids[0].Member("line").Int(), at.Kids[0].Member("column").Int()
			}
			all = append(all, one)
		}
		return statements(all)
	},
}

// A refusedItem is one error of a GraphQL response.
type refusedItem struct {
	Message      string
	Line, Column int // of the first location
	Path         []string
	Extensions   jsontree.Node
}

// statements returns the findings of the errors of a GraphQL response.
func statements(all []refusedItem) []toolerr.Finding {
	var found []toolerr.Finding
	for _, e := range all[:min(len(all), refusal.MaxTexts)] {
		one := e.places()
		if len(one) == 0 {
			one = e.text()
		}
		for i := range one {
			if one[i].At == (toolerr.Position{}) && len(e.Path) == 0 && (len(one[i].Fields) == 0 || one[i].Word != "" && one[i].Word[0] == '$') {
				one[i].At.Line, one[i].At.Column = max(e.Line, 0), max(e.Column, 0)
			}
		}
		found = append(found, one...)
	}
	return found
}

// places returns the findings of an error that names places in the variables.
func (e refusedItem) places() (found []toolerr.Finding) {
	if len(e.Path) > 1 && e.Path[0] == "variable" { // gqlparser v2.5.64, validator/vars.go
		return refusal.About(variables(e.Path[1:]...), e.Message, parserTexts)
	}
	// SmallRye GraphQL 2.13, server/implementation-bean-validation.
	if path := refusal.Scalars(e.Extensions.Member("violation.propertyPath")); len(path) > 0 {
		for len(e.Path) > 0 && len(path) > 1 && path[0] == e.Path[0] {
			path, e.Path = path[1:], e.Path[1:]
		}
		return refusal.About(strings.Join(path, "."), e.Extensions.Member("violation.message").Str())
	}
	for _, p := range e.Extensions.Member("problems").Kids { // graphql-ruby 2.6.9, query/variable_validation_error.rb
		name, _ := phrase.Find(e.Message, rubyVariable)
		if path := refusal.Scalars(p.Member("path")); name.Word != "" {
			found = append(found, refusal.About(variables(append([]string{name.Word[1:]}, path...)...), p.Member("explanation").Str(), values)...)
		}
	}
	return found
}

func variables(path ...string) string { return "variables." + strings.Join(path, ".") }

// text returns the findings of an error by its message.
func (e refusedItem) text() []toolerr.Finding {
	rest, coerced := strings.CutPrefix(e.Message, `Variable "$`)
	name, rest, invalid := strings.Cut(rest, `" got invalid value `)
	if coerced && invalid && !refusal.IsProse(name) {
		value, why, _ := strings.Cut(rest, "; ") // graphql-js 16.15.0, execution/values.js
		path := name
		if i := strings.LastIndex(value, ` at "`); i >= 0 && strings.HasSuffix(value, `"`) {
			value, path = value[:i], value[i+len(` at "`):len(value)-1]
		}
		found := refusal.Match(why, values, sentences)
		if found == nil {
			found = []toolerr.Finding{{}}
		}
		for i := range found {
			at := path
			if found[i].Rule == toolerr.RuleRequired && len(found[i].Names) > 0 {
				at, found[i].Names = at+"."+found[i].Names[0], nil
			}
			found[i].Fields = []string{variables(at)}
			if found[i].Rule == toolerr.RuleUnknown && found[i].Word == "" || found[i].Value == "" {
				found[i].Value = strings.Trim(value, `"`)
			}
		}
		return found
	}
	found := refusal.Match(e.Message, sentences, values)
	for i, f := range found {
		if strings.HasPrefix(f.Word, "$") && f.Rule == toolerr.RuleRequired {
			found[i].Fields = []string{variables(f.Word[1:])}
		}
	}
	if found == nil && e.syntax() {
		found = []toolerr.Finding{{Rule: toolerr.RuleSyntax}}
	}
	return found
}

// syntaxCodes are codes of errors whose only information is that a document does not parse
// (Apollo Server 5.1, errors/index.ts; gqlgen v0.17.81, graphql/errcode; Hot Chocolate 15).
var syntaxCodes = []string{"GRAPHQL_PARSE_FAILED", "HC0014", "InvalidSyntax"}

// syntax reports whether the code or the classification of an error is that of a document
// that does not parse.
func (e refusedItem) syntax() bool {
	return slices.Contains(syntaxCodes, e.Extensions.Member("code").Str()) || e.Extensions.Member("classification").Str() == "InvalidSyntax"
}

var rubyVariable = []phrase.Pattern{{Text: "Variable {word} of type {} was provided invalid value", Source: "graphql-ruby 2.6.9, query/variable_validation_error.rb"}}
