// Package mongo_test tests MongoDB's driver with a server that uses the protocol and sends
// given answers.
//
// Not tested: the driver's first major, whose errors have the same types; mongoadapter has
// the texts of both.
package mongo_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const unknown = toolerr.EffectUnknown

// A client has the calls of the driver that the tests use.
type client struct {
	ping   func(ctx context.Context) error
	find   func(ctx context.Context) error
	insert func(ctx context.Context) error
	bulk   func(ctx context.Context) error
	close  func()
}

const uriOptions = "/?directConnection=true&retryReads=false&retryWrites=false&serverSelectionTimeoutMS=1500&connectTimeoutMS=5000"

func open(t *testing.T, uri string) (client, error) {
	t.Helper()
	c, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return client{}, err
	}
	people := c.Database("crm").Collection("people")
	filter := bson.D{{Key: "email", Value: faults.CanaryBody}, {Key: "key", Value: faults.CredentialBearer}}
	return client{
		ping:   func(ctx context.Context) error { return c.Ping(ctx, nil) },
		find:   func(ctx context.Context) error { return people.FindOne(ctx, filter).Err() },
		insert: func(ctx context.Context) error { return failure(people.InsertOne(ctx, filter)) },
		bulk:   func(ctx context.Context) error { return failure(people.InsertMany(ctx, []any{filter, filter})) },
		close:  func() { _ = c.Disconnect(context.WithoutCancel(t.Context())) },
	}, nil
}

// failure returns the error of a call and drops its result.
func failure[Value any](_ Value, err error) error { return err }

func connect(t *testing.T, address string) client {
	t.Helper()
	c, err := open(t, "mongodb://"+address+uriOptions)
	require.NoError(t, err)
	t.Cleanup(c.close)
	return c
}

const said = faults.CanaryMessage + " { find: \"people\", filter: { email: \"" + faults.CanaryBody + "\", key: \"" + faults.CredentialBearer + "\" } }"

func refusal(code int, name string, labels ...string) bson.D {
	return bson.D{{Key: "ok", Value: 0}, {Key: "code", Value: code}, {Key: "codeName", Value: name}, {Key: "errmsg", Value: said}, {Key: "errorLabels", Value: labels}}
}

var check, checkRow = proof.Checks(mongoadapter.Adapter), proof.Rows(mongoadapter.Adapter)

// wanted returns the case of a code from the table.
func wanted(t *testing.T, code string) proof.Case {
	t.Helper()
	return proof.RowCase(t, spec.Of(mongoadapter.Adapter).Table(), code)
}

// codes maps MongoDB's numbers (error_codes.yml) to the codes for the agent.
var codes = map[int]string{
	18: "AuthenticationFailed", 13: "Unauthorized", 8000: "AtlasError", 461: "RateLimitExceeded", 11000: "DuplicateKey", 11001: "DuplicateKey",
	12582: "DuplicateKey", 121: "DocumentValidationFailure", 112: "WriteConflict", 24: "LockTimeout", 46: "LockBusy", 251: "NoSuchTransaction",
	43: "CursorNotFound", 2: "BadValue", 9: "FailedToParse", 14: "TypeMismatch", 28: "PathNotViable", 40: "ConflictingUpdateOperators",
	52: "DollarPrefixedFieldName", 66: "ImmutableField", 72: "InvalidOptions", 73: "InvalidNamespace", 168: "InvalidPipelineOperator",
	40324: "InvalidPipelineOperator", 10334: "BSONObjectTooLarge", 17280: "KeyTooLong", 146: "ExceededMemoryLimit",
	292: "QueryExceededMemoryLimitNoDiskUseAllowed", 26: "NamespaceNotFound", 27: "IndexNotFound", 48: "NamespaceExists",
	85: "IndexOptionsConflict", 86: "IndexKeySpecsConflict", 20: "IllegalOperation", 59: "CommandNotFound", 115: "CommandNotSupported",
	50: "MaxTimeMSExpired", 262: "ExceededTimeLimit", 14031: "OutOfDiskSpace", 10107: "NotWritablePrimary", 10058: "NotWritablePrimary",
	13435: "NotPrimaryNoSecondaryOk", 13436: "NotPrimaryOrSecondary", 133: "FailedToSatisfyReadPreference", 189: "PrimarySteppedDown",
	91: "ShutdownInProgress", 11600: "InterruptedAtShutdown", 11601: "Interrupted", 11602: "InterruptedDueToReplStateChange",
	6: "HostUnreachable", 7: "HostNotFound", 89: "NetworkTimeout", 9001: "SocketException", 64: "WriteConcernFailed",
}

var labels = []string{"TransientTransactionError", "UnknownTransactionCommitResult", "SystemOverloadedError", "RetryableWriteError"}

