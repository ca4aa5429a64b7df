package refusals

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/go-sql-driver/mysql"
	"github.com/google/go-github/v89/github"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"github.com/slack-go/slack"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"google.golang.org/api/googleapi"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"modernc.org/sqlite"

	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
)

// failure returns the error of the case's client for the refused call, and nil if the refusal is
// none to the client.
func failure(ctx context.Context, c refusals.Case) error {
	if err := driverError(c.Upstream); err != nil {
		return err
	}
	read, ok := readers[c.Client]
	if !ok {
		return bench.ErrorOf(ctx, c)
	}
	resp, err := bench.Respond(ctx, c)
	if err != nil {
		return err
	}
	if err := read(resp, c); err != nil {
		return err
	}
	var out any
	return json.NewDecoder(resp.Body).Decode(&out)
}

// readers make the error of each client from a response, where package bench has no client.
var readers = map[string]func(*http.Response, refusals.Case) error{
	"google.golang.org/api/googleapi": func(r *http.Response, _ refusals.Case) error { return googleapi.CheckResponse(r) },
	"github.com/google/go-github":     func(r *http.Response, _ refusals.Case) error { return github.CheckResponse(r) },
	"k8s.io/apimachinery":             kubernetesError,
	"github.com/Khan/genqlient":       graphqlError,
	"github.com/slack-go/slack":       slackError,
}

func kubernetesError(r *http.Response, _ refusals.Case) error {
	var status metav1.Status
	if err := json.NewDecoder(r.Body).Decode(&status); err != nil {
		return err
	}
	return &apierrors.StatusError{ErrStatus: status}
}

func graphqlError(r *http.Response, _ refusals.Case) error {
	var body struct {
		Errors gqlerror.List `json:"errors"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return err
	}
	return body.Errors
}

func slackError(r *http.Response, _ refusals.Case) error {
	var body slack.SlackResponse
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return err
	}
	return body.Err()
}

// driverError makes the error of a driver; nil if package bench has the error itself.
func driverError(u refusals.Upstream) error {
	switch u.Driver {
	case "pgx":
		return &pgconn.PgError{
			Severity: u.Severity, SeverityUnlocalized: u.Severity, Code: u.SQLState, Message: u.Message, Detail: u.Detail, Hint: u.Hint,
			Position: int32(u.Position), Where: u.Where, SchemaName: u.Schema, TableName: u.Table, ColumnName: u.Column, //nolint:gosec // a position in a short statement
			DataTypeName: u.DataType, ConstraintName: u.Constraint, Routine: u.Routine,
		}
	case "pq":
		return &pq.Error{
			Severity: u.Severity, Code: pqerror.Code(u.SQLState), Message: u.Message, Detail: u.Detail, Hint: u.Hint,
			Position: position(u.Position), Where: u.Where, Schema: u.Schema, Table: u.Table, Column: u.Column,
			DataTypeName: u.DataType, Constraint: u.Constraint, Routine: u.Routine,
		}
	case "mysql":
		err := &mysql.MySQLError{Number: u.Number, Message: u.Message}
		copy(err.SQLState[:], u.SQLState)
		return err
	case "sqlite":
		err := &sqlite.Error{}
		set(err, "msg", u.Message)
		set(err, "code", u.Code)
		return err
	}
	return nil
}

// position returns what pq has for a position, which is empty if the server gave none.
func position(p int) string {
	if p == 0 {
		return ""
	}
	return strconv.Itoa(p)
}

// set sets an unexported field of the driver's error, which has no constructor.
func set[T any](err *sqlite.Error, name string, value T) {
	field := reflect.ValueOf(err).Elem().FieldByName(name)
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("refusals: sqlite.Error has no field %s of type %T", name, value))
	}
	*(*T)(unsafe.Pointer(field.UnsafeAddr())) = value
}
