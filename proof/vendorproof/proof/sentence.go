package proof

import "github.com/errand-go/errand/toolerr"

// sentences are the adapters' texts that no table has: hints that depend on the error, and
// names of services that share an adapter. They are for the law of non-interference.
var sentences = []toolerr.Message{
	toolerr.Msg("The address is not allowed."),
	toolerr.Msg("Twirp"),
	toolerr.Msg("OpenSearch"),
	toolerr.FactDailyLimit.Hint(),
	toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so."),
	toolerr.Msg("The tool's token is not valid any more, or its policies do not allow this."),
	toolerr.Msg("GitHub refuses the field name."),
	toolerr.Msg("Correct the object: the value of a field is not one of those allowed."),
}
