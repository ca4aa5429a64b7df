package grafanaadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding { return refusal.Match(d.Sentence, texts) },
}

// texts are sentences of Grafana's server (Grafana 12.2, pkg/services/dashboards/errors.go,
// pkg/services/folder, pkg/services/ngalert).
var texts = []phrase.Pattern{
	{Text: "Dashboard {field} cannot be empty", Rule: toolerr.RuleRequired},
	{Text: "folder {field} cannot be empty", Rule: toolerr.RuleRequired},
	{Text: "The dashboard has been changed by someone else", Rule: toolerr.RuleStale},
	{Text: "{field} too long, max {limit} characters", Rule: toolerr.RuleTooLong},
	{Text: "Refresh interval is too low", Rule: toolerr.RuleTooSmall},
	{Text: "Cannot save provisioned dashboard", Rule: toolerr.RuleReadOnly},
}
