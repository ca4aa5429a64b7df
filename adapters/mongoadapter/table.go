package mongoadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_mongo"
	display = "MongoDB"
)

// The labels that are used, and the codes for errors of the driver.
const (
	retryableWrite = "RetryableWriteError"
	network        = "NetworkError"
	overloaded     = "SystemOverloadedError"
	retryable      = "RetryableError" // with the label above: no effect

	serverSelection  = "server_selection"
	connectionFailed = "connection_failed"
	poolTimeoutCode  = "pool_timeout"
	noDocuments      = "no_documents"
	clientClosed     = "client_closed"
	invalidURI       = "invalid_connection_string"
)

// badURI is the beginning of the text of an error about a connection string, which has no
// type (v1.17.10, v2.9.3).
const badURI = "error parsing uri: "

// labels take precedence over codes, in this order.
var labels = [...]string{"UnknownTransactionCommitResult", "TransientTransactionError", overloaded}

// texts lists the driver's sentinels, which it makes with errors.New: mongo-driver
// v1.17.10 and v2.9.3.
var texts = map[string]string{
	"mongo: no documents in result":        noDocuments,
	"file with given parameters not found": noDocuments,
	"client is disconnected":               clientClosed,
}

// A numbered is a code and its name.
type numbered struct {
	number int
	name   string
}

// Code returns the code that the table has for a number of MongoDB's servers, "" if
// it has none: 11000 is DuplicateKey.
func Code(number int) string {
	for _, n := range numbers {
		if n.number == number {
			return n.name
		}
	}
	return ""
}

// numbers are the codes. The most serious come first, because an answer can have several.
var numbers = [...]numbered{
	{18, "AuthenticationFailed"},
	{13, "Unauthorized"},
	{8000, "AtlasError"},
	{461, "RateLimitExceeded"},

	{11000, "DuplicateKey"},
	{11001, "DuplicateKey"},
	{12582, "DuplicateKey"},
	{121, "DocumentValidationFailure"},
	{112, "WriteConflict"},
	{24, "LockTimeout"},
	{46, "LockBusy"},
	{251, "NoSuchTransaction"},
	{43, "CursorNotFound"},

	{2, "BadValue"},
	{9, "FailedToParse"},
	{14, "TypeMismatch"},
	{28, "PathNotViable"},
	{40, "ConflictingUpdateOperators"},
	{52, "DollarPrefixedFieldName"},
	{66, "ImmutableField"},
	{72, "InvalidOptions"},
	{73, "InvalidNamespace"},
	{168, "InvalidPipelineOperator"},
	{40324, "InvalidPipelineOperator"},
	{10334, "BSONObjectTooLarge"},
	{17280, "KeyTooLong"},
	{146, "ExceededMemoryLimit"},
	{292, "QueryExceededMemoryLimitNoDiskUseAllowed"},
	{26, "NamespaceNotFound"},
	{27, "IndexNotFound"},
	{48, "NamespaceExists"},
	{85, "IndexOptionsConflict"},
	{86, "IndexKeySpecsConflict"},
	{20, "IllegalOperation"},
	{59, "CommandNotFound"},
	{115, "CommandNotSupported"},

	{50, "MaxTimeMSExpired"},
	{262, "ExceededTimeLimit"},
	{14031, "OutOfDiskSpace"},
	{10107, "NotWritablePrimary"},
	{10058, "NotWritablePrimary"},
	{13435, "NotPrimaryNoSecondaryOk"},
	{13436, "NotPrimaryOrSecondary"},
	{133, "FailedToSatisfyReadPreference"},
	{189, "PrimarySteppedDown"},
	{91, "ShutdownInProgress"},
	{11600, "InterruptedAtShutdown"},
	{11601, "Interrupted"},
	{11602, "InterruptedDueToReplStateChange"},
	{6, "HostUnreachable"},
	{7, "HostNotFound"},
	{89, "NetworkTimeout"},
	{9001, "SocketException"},
	{64, "WriteConcernFailed"},
}

// The sources of the rows, read 2026-11-21.
const (
	sourceLabels = "MongoDB Specifications, Transactions and Retryable Writes: error labels"
	sourceCodes  = "MongoDB, Error Codes; mongo/src/mongo/base/error_codes.yml"
	sourceSDAM   = "MongoDB Specifications, Server Discovery and Monitoring: not writable primary and node is recovering"
	sourceDriver = "go.mongodb.org/mongo-driver v1.17.10, v2.9.3"
)

