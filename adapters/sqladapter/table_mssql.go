package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceServer = "SQL Server 2022, Database Engine events and errors"
	sourceAzure  = "Azure SQL Database, Troubleshoot transient connection errors; Resource limits"
)

// mssqlRows are SQL Server's error numbers. For others the class (severity) decides; see
// mssqlClass.
var mssqlRows = []adapter.Row{
	// Transactions.
	{VendorCode: "MSSQL_1205", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgDeadlock), Hint: toolerr.Msg(hintRepeat), Source: sourceServer},
	{
		VendorCodes: []string{"MSSQL_3960", "MSSQL_3961", "MSSQL_41301", "MSSQL_41302", "MSSQL_41305", "MSSQL_41325"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceServer,
	},
	{VendorCodes: []string{"MSSQL_1222", "MSSQL_1204"}, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_3930", "MSSQL_3998", "MSSQL_3609"}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintEarlier), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_3902", "MSSQL_3903", "MSSQL_266"}, Kind: toolerr.KindToolFatal, Message: toolerr.Msg(msgTool), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_3906", "MSSQL_978", "MSSQL_1468"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgReadOnly), Hint: toolerr.Msg(hintReadOnly), Source: sourceServer},

	// Constraints and values.
	{VendorCodes: []string{"MSSQL_2627", "MSSQL_2601"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourceServer},
	{VendorCode: "MSSQL_547", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceServer},
	{VendorCode: "MSSQL_515", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgNotNull), Hint: toolerr.Msg(hintNotNull), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_271", "MSSQL_272", "MSSQL_273", "MSSQL_544", "MSSQL_8102"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgGenerated), Hint: toolerr.Msg(hintComputed), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_8152", "MSSQL_2628"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgLong), Hint: toolerr.Msg(hintValue), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_220", "MSSQL_232", "MSSQL_242", "MSSQL_8115"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourceServer},
	{
		VendorCodes: []string{"MSSQL_241", "MSSQL_245", "MSSQL_248", "MSSQL_295", "MSSQL_8114", "MSSQL_8169", "MSSQL_13609"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourceServer,
	},
	{VendorCode: "MSSQL_8134", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgZero), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},

	// The statement.
	{
		VendorCodes: []string{
			"MSSQL_102", "MSSQL_105", "MSSQL_109", "MSSQL_110", "MSSQL_137", "MSSQL_156", "MSSQL_201", "MSSQL_213", "MSSQL_319", "MSSQL_8144", "MSSQL_8145", "MSSQL_8178",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourceServer,
	},
	{
		VendorCodes: []string{"MSSQL_195", "MSSQL_207", "MSSQL_208", "MSSQL_911", "MSSQL_2812", "MSSQL_3701", "MSSQL_4104", "MSSQL_4121", "MSSQL_4902"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourceServer,
	},
	{VendorCodes: []string{"MSSQL_206", "MSSQL_402", "MSSQL_529", "MSSQL_8117"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{VendorCode: "MSSQL_209", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_8120", "MSSQL_8121", "MSSQL_8127"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgGroup), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_1801", "MSSQL_1913", "MSSQL_2705", "MSSQL_2714"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_4405", "MSSQL_4406"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgWritten), Hint: toolerr.Msg(hintWritten), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_3726", "MSSQL_3729", "MSSQL_5074"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgDepends), Hint: toolerr.Msg(hintDepends), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_512"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A subquery returned several rows where one is allowed."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_8623", "MSSQL_8631", "MSSQL_8632"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooMuch), Hint: toolerr.Msg(hintNarrow), Source: sourceServer},
	{VendorCode: "MSSQL_50000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRaised), Source: sourceServer + ": RAISERROR and THROW"},

	// Permissions.
	{
		VendorCodes: []string{"MSSQL_18456", "MSSQL_18452", "MSSQL_18470", "MSSQL_18486", "MSSQL_18487", "MSSQL_18488"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourceServer,
	},
	{
		VendorCodes: []string{"MSSQL_229", "MSSQL_230", "MSSQL_262", "MSSQL_297", "MSSQL_300", "MSSQL_916", "MSSQL_1088", "MSSQL_15151", "MSSQL_15247"},
		Kind:        toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Hint: toolerr.Msg(hintGrant), Source: sourceServer,
	},
	{VendorCode: "MSSQL_40615", Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgRejected), Hint: toolerr.Msg(hintOperator), Source: sourceAzure},
	{VendorCodes: []string{"MSSQL_4060", "MSSQL_4064"}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database that the tool is set up for does not exist, or its account may not open it."), Source: sourceServer},

	// The server.
	{
		VendorCodes: []string{"MSSQL_921", "MSSQL_922", "MSSQL_927", "MSSQL_976", "MSSQL_983", "MSSQL_17142", "MSSQL_17187", "MSSQL_18401"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgShutDown), Source: sourceServer,
	},
	{VendorCodes: []string{"MSSQL_4221", "MSSQL_40613"}, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgShutDown), Source: sourceAzure},
	{VendorCodes: []string{"MSSQL_40197", "MSSQL_40143", "MSSQL_40540"}, Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgInternal), Source: sourceAzure},
	{
		VendorCodes: []string{"MSSQL_40501", "MSSQL_49918", "MSSQL_49919", "MSSQL_49920", "MSSQL_10928", "MSSQL_10929", "MSSQL_10936"},
		Kind:        toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceAzure,
	},
	{VendorCode: "MSSQL_40544", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourceAzure},
	{VendorCodes: []string{"MSSQL_17809", "MSSQL_17810"}, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgFull), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_701", "MSSQL_802", "MSSQL_8645", "MSSQL_8651"}, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgResources), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_1101", "MSSQL_1105", "MSSQL_9002"}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_605", "MSSQL_823", "MSSQL_824", "MSSQL_825"}, Kind: toolerr.KindToolFatal, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_596", "MSSQL_6005"}, Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgShutDown), Source: sourceServer},
}
