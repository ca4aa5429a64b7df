package mcpgotools

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

const source = "mcp-go v0.44.0, mcp/tools.go, CallToolRequest.RequireString and the methods beside it"

// sentences are mcp-go's texts about missing and invalid arguments.
var sentences = []phrase.Pattern{
	{Text: `…required argument "{field}" not found`, Rule: toolerr.RuleRequired, Source: source},
	{Text: `…argument "{field}" is not a`, Rule: toolerr.RuleWrongType, Source: source},
	{Text: `…argument "{field}" cannot be converted to `, Rule: toolerr.RuleWrongType, Source: source},
}
