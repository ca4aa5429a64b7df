package mongoadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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

// Code returns the code that the table has for a number of MongoDB's servers, "" if
// it has none: 11000 is DuplicateKey.
func Code(number int) string { return table.Code(number) }

// The sources of the rows, read 2026-11-21.
const (
	sourceLabels = "MongoDB Specifications, Transactions and Retryable Writes: error labels"
	sourceCodes  = "MongoDB, Error Codes; mongo/src/mongo/base/error_codes.yml"
	sourceSDAM   = "MongoDB Specifications, Server Discovery and Monitoring: not writable primary and node is recovering"
	sourceDriver = "go.mongodb.org/mongo-driver v1.17.10, v2.9.3"
)

// Messages and hints of several codes.
const (
	hintCheck = "It may have been done. Read what is there before repeating it."
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_mongo", "MongoDB",
	// Access. The rows are in order: of several codes in an answer, the first decides.
	adapter.Row{VendorCode: "AuthenticationFailed 18", Fact: toolerr.FactWrongKey, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"Unauthorized 13", "AtlasError 8000"}, Fact: toolerr.FactNotPermitted, Source: sourceCodes},

	// Labels.
	adapter.Row{VendorCode: "TransientTransactionError", Fact: toolerr.FactConflict, Message: toolerr.Msg("The database gave up the transaction."), Hint: toolerr.Msg("Nothing of the transaction remains. Repeat all of it, from its first read."), Source: sourceLabels},
	adapter.Row{VendorCode: "UnknownTransactionCommitResult", Fact: toolerr.FactConflict, Effect: toolerr.EffectUnknown, Unlike: "the transaction may be committed", Message: toolerr.Msg("It is not known whether the transaction was committed."), Hint: toolerr.Msg(hintCheck), Source: sourceLabels},
	adapter.Row{VendorCodes: []string{overloaded, "RateLimitExceeded 461"}, Fact: toolerr.FactRateLimit, Source: "MongoDB Specifications, Client Backpressure: error labels"},
	adapter.Row{VendorCode: retryableWrite, Fact: toolerr.FactFailed, Source: sourceLabels},

	// Writes.
	adapter.Row{VendorCode: "DuplicateKey 11000 11001 12582", Fact: toolerr.FactExists, Source: sourceCodes},
	adapter.Row{VendorCode: "DocumentValidationFailure 121", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The document breaks the collection's rules."), Hint: toolerr.Msg("Change the document."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"WriteConflict 112", "LockTimeout 24", "LockBusy 46"}, Fact: toolerr.FactLocked, Source: sourceCodes},
	// Without the label TransientTransactionError, it may have been committed before.
	adapter.Row{VendorCode: "NoSuchTransaction 251", Fact: toolerr.FactConflict, Effect: toolerr.EffectUnknown, Unlike: "the transaction may be committed", Message: toolerr.Msg("The database does not know the transaction any more."), Hint: toolerr.Msg(hintCheck), Source: sourceCodes},
	adapter.Row{VendorCode: "CursorNotFound 43", Fact: toolerr.FactConflict, Message: toolerr.Msg("The database dropped the query before its result was read."), Hint: toolerr.Msg("Start the query again from the beginning."), Source: sourceCodes},

	// The content of the call.
	adapter.Row{VendorCodes: []string{
		"BadValue 2", "FailedToParse 9", "TypeMismatch 14", "PathNotViable 28", "ConflictingUpdateOperators 40", "DollarPrefixedFieldName 52",
		"ImmutableField 66", "InvalidOptions 72", "InvalidNamespace 73", "InvalidPipelineOperator 168 40324",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The query or the update is not valid."), Hint: toolerr.Msg("Correct the query or the update."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"BSONObjectTooLarge 10334", "KeyTooLong 17280", "ExceededMemoryLimit 146", "QueryExceededMemoryLimitNoDiskUseAllowed 292"}, Fact: toolerr.FactTooLarge, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"NamespaceNotFound 26", "IndexNotFound 27"}, Fact: toolerr.FactNotFound, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"NamespaceExists 48", "IndexOptionsConflict 85", "IndexKeySpecsConflict 86"}, Fact: toolerr.FactExists, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"IllegalOperation 20", "CommandNotFound 59", "CommandNotSupported 115"}, Fact: toolerr.FactUnsupported, Source: sourceCodes},

	// The server.
	adapter.Row{VendorCodes: []string{"MaxTimeMSExpired 50", "ExceededTimeLimit 262"}, Fact: toolerr.FactTooSlow, Source: sourceCodes},
	adapter.Row{VendorCode: "OutOfDiskSpace 14031", Fact: toolerr.FactNoSpace, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"NotWritablePrimary 10107 10058", "NotPrimaryNoSecondaryOk 13435", "NotPrimaryOrSecondary 13436", "FailedToSatisfyReadPreference 133"}, Fact: toolerr.FactMaintenance, Source: sourceSDAM + "; " + sourceCodes},
	adapter.Row{VendorCodes: []string{"PrimarySteppedDown 189", "ShutdownInProgress 91", "InterruptedAtShutdown 11600", "InterruptedDueToReplStateChange 11602"}, Fact: toolerr.FactFailed, Source: sourceSDAM},
	adapter.Row{VendorCode: "Interrupted 11601", Fact: toolerr.FactStopped, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"HostUnreachable 6", "HostNotFound 7", "NetworkTimeout 89", "SocketException 9001"}, Fact: toolerr.FactFailed, Source: sourceCodes},
	// The write was made, but too few servers have confirmed it.
	adapter.Row{VendorCode: "WriteConcernFailed 64", Fact: toolerr.FactBroken, Message: toolerr.Msg("The write was made, but too few servers have confirmed it."), Hint: toolerr.Msg("Read what is there before making the call again."), Source: sourceCodes},

	// The driver.
	adapter.Row{VendorCode: noDocuments, Fact: toolerr.FactNotFound, Unanswered: true, Source: sourceDriver},
	adapter.Row{VendorCode: serverSelection, Fact: toolerr.FactUnreachable, Unanswered: true, Source: sourceDriver},
	adapter.Row{VendorCode: connectionFailed, Fact: toolerr.FactConnectionLost, Unanswered: true, Source: sourceDriver},
	adapter.Row{VendorCode: poolTimeoutCode, Fact: toolerr.FactClientBusy, Unanswered: true, Source: sourceDriver},
	adapter.Row{VendorCode: invalidURI, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool's connection string for the database is not valid."), Source: sourceDriver},
	adapter.Row{VendorCode: clientClosed, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool uses a client of the database after it closed it."), Source: sourceDriver},
)
