package resolve_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// The place in the arguments that a service names.
func TestPlaces(t *testing.T) {
	const manifest = `{"namespace":"shop","manifest":{"metadata":{"name":"web"},"spec":{"containers":[{"name":"c"}]}}}`
	for name, tt := range map[string]struct {
		args    string
		finding toolerr.Finding
		want    [2]string // path and problem; none for ""
	}{
		"in one argument": {
			manifest, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"metadata.name"}}, [2]string{"/manifest/metadata/name", "does not have the required format"},
		},
		"in two": {
			`{"a":{"x":{"y":1}},"b":{"x":{"y":1}}}`, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"x.y"}}, [2]string{"", "A value does not have the required format"},
		},
		"a single name in an argument": {
			`{"id":7,"a":{"y":1}}`, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"y"}}, [2]string{"/a/y", "does not have the required format"},
		},
		"a single name in one of two": {
			`{"a":{"y":1},"b":{"x":1}}`, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"y"}}, [2]string{"", `"y" does not have the required format`},
		},
		"missing in an object": {
			manifest, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"spec.containers[0].image"}}, [2]string{"/manifest/spec/containers/0", "lacks a required part"},
		},
		"missing, with a name that the call has": {
			manifest,
			toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"spec.containers[0].namespace"}},
			[2]string{"/manifest/spec/containers/0", `lacks the required "namespace"`},
		},
		"missing in what is not an object": {
			manifest, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"metadata.name.first"}}, [2]string{"", "A value is required"},
		},
		"a word that needs another": {
			`{"query":"{ issue { id } }"}`,
			toolerr.Finding{Rule: toolerr.RuleRequired, Word: "issue", Names: []string{"id"}, At: toolerr.Position{Line: 1, Column: 3}},
			[2]string{"/query", `contains "issue", for which "id" is required (line 1, column 3)`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := resolve.NewCall(json.RawMessage(tt.args), nil).Resolve(toolerr.Refusal{Findings: []toolerr.Finding{tt.finding}}, false)
			if assert.Len(t, got, 1) {
				assert.Equal(t, tt.want, [2]string{got[0].Path, got[0].Problem.String()})
			}
		})
	}
}

func TestPlacesByListsAndValues(t *testing.T) {
	const args = `{"stays":[{"nights":1},{"nights":"three"}],"address":{"city":"Rome"},"plan":"gold"}`
	told := func(message string, f toolerr.Finding) []string {
		var all []string
		for _, p := range resolve.NewCall(json.RawMessage(args), nil).Resolve(toolerr.Refusal{Message: message, Findings: []toolerr.Finding{f}}, false) {
			all = append(all, p.Path)
		}
		return all
	}
	for field, want := range map[string]string{
		"/stays/1/0/nights":              "/stays/1/nights", // a list of one problem
		"/stays/0/nights":                "/stays/0/nights",
		"instance['stays'][1]['nights']": "/stays/1/nights",
		"/address/0/city":                "/address/city",
		"/address/1/city":                "",
	} {
		assert.Equal(t, []string{want}, told("", toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{field}}), field)
	}
	assert.Equal(t, []string{"/plan"}, told("", toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"gold"}, Value: "gold"}), "a quoted word at the beginning can be a value")
	assert.Equal(t, []string{"/plan"}, told("out of range for month: gold", toolerr.Finding{Rule: toolerr.RuleTooLarge}), "the message ends with the value")
	assert.Equal(t, []string{"/plan"}, told("out of range, not gold", toolerr.Finding{Rule: toolerr.RuleTooLarge}), "the only value that the message has")
	assert.Equal(t, []string{""}, told("out of range", toolerr.Finding{Rule: toolerr.RuleTooLarge}))
	assert.Equal(t, []string{""}, told("changed: gold", toolerr.Finding{Rule: toolerr.RuleStale}), "not about a value")
	assert.Equal(t, []string{""}, told("expected one of 'gold', 'silver'", toolerr.Finding{Rule: toolerr.RuleNotAllowed, Names: []string{"gold", "silver"}}), "a valid value")
}
