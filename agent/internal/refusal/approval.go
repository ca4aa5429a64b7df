package refusal

import "github.com/errand-go/errand/toolerr"

// Denied returns the error of a call that a person denied.
func Denied() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeDenied, toolerr.Msg("The call was denied and not executed. Do not repeat it."))
}

// DeniedBefore returns the error of a call that nobody was asked about, because calls of the
// tool were denied the given number of times in a row.
func DeniedBefore(times int) *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeDenied, toolerr.Msgf(
		"Calls of the tool were denied %s times in a row, so nobody was asked about this one and it was not executed. Do not repeat it in this run.",
		toolerr.Int(times)))
}

// NotDecided returns the error of a call without a decision in time.
func NotDecided() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeDenied, toolerr.Msg("Nobody approved the call in time, so it was not executed. Do not repeat it."))
}

// NobodyAsked returns the error of a call whose confirmer could not be called.
func NobodyAsked() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeDenied, toolerr.Msg(
		"Nobody could be asked to approve the call, so it was not executed: earlier requests are not answered. Do not repeat it."))
}

// OtherApproved returns the error of a call that differs from the approved one.
func OtherApproved() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeConflict, toolerr.Msg("What was approved is not this call, so it was not executed."))
}

// WaitsForApproval returns the error of a call that waits for a person's approval.
func WaitsForApproval() *toolerr.ToolRuntimeError {
	return pending(toolerr.Msg("The call waits for a person's approval. It has not been executed."), toolerr.EffectNone)
}

// AlreadyWaits returns the error of a call that is equal to one that waits for a person's
// approval.
func AlreadyWaits() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeRepeatedCall, toolerr.Msg(
		"The same call already waits for a person's approval, so it was not made again. It is executed once, when it is approved."))
}

// StillWaits returns the error of a call that was to continue, but was not executed for the
// reason in te, and still waits.
func StillWaits(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	return te.With(toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg("The call was not executed, and still waits.")))
}

// AgentWaits returns the error of a call whose agent waits for a person or for a result.
func AgentWaits() *toolerr.ToolRuntimeError {
	return pending(toolerr.Msg("The agent waits for a person or for a result that comes later, and then goes on."), toolerr.EffectUnknown)
}

func pending(msg toolerr.Message, effect toolerr.Effect) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolContextRequired, msg, toolerr.WithCode(toolerr.CodePending), toolerr.WithEffect(effect))
}

// WaitsForSignIn returns the error of a call that waits for a person to sign in.
func WaitsForSignIn() *toolerr.ToolRuntimeError {
	return signIn(toolerr.Msg("The call waits for a person to sign in. It has not been executed."))
}

// NotSignedIn returns the error of a call that waited for a person to sign in, in vain.
func NotSignedIn() *toolerr.ToolRuntimeError {
	return signIn(toolerr.Msg("The call was not executed, because nobody signed in."))
}

func signIn(msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolContextRequired, msg, toolerr.WithCode(toolerr.CodeAuthRequired),
		toolerr.WithEffect(toolerr.EffectNone), toolerr.WithUserAction())
}

// NoCredentials returns the error of a call whose tool has no credentials and can get none.
func NoCredentials() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeAuthRequired, toolerr.Msg("The tool has no credentials, so the call was not executed. Do not repeat it."))
}
