package redisadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refuse returns the findings about the command in the text of a server's error. Arguments
// that some texts repeat are not read.
func refuse(node any) toolerr.Refusal {
	text, _ := shape.Call(node, func(e error) string { return e.Error() })
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "ERR "), arguments)
	var found []toolerr.Finding
	if f, ok := phrase.Find(text, messages); ok {
		found = append(found, f)
	}
	return refusal.Refusal(text, found)
}

const sourceTexts = "Redis 7.0.15, src/*.c"

// messages are the texts of errors with the code ERR that a caller can avoid.
var messages = []phrase.Pattern{
	{Text: "wrong number of arguments for '{word}' command", Rule: toolerr.RuleCountMismatch, Source: sourceTexts},
	{Text: "unknown command '{word}'", Rule: toolerr.RuleUnknown, Source: sourceTexts},
	{Text: "unknown command `{word}`", Rule: toolerr.RuleUnknown, Source: "Redis 6.2, src/server.c"},
	{Text: "unknown subcommand '{word}'", Rule: toolerr.RuleUnknown, Source: sourceTexts},
	{Text: "Unknown subcommand or wrong number of arguments for '{word}'", Rule: toolerr.RuleUnknown, Source: "Redis 6.2, src/networking.c"},
	{Text: "Unknown option or number of arguments for CONFIG SET - '{word}'", Rule: toolerr.RuleUnknown, Source: sourceTexts},
	{Text: "syntax error", Rule: toolerr.RuleSyntax, Source: sourceTexts},
	{Text: "value is not an integer or out of range", Rule: toolerr.RuleWrongType, Source: sourceTexts},
	{Text: "value is not a valid float", Rule: toolerr.RuleWrongType, Source: sourceTexts},
	{Text: "value is out of range, must be positive", Rule: toolerr.RuleTooSmall, Source: sourceTexts},
	{Text: "hash value is not an integer", Rule: toolerr.RuleWrongType, Source: sourceTexts},
	{Text: "hash value is not a float", Rule: toolerr.RuleWrongType, Source: sourceTexts},
	{Text: "min or max is not a float", Rule: toolerr.RuleWrongType, Source: sourceTexts},
	{Text: "min or max not valid string range item", Rule: toolerr.RuleBadFormat, Source: sourceTexts},
	{Text: "invalid expire time in '{word}' command", Rule: toolerr.RuleOutOfRange, Source: sourceTexts},
	{Text: "increment or decrement would overflow", Rule: toolerr.RuleArithmetic, Source: sourceTexts},
	{Text: "increment would produce NaN or Infinity", Rule: toolerr.RuleArithmetic, Source: sourceTexts},
	{Text: "index out of range", Rule: toolerr.RuleOutOfRange, Source: sourceTexts},
	{Text: "offset is out of range", Rule: toolerr.RuleOutOfRange, Source: sourceTexts},
	{Text: "bit offset is not an integer or out of range", Rule: toolerr.RuleOutOfRange, Source: sourceTexts},
	{Text: "DB index is out of range", Rule: toolerr.RuleOutOfRange, Source: sourceTexts},
	{Text: "invalid longitude,latitude pair", Rule: toolerr.RuleOutOfRange, Source: sourceTexts},
	{Text: "invalid cursor", Rule: toolerr.RuleBadFormat, Source: sourceTexts},
	{Text: "…options at the same time are not compatible", Rule: toolerr.RuleConflict, Source: sourceTexts},
	{Text: "Unsupported option {word}", Rule: toolerr.RuleUnsupported, Source: sourceTexts},
	{Text: "Unknown Redis command called from script", Rule: toolerr.RuleUnknown, Source: sourceTexts},
	{Text: "Error compiling script", Rule: toolerr.RuleSyntax, Source: sourceTexts},
	{Text: "no such key", Rule: toolerr.RuleNotFound, Source: sourceTexts},
	{Text: "Invalid stream ID specified as stream command argument", Rule: toolerr.RuleBadFormat, Source: sourceTexts},
	{Text: "The ID specified in XADD is equal or smaller than the target stream top item", Rule: toolerr.RuleTooSmall, Source: sourceTexts},
	{Text: "string exceeds maximum allowed size", Rule: toolerr.RuleTooLong, Source: sourceTexts},
}
