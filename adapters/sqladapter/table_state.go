package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// stateRows are SQLSTATEs. Those that end in 000 serve for the others of their
// class as well.
var stateRows = []adapter.Row{
	{VendorCode: "02000", Kind: notFound, Message: toolerr.Msg(msgNoRow), Source: sourceClass},

	// Connections.
	{VendorCode: "08000", Kind: unreachable, Effect: unknown, Message: toolerr.Msg(msgConnect), Source: sourceClass},
	{VendorCode: "08001", Kind: unreachable, Effect: none, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{VendorCode: "08003", Kind: unreachable, Effect: none, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{VendorCode: "08004", Kind: unreachable, Effect: none, Message: toolerr.Msg(msgRejected), Source: sourcePg},
	{VendorCode: "08006", Kind: unreachable, Effect: unknown, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{VendorCode: "08007", Kind: unmapped, CanRetry: &no, Effect: unknown, Message: toolerr.Msg(msgConnect), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{VendorCode: "08P01", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgTool), Source: sourcePg},

	{VendorCode: "0A000", Kind: badRequest, Message: toolerr.Msg(msgMissing), Hint: toolerr.Msg(hintSyntax), Source: sourceClass},
	{VendorCode: "0B000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},

	// Values.
	{VendorCode: "21000", Kind: validation, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourceClass},
	{VendorCode: "22000", Kind: validation, Message: toolerr.Msg(msgValue), Hint: toolerr.Msg(hintValue), Source: sourceClass},
	{VendorCode: "22001", Kind: validation, Message: toolerr.Msg(msgLong), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "22003", Kind: validation, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "22007", Kind: validation, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "22008", Kind: validation, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "22012", Kind: validation, Message: toolerr.Msg(msgZero), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "22P02", Kind: validation, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "44000", Kind: validation, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceClass},
	{VendorCode: "54000", Kind: validation, Message: toolerr.Msg(msgTooMuch), Hint: toolerr.Msg(hintSmaller), Source: sourceClass},

	// Constraints.
	{VendorCode: "23000", Kind: validation, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceClass},
	{VendorCode: "23001", Kind: badRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourcePg},
	{VendorCode: "23502", Kind: validation, Message: toolerr.Msg(msgNotNull), Hint: toolerr.Msg(hintNotNull), Source: sourcePg},
	{VendorCode: "23503", Kind: badRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourcePg},
	{VendorCode: "23505", Kind: badRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourcePg},
	{VendorCode: "23514", Kind: validation, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourcePg},
	{VendorCode: "23P01", Kind: validation, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourcePg},

	// Transactions.
	{VendorCode: "24000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{VendorCode: "25000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{VendorCode: "25006", Kind: badRequest, Message: toolerr.Msg(msgReadOnly), Hint: toolerr.Msg(hintReadOnly), Source: sourcePg},
	{VendorCode: "25P02", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Hint: toolerr.Msg(hintEarlier), Source: sourcePg},
	{VendorCode: "25P03", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourceEnded},
	{VendorCode: "25P04", Kind: serverError, Code: timeout, CanRetry: &no, Effect: none, Message: toolerr.Msg(msgTooLong), Hint: toolerr.Msg(hintNarrow), Source: sourceEnded},
	{VendorCode: "26000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{VendorCode: "2D000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{VendorCode: "34000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{VendorCode: "3B000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgTool), Source: sourceClass},
	{VendorCode: "40000", Kind: badRequest, Message: toolerr.Msg(msgGaveUp), Source: sourceClass},
	{VendorCode: "40001", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceRepeat},
	{VendorCode: "40P01", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceRepeat},
	{VendorCode: "40002", Kind: badRequest, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourcePg},
	{VendorCode: "40003", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgOutcome), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{VendorCode: "72000", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourcePg},

	// Rights.
	{VendorCode: "28000", Kind: authError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourceClass},
	{VendorCode: "28P01", Kind: authError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourcePg},
	{VendorCode: "42501", Kind: authError, Message: toolerr.Msg(msgForbidden), Hint: toolerr.Msg(hintGrant), Source: sourcePg},

	// What the SQL says.
	{VendorCode: "38000", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{VendorCode: "39000", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{VendorCode: "3D000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgSetUp), Source: sourceClass},
	{VendorCode: "3F000", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourceClass},
	{VendorCode: "42000", Kind: validation, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSchema), Source: sourceClass},
	{VendorCode: "42601", Kind: validation, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "42P01", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42P02", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "42703", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42704", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42883", Kind: validation, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42702", Kind: validation, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "42725", Kind: validation, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "42803", Kind: validation, Message: toolerr.Msg(msgGroup), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "42804", Kind: validation, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42846", Kind: validation, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42P18", Kind: validation, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg},
	{VendorCode: "42P06", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{VendorCode: "42P07", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{VendorCode: "42701", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{VendorCode: "42710", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{VendorCode: "42723", Kind: badRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg},
	{VendorCode: "42939", Kind: authError, Message: toolerr.Msg(msgForbidden), Source: sourcePg},
	{VendorCode: "2B000", Kind: badRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourceClass},
	{VendorCode: "2BP01", Kind: badRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourcePg},

	// What the server has, and has not.
	{VendorCode: "53000", Kind: serverError, Effect: none, Message: toolerr.Msg(msgResources), Source: sourceClass},
	{VendorCode: "53100", Kind: fatal, Effect: none, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{VendorCode: "53200", Kind: serverError, Effect: none, Message: toolerr.Msg(msgResources), Source: sourcePg},
	{VendorCode: "53300", Kind: serverError, Effect: none, Message: toolerr.Msg(msgFull), Source: sourcePg},
	{VendorCode: "53400", Kind: fatal, Effect: none, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{VendorCode: "55000", Kind: badRequest, Message: toolerr.Msg(msgState), Source: sourceClass},
	{VendorCode: "55006", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourcePg},
	{VendorCode: "55P03", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourcePg},
	{VendorCode: "57000", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgStopped), Source: sourceClass},
	{VendorCode: "57014", Kind: serverError, Code: timeout, CanRetry: &no, Effect: unknown, Message: toolerr.Msg(msgStopped), Hint: toolerr.Msg(hintNarrow), Source: sourceCancel},
	{VendorCode: "57P01", Kind: serverError, Message: toolerr.Msg(msgShutDown), Source: sourceEnded},
	{VendorCode: "57P02", Kind: serverError, Message: toolerr.Msg(msgShutDown), Source: sourceEnded},
	{VendorCode: "57P03", Kind: serverError, Effect: none, Message: toolerr.Msg(msgShutDown), Source: sourcePg},
	{VendorCode: "57P04", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgSetUp), Source: sourceEnded},
	{VendorCode: "57P05", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintLocked), Source: sourceEnded},
	{VendorCode: "58000", Kind: serverError, Message: toolerr.Msg(msgInternal), Source: sourceClass},
	{VendorCode: "58030", Kind: serverError, Message: toolerr.Msg(msgBroken), Source: sourcePg},
	{VendorCode: "F0000", Kind: fatal, Effect: none, Message: toolerr.Msg(msgInternal), Hint: toolerr.Msg(hintOperator), Source: sourceClass},
	{VendorCode: "HV000", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgForeignDB), Source: sourceClass},
	{VendorCode: "P0000", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{VendorCode: "P0001", Kind: badRequest, Message: toolerr.Msg(msgRaised), Source: sourcePg},
	{VendorCode: "P0002", Kind: notFound, Message: toolerr.Msg(msgNoRow), Source: sourcePg},
	{VendorCode: "P0003", Kind: notFound, Message: toolerr.Msg(msgMany), Source: sourcePg},
	{VendorCode: "XX000", Kind: serverError, CanRetry: &no, Message: toolerr.Msg(msgInternal), Source: sourceClass},
	{VendorCode: "XX001", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{VendorCode: "XX002", Kind: fatal, Effect: unknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
}