func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for number, name := range codes {
		s := startMongo(t, &server{reply: refusal(number, name)})
		checkRow(t, name, name, connect(t, s.address).find(t.Context()))
		seen[name] = true
	}
	for _, label := range labels {
		all := []string{label}
		if label == "SystemOverloadedError" {
			all = append(all, "RetryableError") // without it, it is not known whether a retry is safe
		}
		s := startMongo(t, &server{reply: refusal(0, "", all...)})
		checkRow(t, label, label, connect(t, s.address).find(t.Context()))
		seen[label] = true
	}
	s := startMongo(t, &server{reply: refusal(31415, faults.CanaryCode)})
	check(t, proof.Case{
		Name: "an unknown code", Err: connect(t, s.address).find(t.Context()), Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown),
	})
	for _, row := range spec.Of(mongoadapter.Adapter).Table().Rows() {
		if row.VendorCode != strings.ToLower(row.VendorCode) {
			assert.True(t, seen[row.VendorCode], "no server returns %s", row.VendorCode)
		}
	}
}

func TestWrites(t *testing.T) {
	duplicate := bson.D{{Key: "index", Value: 1}, {Key: "code", Value: 11000}, {Key: "errmsg", Value: said}, {Key: "keyValue", Value: bson.D{{Key: "email", Value: faults.CanaryBody}}}}
	refused := bson.D{{Key: "ok", Value: 1}, {Key: "n", Value: 1}, {Key: "writeErrors", Value: bson.A{duplicate}}}
	unconfirmed := func(code int) bson.D {
		return bson.D{{Key: "ok", Value: 1}, {Key: "n", Value: 1}, {Key: "writeConcernError", Value: bson.D{{Key: "code", Value: code}, {Key: "codeName", Value: "x"}, {Key: "errmsg", Value: said}}}}
	}
	s := startMongo(t, &server{reply: refused})
	checkRow(t, "one document", "DuplicateKey", connect(t, s.address).insert(t.Context()))
	c := wanted(t, "DuplicateKey")
	c.Name, c.Err = "several documents", connect(t, s.address).bulk(t.Context())
	c.Want.Effect = unknown // the earlier ones were written
	check(t, c)
	for _, code := range []int{64, 10107, 13435, 13436, 133, 112, 24, 461} {
		s = startMongo(t, &server{reply: unconfirmed(code)})
		c = wanted(t, codes[code])
		c.Name, c.Err = "a write that is not confirmed: "+c.Name, connect(t, s.address).insert(t.Context())
		c.Want.Effect = unknown // it was made
		check(t, c)
	}
	s = startMongo(t, &server{reply: refusal(0, "", "SystemOverloadedError")})
	c = wanted(t, "SystemOverloadedError")
	c.Name, c.Err = "overloaded, and no word of a repeat", connect(t, s.address).insert(t.Context())
	c.Want.Effect, c.Want.CanRetry = unknown, false
	check(t, c)
}

// The driver's second bulk write, whose error has codes and no labels.
func TestABulkWriteOfSeveralCollections(t *testing.T) {
	duplicate := mongo.WriteError{Code: 11000, Message: said}
	c := wanted(t, "DuplicateKey")
	c.Name, c.Err = "refused", mongo.ClientBulkWriteException{WriteErrors: map[int]mongo.WriteError{1: duplicate}}
	c.Want.Effect = unknown // the earlier ones were written
	check(t, c)
	c = wanted(t, "NotWritablePrimary")
	c.Name, c.Err = "not confirmed", mongo.ClientBulkWriteException{WriteConcernErrors: []mongo.WriteConcernError{{Code: 10107, Message: said}}}
	c.Want.Effect = unknown
	check(t, c)
}

func TestTheDriverItself(t *testing.T) {
	found := startMongo(t, &server{reply: bson.D{{Key: "ok", Value: 1}, {Key: "cursor", Value: bson.D{
		{Key: "id", Value: int64(0)}, {Key: "ns", Value: "crm.people"}, {Key: "firstBatch", Value: bson.A{}},
	}}}})
	one := connect(t, found.address)
	checkRow(t, "no_documents", "no_documents", one.find(t.Context()))
	one.close()
	checkRow(t, "client_closed", "client_closed", one.find(t.Context()))

	checkRow(t, "server_selection", "server_selection", connect(t, "127.0.0.1:1").find(t.Context()))

	checkRow(t, "a server that hangs up", "connection_failed", connect(t, startMongo(t, &server{}).address).insert(t.Context()))

	// The connection is made before the clock runs, so the deadline is that of the command.
	slow := connect(t, startMongo(t, &server{hang: true}).address)
	require.NoError(t, slow.ping(t.Context()))
	late, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	c := proof.Case{Name: "a deadline", Context: late, Err: slow.insert(late), Want: proof.Want(toolerr.KindNetworkTransportTimeout, unknown)}
	c.Code = mongoadapter.Adapter.FromError(c.Err).VendorCode()
	check(t, c)

	gone, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	silent := startMongo(t, &server{hang: true})
	two := connect(t, silent.address)
	go func() { failed <- two.insert(gone) }()
	<-silent.commands
	cancel()
	c = proof.Case{Name: "a cancellation", Context: gone, Err: <-failed, Want: proof.Want(toolerr.KindToolCanceled, unknown)}
	c.Code = mongoadapter.Adapter.FromError(c.Err).VendorCode()
	check(t, c)

	for _, uri := range []string{
		"mongodb://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@h:x/%zz",
		"mongodb://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@" + faults.CanaryHost + "@h",
	} {
		_, err := open(t, uri)
		checkRow(t, "invalid_connection_string", "invalid_connection_string", err)
	}
}
