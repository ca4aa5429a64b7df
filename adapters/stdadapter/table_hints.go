package stdadapter

import (
	"regexp/syntax"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// A hinted is a value in an error, and its hint. Lists of them are static data, unlike
// maps.
type hinted struct {
	value string
	hint  toolerr.Message
}

// layouts lists the layouts of package time, each with a hint that shows it. Other layouts
// may come from the model.
var layouts = []hinted{
	{time.RFC3339, toolerr.Msg("Write the time as in 2006-01-02T15:04:05Z or 2006-01-02T15:04:05+07:00 (RFC 3339).")},
	{time.RFC3339Nano, toolerr.Msg("Write the time as in 2006-01-02T15:04:05Z or 2006-01-02T15:04:05+07:00 (RFC 3339).")},
	{time.DateTime, toolerr.Msg("Write the time as in 2006-01-02 15:04:05.")},
	{time.DateOnly, toolerr.Msg("Write the date as in 2006-01-02.")},
	{time.TimeOnly, toolerr.Msg("Write the time as in 15:04:05.")},
	{time.Kitchen, toolerr.Msg("Write the time as in 3:04PM.")},
	{time.RFC1123, toolerr.Msg("Write the time as in Mon, 02 Jan 2006 15:04:05 MST.")},
	{time.RFC1123Z, toolerr.Msg("Write the time as in Mon, 02 Jan 2006 15:04:05 -0700.")},
}

// patternFaults lists the errors of regular expressions, each with a hint about the fault.
var patternFaults = []hinted{
	{string(syntax.ErrInvalidCharRange), toolerr.Msg("It has a range of characters that is not valid.")},
	{string(syntax.ErrInvalidEscape), toolerr.Msg("It has an escape sequence that is not valid. There are no backreferences.")},
	{string(syntax.ErrInvalidNamedCapture), toolerr.Msg("It has a named group that is not valid, or a look-behind, which is not supported.")},
	{string(syntax.ErrInvalidPerlOp), toolerr.Msg("It has a group of a kind that is not supported, such as a look-ahead.")},
	{string(syntax.ErrInvalidRepeatOp), toolerr.Msg("It has two repetitions in a row.")},
	{string(syntax.ErrInvalidRepeatSize), toolerr.Msg("It repeats something more than 1000 times, or a count is not valid.")},
	{string(syntax.ErrInvalidUTF8), toolerr.Msg("It is not valid UTF-8.")},
	{string(syntax.ErrMissingBracket), toolerr.Msg("A closing ] is missing.")},
	{string(syntax.ErrMissingParen), toolerr.Msg("A closing ) is missing.")},
	{string(syntax.ErrMissingRepeatArgument), toolerr.Msg("A repetition has nothing before it to repeat.")},
	{string(syntax.ErrTrailingBackslash), toolerr.Msg("It ends in a backslash.")},
	{string(syntax.ErrUnexpectedParen), toolerr.Msg("It has a closing ) without an opening one.")},
	{string(syntax.ErrNestingDepth), toolerr.Msg("It is nested too deep.")},
	{string(syntax.ErrLarge), toolerr.Msg("It is too large.")},
}
