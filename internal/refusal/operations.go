package refusal

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// operations are the shapes of services for operators.
var operations = []shape{
	{
		name: "Docker Engine", members: []string{"message"}, source: "Docker Engine API v1.51, ErrorResponse",
		read: func(d doc) []toolerr.Finding {
			if len(d.root.Kids) != 1 {
				return nil
			}
			return matched(d.root.Member("message").Str(), docker, goJSON)
		},
	},
	{
		name: "Grafana", members: []string{"message"}, source: "Grafana 12.2, HTTP API",
		read: func(d doc) []toolerr.Finding { return matched(d.root.Member("message").Str(), grafana) },
	},
}

var docker = besides("moby v28.4, daemon, api/server, errdefs; distribution/reference v0.6.0", []phrase.Pattern{
	{Text: `Conflict. The container name "/{value}" is already in use`, Rule: toolerr.RuleExistsAlready},
	{Text: `invalid reference format: repository name ({}/{value}) must be lowercase`, Rule: toolerr.RuleBadFormat},
	{Text: `invalid reference format: repository name ({value}) must be lowercase`, Rule: toolerr.RuleBadFormat},
	{Text: `invalid reference format`, Rule: toolerr.RuleBadFormat},
	{Text: `Invalid container name ({value}), only [`, Rule: toolerr.RuleBadFormat},
	{Text: `pull access denied for {value}, repository does not exist`, Rule: toolerr.RuleNotFound},
	{Text: `manifest for {value} not found`, Rule: toolerr.RuleNotFound},
	{Text: `container {value} is not running`, Rule: toolerr.RuleWrongState},
	{Text: `cannot remove container "/{value}": `, Rule: toolerr.RuleWrongState},
	{Text: `cannot remove container "{value}": `, Rule: toolerr.RuleWrongState},
	{Text: `invalid restart policy: unknown policy '{value}'; use one of {names}`, Rule: toolerr.RuleNotAllowed},
	{Text: `invalid mount config for type "{}": invalid mount path: '{value}'`, Rule: toolerr.RuleBadFormat},
	{Text: `no command specified`, Rule: toolerr.RuleRequired},
})

var grafana = besides("Grafana 12.2, pkg/services/dashboards/errors.go, pkg/services/folder, pkg/services/ngalert", []phrase.Pattern{
	{Text: "Dashboard {field} cannot be empty", Rule: toolerr.RuleRequired},
	{Text: "folder {field} cannot be empty", Rule: toolerr.RuleRequired},
	{Text: "The dashboard has been changed by someone else", Rule: toolerr.RuleStale},
	{Text: "{field} too long, max {limit} characters", Rule: toolerr.RuleTooLong},
	{Text: "Refresh interval is too low", Rule: toolerr.RuleTooSmall},
	{Text: "Cannot save provisioned dashboard", Rule: toolerr.RuleReadOnly},
})
