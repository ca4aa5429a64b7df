package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// stateRows are SQLSTATEs. Those that end in 000 also apply to the others of their class.
var stateRows = []adapter.Row{
	{VendorCode: "02000", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg(msgNoRow), Source: sourceClass},

	// Connections.
	{VendorCode: "08000", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourceClass},
	{
		VendorCodes: []string{"08001", "08003"},
		Kind:        toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConnect), Source: sourcePg,
	},
	{VendorCode: "08004", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgRejected), Source: sourcePg},
	{VendorCode: "08006", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourcePg},
	{VendorCode: "08007", Kind: toolerr.KindNetworkTransportUnmapped, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{VendorCode: "08P01", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgTool), Source: sourcePg},

	{VendorCode: "0A000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database cannot do this."), Hint: toolerr.Msg(hintSyntax), Source: sourceClass},
	{VendorCode: "0B000", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Source: sourceClass},

	// Values.
	{VendorCode: "21000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourceClass},
	{VendorCode: "22000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The database refused a value."), Hint: toolerr.Msg(hintValue), Source: sourceClass},
	{VendorCode: "22001", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgLong), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCodes: []string{"22003", "22008"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCodes: []string{"22007", "22P02"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "22012", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgZero), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "44000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceClass},
	{VendorCode: "54000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooMuch), Hint: toolerr.Msg(hintSmaller), Source: sourceClass},

	// Constraints.
	{VendorCode: "23000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceClass},
	{VendorCode: "23001", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgChild), Hint: toolerr.Msg(hintChild), Source: sourcePg},
	{VendorCode: "23502", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgNotNull), Hint: toolerr.Msg(hintNotNull), Source: sourcePg},
	{VendorCode: "23503", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourcePg},
	{VendorCode: "23505", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourcePg},
	{VendorCodes: []string{"23514", "23P01"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourcePg},

	// Transactions.
	{
		VendorCodes: []string{"24000", "25000", "26000", "2D000", "34000", "3B000"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Source: sourceClass,
	},
	{VendorCode: "25006", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgReadOnly), Hint: toolerr.Msg(hintReadOnly), Source: sourcePg},
	{VendorCode: "25P02", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Hint: toolerr.Msg(hintEarlier), Source: sourcePg},
	{VendorCode: "25P03", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourceEnded},
	{VendorCode: "25P04", Kind: toolerr.KindUpstreamServerError, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTooLong), Hint: toolerr.Msg(hintNarrow), Source: sourceEnded},
	{VendorCode: "40000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgGaveUp), Source: sourceClass},
	{VendorCode: "40001", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceRepeat},
	{VendorCode: "40P01", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgDeadlock), Hint: toolerr.Msg(hintRepeat), Source: sourceRepeat},
	{VendorCode: "40002", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourcePg},
	{VendorCode: "40003", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg("The database does not know whether the statement was completed."), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{VendorCode: "72000", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourcePg},

	// Permissions.
	{VendorCode: "28000", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourceClass},
	{VendorCode: "28P01", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourcePg},
	{VendorCode: "42501", Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Hint: toolerr.Msg(hintGrant), Source: sourcePg},

	// The statement.
	{VendorCodes: []string{"38000", "39000"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{VendorCode: "3D000", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSetUp), Source: sourceClass},
	{VendorCode: "3F000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourceClass},
	{VendorCode: "42000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSchema), Source: sourceClass},
	{VendorCode: "42601", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{
		VendorCodes: []string{"42P01", "42703", "42704", "42883"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourcePg,
	},
	{VendorCode: "42P02", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{
		VendorCodes: []string{"42702", "42725"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourcePg,
	},
	{VendorCode: "42803", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgGroup), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{
		VendorCodes: []string{"42804", "42846", "42P18"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg,
	},
	{
		VendorCodes: []string{"42P06", "42P07", "42701", "42710", "42723"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourcePg,
	},
	{VendorCode: "42939", Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Source: sourcePg},
	{VendorCode: "2B000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourceClass},
	{VendorCode: "2BP01", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourcePg},

	// Resources of the server.
	{VendorCode: "53000", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgResources), Source: sourceClass},
	{
		VendorCodes: []string{"53100", "53400"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourcePg,
	},
	{VendorCode: "53200", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgResources), Source: sourcePg},
	{VendorCode: "53300", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgFull), Source: sourcePg},
	{VendorCode: "55000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("What the SQL names is not in a state that allows this."), Source: sourceClass},
	{
		VendorCodes: []string{"55006", "55P03"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourcePg,
	},
	{VendorCode: "57000", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg(msgStopped), Source: sourceClass},
	{VendorCode: "57014", Kind: toolerr.KindUpstreamServerError, Unanswered: true, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgStopped), Hint: toolerr.Msg(hintNarrow), Source: sourceCancel},
	{VendorCodes: []string{"57P01", "57P02"}, Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgShutDown), Source: sourceEnded},
	{VendorCode: "57P03", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgShutDown), Source: sourcePg},
	{VendorCode: "57P04", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgSetUp), Source: sourceEnded},
	{VendorCode: "57P05", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintLocked), Source: sourceEnded},
	{VendorCode: "58000", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgInternal), Source: sourceClass},
	{VendorCode: "58030", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgBroken), Source: sourcePg},
	{VendorCode: "F0000", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgInternal), Hint: toolerr.Msg(hintOperator), Source: sourceClass},
	{VendorCode: "HV000", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg("A foreign table of the database failed."), Source: sourceClass},
	{VendorCode: "P0000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRaised), Source: sourceClass},
	{VendorCode: "P0001", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRaised), Source: sourcePg},
	{VendorCode: "P0002", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg(msgNoRow), Source: sourcePg},
	{VendorCode: "P0003", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg(msgMany), Source: sourcePg},
	{VendorCode: "XX000", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg(msgInternal), Source: sourceClass},
	{
		VendorCodes: []string{"XX001", "XX002"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourcePg,
	},
}