// Messages and hints of several codes.
const (
	msgPrimary = "The database is changing its primary server."
	msgQuery   = "The database cannot run the query or the update as it is written."

	hintQuery  = "Correct the query or the update."
	hintNarrow = "Ask for less: narrow the query, or limit what it returns."
	hintCheck  = "It may have been done. Read what is there before repeating it."
	hintName   = "Use what exists, or choose another name."
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,

	// Labels.
	adapter.Row{VendorCode: "TransientTransactionError", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database gave up the transaction."), Hint: toolerr.Msg("Nothing of the transaction remains. Repeat all of it, from its first read."), Source: sourceLabels},
	adapter.Row{VendorCode: "UnknownTransactionCommitResult", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("It is not known whether the transaction was committed."), Hint: toolerr.Msg(hintCheck), Source: sourceLabels},
	adapter.Row{VendorCodes: []string{overloaded, "RateLimitExceeded"}, Kind: toolerr.KindUpstreamRateLimit, Source: "MongoDB Specifications, Client Backpressure: error labels"},
	adapter.Row{VendorCode: retryableWrite, Kind: toolerr.KindUpstreamServerError, Source: sourceLabels},

	// Writes.
	adapter.Row{VendorCode: "DuplicateKey", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database refused a document: one with the same key exists already."), Hint: toolerr.Msg("Use another key, or change the document that exists."), Source: sourceCodes},
	adapter.Row{VendorCode: "DocumentValidationFailure", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The database refused a document: it breaks the collection's rules."), Hint: toolerr.Msg("Change the document so that it keeps to them."), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"WriteConflict", "LockTimeout", "LockBusy"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database gave up the operation: another one got in its way."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceCodes,
	},
	// Without the label TransientTransactionError, it may have been committed before.
	adapter.Row{VendorCode: "NoSuchTransaction", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The database does not know the transaction any more."), Hint: toolerr.Msg(hintCheck), Source: sourceCodes},
	adapter.Row{VendorCode: "CursorNotFound", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database has forgotten the query in the middle of its result."), Hint: toolerr.Msg("Start the query anew."), Source: sourceCodes},

	// The content of the call.
	adapter.Row{
		VendorCodes: []string{
			"BadValue", "FailedToParse", "TypeMismatch", "PathNotViable", "ConflictingUpdateOperators",
			"DollarPrefixedFieldName", "InvalidOptions", "InvalidPipelineOperator",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgQuery), Hint: toolerr.Msg(hintQuery), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "ImmutableField", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The update changes a field that cannot be changed."), Hint: toolerr.Msg(hintQuery), Source: sourceCodes},
	adapter.Row{VendorCode: "InvalidNamespace", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of a database or a collection is not valid."), Source: sourceCodes},
	adapter.Row{VendorCode: "BSONObjectTooLarge", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The document is too large."), Source: sourceCodes},
	adapter.Row{VendorCode: "KeyTooLong", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A value is too long for its index."), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"ExceededMemoryLimit", "QueryExceededMemoryLimitNoDiskUseAllowed"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The query needs more memory than it may use."), Hint: toolerr.Msg(hintNarrow), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "NamespaceNotFound", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such collection."), Source: sourceCodes},
	adapter.Row{VendorCode: "IndexNotFound", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such index."), Source: sourceCodes},
	adapter.Row{VendorCode: "NamespaceExists", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The collection exists already."), Hint: toolerr.Msg(hintName), Source: sourceCodes},
	adapter.Row{VendorCode: "IndexOptionsConflict", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("An index of that kind exists already, with other options."), Hint: toolerr.Msg(hintName), Source: sourceCodes},
	adapter.Row{VendorCode: "IndexKeySpecsConflict", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("An index of that name exists already, with other keys."), Hint: toolerr.Msg(hintName), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"IllegalOperation", "CommandNotFound", "CommandNotSupported"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgQuery), Source: sourceCodes,
	},

	// Permissions.
	adapter.Row{VendorCode: "AuthenticationFailed", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The database does not accept the tool's credentials."), Hint: toolerr.Msg("Someone has to correct the credentials."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"Unauthorized", "AtlasError"}, Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg("The tool's account may not do this in the database."), Source: sourceCodes},

	// The server.
	adapter.Row{
		VendorCodes: []string{"MaxTimeMSExpired", "ExceededTimeLimit"},
		Kind:        toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The database stopped the operation: it ran longer than it may."), Hint: toolerr.Msg(hintNarrow), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "OutOfDiskSpace", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database has no space left."), Hint: toolerr.Msg("Someone has to look after the database."), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"NotWritablePrimary", "NotPrimaryNoSecondaryOk", "NotPrimaryOrSecondary", "FailedToSatisfyReadPreference"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgPrimary), Source: sourceSDAM + "; " + sourceCodes,
	},
	adapter.Row{
		VendorCodes: []string{"PrimarySteppedDown", "ShutdownInProgress", "InterruptedAtShutdown", "InterruptedDueToReplStateChange"},
		Kind:        toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgPrimary), Source: sourceSDAM,
	},
	adapter.Row{VendorCode: "Interrupted", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg("Someone stopped the operation in the database."), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"HostUnreachable", "HostNotFound", "NetworkTimeout", "SocketException"},
		Kind:        toolerr.KindUpstreamServerError, Message: toolerr.Msg("A part of the database could not be reached from another."), Source: sourceCodes,
	},
	// The write was made, but too few servers have confirmed it.
	adapter.Row{VendorCode: "WriteConcernFailed", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The write was made, and not confirmed by as many servers as it has to be."), Hint: toolerr.Msg(hintCheck), Source: sourceCodes},

	// The driver.
	adapter.Row{VendorCode: noDocuments, Kind: toolerr.KindUpstreamNotFound, Unanswered: true, Message: toolerr.Msg("The database has no such document."), Source: sourceDriver},
	adapter.Row{VendorCode: serverSelection, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("No server of the database could be reached."), Source: sourceDriver},
	adapter.Row{VendorCode: connectionFailed, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The connection to the database failed or was lost."), Source: sourceDriver},
	adapter.Row{VendorCode: poolTimeoutCode, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool has no free connection to the database."), Source: sourceDriver},
	adapter.Row{VendorCode: invalidURI, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's connection string for the database is not valid."), Source: sourceDriver},
	adapter.Row{VendorCode: clientClosed, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool uses a client of the database after it closed it."), Source: sourceDriver},
)
