package toolargs

import (
	"errors"

	"github.com/errand-go/errand/toolerr"
)

// refused returns the error of arguments that the tool did not get, with problems and a
// hint.
func refused(msg, hint toolerr.Message, problems []toolerr.Problem, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	return toolerr.InvalidInput(msg, problems,
		append(opts, toolerr.WithHint(hint), toolerr.WithEffect(toolerr.EffectNone))...)
}

// Unfit returns the error of arguments that violate the tool's schema.
func Unfit(problems []toolerr.Problem) *toolerr.ToolRuntimeError {
	return refused(toolerr.Msg("The arguments do not fit the tool's schema."), toolerr.Msg("Correct them and call again."), problems)
}

// Refusal returns the error of arguments that [Parse] could not parse.
func Refusal(err error) *toolerr.ToolRuntimeError {
	var numbers outOfRange
	var other noObject
	switch {
	case errors.As(err, &other):
		is := toolerr.Name("a number")
		switch other {
		case '"':
			is = toolerr.Name("a string")
		case '[':
			is = toolerr.Name("an array")
		case 't', 'f':
			is = toolerr.Name("a boolean")
		}
		return refused(toolerr.Msgf("The arguments must be a JSON object, not %s.", is), toolerr.Msg("Send one JSON object that fits the tool's schema."), nil)
	case errors.As(err, &numbers):
		return Unfit(numbers)
	case errors.Is(err, errTruncated):
		return refused(toolerr.Msg("The arguments end in the middle of JSON, so the call was not executed."),
			toolerr.Msg("Send it again, with smaller arguments."), nil, toolerr.WithCode(toolerr.CodeTruncatedCall))
	case errors.Is(err, errTooLarge):
		return refused(toolerr.Msgf("The arguments are larger than %s bytes.", toolerr.Int(maxBytes)), toolerr.Msg("Send less."), nil)
	case errors.Is(err, errTooDeep):
		return refused(toolerr.Msgf("The arguments are nested deeper than %s levels.", toolerr.Int(maxDepth)), toolerr.Message{}, nil)
	default:
		return refused(toolerr.Msg("The arguments are not valid JSON."),
			toolerr.Msg("Send one JSON object that fits the tool's schema."), nil)
	}
}
