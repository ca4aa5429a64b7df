package toolerr

// The hints that several kinds or facts have. The others are in the tables of both.
const (
	hintWait   = "Wait a moment, then make the same call again."
	hintLess   = "Make the same call again, or one that asks for less."
	hintGoOn   = "Go on without the result, or tell the user."
	hintBroken = "Someone has to correct the tool. Go on without it."
	hintLookUp = "Check the name or the id. Look up what exists, if there is a way to."
)

var hintFindOut = Msg("The call may have been carried out. Find out before you make it again.")

// doubt is the last sentence of [ToolRuntimeError.Told] if the call may have been carried
// out.
const doubt literal = "The request may have been carried out all the same."

// inDoubt reports whether a second call may do harm, because the first may have been carried
// out.
func (e *ToolRuntimeError) inDoubt() bool { return e.doubtful() && !e.repeats() }

// Hint returns the next step for the model: what to do differently, or what to ask a person
// for. It is the hint of [WithHint], which has that of a [Fact]. An error without one has a
// hint if the call may have been carried out, or if its text is a fixed one: then the kind's,
// or that of a retry. The zero Message means that a message, a wait or a problem already
// names the next step.
func (e *ToolRuntimeError) Hint() Message {
	switch e = e.self(); {
	case !e.hint.IsZero():
		return e.hint
	case e.inDoubt():
		return hintFindOut
	case !e.given().IsZero(), len(e.problems)+len(e.resolved().Problems) > 0:
		return Message{}
	case !e.repeats():
		return Msg(e.trait.hint)
	case e.hasWait, e.trait.kind == KindToolRetry: // the text has the step
		return Message{}
	case e.Code() == CodeTimeout:
		return Msg(hintLess)
	}
	return Msg(hintWait)
}
