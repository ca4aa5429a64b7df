package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// stateRows are SQLSTATEs. Those that end in 000 serve for the others of their
// class as well.
var stateRows = []adapter.Row{
	{Code: "02000", Kind: notFound, Message: toolerr.Msg(msgNoRow), Source: sourceClass},

	// Connections.
	{Code: "08000", Kind: unreachable, Effect: unknown, Message: toolerr.Msg(msgConnect), Source: sourceClass},
	{Code: "08001", Kind: unreachable, Effect: none, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{Code: "08003", Kind: unreachable, Effect: none, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{Code: "08004", Kind: unreachable, Effect: none, Message: toolerr.Msg(msgRejected), Source: sourcePg},
	{Code: "08006", Kind: unreachable, Effect: unknown, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{Code: "08007", Kind: unmapped, CanRetry: &no, Effect: unknown, Message: toolerr.Msg(msgConnect), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{Code: "08P01", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgTool), Source: sourcePg},

	{Code: "0A000", Kind: badRequest, Message: toolerr.Msg(msgMissing), Hint: toolerr.Msg(hintSyntax), Source: sourceClass},
	{Code: "0B000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},

	// Values.
	{Code: "21000", Kind: validation, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourceClass},
	{Code: "22000", Kind: validation, Message: toolerr.Msg(msgValue), Hint: toolerr.Msg(hintValue), Source: sourceClass},
	{Code: "22001", Kind: validation, Message: toolerr.Msg(msgLong), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{Code: "22003", Kind: validation, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{Code: "22007", Kind: validation, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{Code: "22008", Kind: validation, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{Code: "22012", Kind: validation, Message: toolerr.Msg(msgZero), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{Code: "22P02", Kind: validation, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{Code: "44000", Kind: validation, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceClass},
	{Code: "54000", Kind: validation, Message: toolerr.Msg(msgTooMuch), Hint: toolerr.Msg(hintSmaller), Source: sourceClass},

	// Constraints.
	{Code: "23000", Kind: validation, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceClass},
	{Code: "23001", Kind: badRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourcePg},
	{Code: "23502", Kind: validation, Message: toolerr.Msg(msgNotNull), Hint: toolerr.Msg(hintNotNull), Source: sourcePg},
	{Code: "23503", Kind: badRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourcePg},
	{Code: "23505", Kind: badRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourcePg},
	{Code: "23514", Kind: validation, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourcePg},
	{Code: "23P01", Kind: validation, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourcePg},

	// Transactions.
	{Code: "24000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{Code: "25000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{Code: "25006", Kind: badRequest, Message: toolerr.Msg(msgReadOnly), Hint: toolerr.Msg(hintReadOnly), Source: sourcePg},
	{Code: "25P02", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Hint: toolerr.Msg(hintEarlier), Source: sourcePg},
	{Code: "25P03", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourceEnded},
	{Code: "25P04", Kind: serverError, ErrorCode: timeout, CanRetry: &no, Effect: none, Message: toolerr.Msg(msgTooLong), Hint: toolerr.Msg(hintNarrow), Source: sourceEnded},
	{Code: "26000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{Code: "2D000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{Code: "34000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{Code: "3B000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{Code: "40000", Kind: badRequest, Message: toolerr.Msg(msgGaveUp), Source: sourceClass},
	{Code: "40001", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceRepeat},
	{Code: "40P01", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceRepeat},
	{Code: "40002", Kind: badRequest, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourcePg},
	{Code: "40003", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgOutcome), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{Code: "72000", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourcePg},

	// Rights.
	{Code: "28000", Kind: authError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourceClass},
	{Code: "28P01", Kind: authError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourcePg},
	{Code: "42501", Kind: authError, Message: toolerr.Msg(msgForbidden), Hint: toolerr.Msg(hintGrant), Source: sourcePg},

	// What the SQL says.
	{Code: "38000", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{Code: "39000", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{Code: "3D000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgSetUp), Source: sourceClass},
	{Code: "3F000", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourceClass},
	{Code: "42000", Kind: validation, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSchema), Source: sourceClass},
	{Code: "42601", Kind: validation, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{Code: "42P01", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42P02", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{Code: "42703", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42704", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42883", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42702", Kind: validation, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{Code: "42725", Kind: validation, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{Code: "42803", Kind: validation, Message: toolerr.Msg(msgGroup), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{Code: "42804", Kind: validation, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42846", Kind: validation, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42P18", Kind: validation, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{Code: "42P06", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{Code: "42P07", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{Code: "42701", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{Code: "42710", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{Code: "42723", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{Code: "42939", Kind: authError, Message: toolerr.Msg(msgForbidden), Source: sourcePg},
	{Code: "2B000", Kind: badRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourceClass},
	{Code: "2BP01", Kind: badRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourcePg},

	// What the server has, and has not.
	{Code: "53000", Kind: serverError, Effect: none, Message: toolerr.Msg(msgResources), Source: sourceClass},
	{Code: "53100", Kind: fatal, Effect: none, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{Code: "53200", Kind: serverError, Effect: none, Message: toolerr.Msg(msgResources), Source: sourcePg},
	{Code: "53300", Kind: serverError, Effect: none, Message: toolerr.Msg(msgFull), Source: sourcePg},
	{Code: "53400", Kind: fatal, Effect: none, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{Code: "55000", Kind: badRequest, Message: toolerr.Msg(msgState), Source: sourceClass},
	{Code: "55006", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourcePg},
	{Code: "55P03", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourcePg},
	{Code: "57000", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgStopped), Source: sourceClass},
	{Code: "57014", Kind: serverError, ErrorCode: timeout, CanRetry: &no, Effect: unknown, Message: toolerr.Msg(msgStopped), Hint: toolerr.Msg(hintNarrow), Source: sourceCancel},
	{Code: "57P01", Kind: serverError, Message: toolerr.Msg(msgShutDown), Source: sourceEnded},
	{Code: "57P02", Kind: serverError, Message: toolerr.Msg(msgShutDown), Source: sourceEnded},
	{Code: "57P03", Kind: serverError, Effect: none, Message: toolerr.Msg(msgShutDown), Source: sourcePg},
	{Code: "57P04", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgSetUp), Source: sourceEnded},
	{Code: "57P05", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintLocked), Source: sourceEnded},
	{Code: "58000", Kind: serverError, Message: toolerr.Msg(msgInternal), Source: sourceClass},
	{Code: "58030", Kind: serverError, Message: toolerr.Msg(msgBroken), Source: sourcePg},
	{Code: "F0000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgInternal), Hint: toolerr.Msg(hintOperator), Source: sourceClass},
	{Code: "HV000", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgForeignDB), Source: sourceClass},
	{Code: "P0000", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{Code: "P0001", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourcePg},
	{Code: "P0002", Kind: notFound, Message: toolerr.Msg(msgNoRow), Source: sourcePg},
	{Code: "P0003", Kind: notFound, Message: toolerr.Msg(msgMany), Source: sourcePg},
	{Code: "XX000", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgInternal), Source: sourceClass},
	{Code: "XX001", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{Code: "XX002", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
}
