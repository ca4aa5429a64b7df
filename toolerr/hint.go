package toolerr

// Hint returns the next step for the model: what to do differently, or what to ask a person
// for. It is the hint of [WithHint]. An error without one has a hint if the call may have
// been carried out, and otherwise returns the zero Message.
func (e *ToolRuntimeError) Hint() Message {
	if e = e.self(); e.hint.IsZero() && e.inDoubt() {
		return hintFindOut
	}
	return e.hint
}

var hintFindOut = Msg("The call may have been carried out. Find out before you make it again.")

// doubt is the last sentence of [ToolRuntimeError.Told] if the call may have been carried
// out.
const doubt literal = "The request may have been carried out all the same."

// inDoubt reports whether a second call may do harm, because the first may have been carried
// out.
func (e *ToolRuntimeError) inDoubt() bool { return e.doubtful() && !e.repeats() }
