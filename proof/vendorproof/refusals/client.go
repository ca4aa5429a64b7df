package refusals

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/aws/smithy-go"
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

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/refusals"
)

// failure returns the error of the case's client for the refused call, and nil if the refusal is
// none to the client.
func failure(ctx context.Context, c refusals.Case) error {
	if c.Upstream.Driver != "" {
		return driverError(ctx, c.Upstream)
	}
	resp, err := respond(ctx, c)
	if err != nil {
		return err
	}
	read, ok := readers[c.Client]
	if !ok {
		panic(fmt.Sprintf("refusals: %s has an unknown client %q", c.ID, c.Client))
	}
	if err := read(resp, c); err != nil {
		return err
	}
	var out any
	return json.NewDecoder(resp.Body).Decode(&out)
}

// respond sends the arguments to a server that answers as the case says. The body of the
// response is in memory.
func respond(ctx context.Context, c refusals.Case) (*http.Response, error) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for key, value := range c.Upstream.Headers {
			if value == "" {
				w.Header()[http.CanonicalHeaderKey(key)] = nil // net/http adds none
				continue
			}
			w.Header().Set(key, value)
		}
		w.WriteHeader(c.Upstream.Status)
		_, _ = w.Write(c.Upstream.Bytes())
	}))
	defer server.Close()
	args, err := json.Marshal(c.Args)
	if err != nil {
		return nil, err
	}
	path := strings.ReplaceAll(c.Upstream.Path, " ", "%20")
	// The host's requests are sent to the server.
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}}
	defer transport.CloseIdleConnections()
	host := cmp.Or(c.Upstream.Host, server.Listener.Addr().String())
	req, err := http.NewRequestWithContext(ctx, c.Upstream.Method, "http://"+host+path, bytes.NewReader(args))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// readers make the error of each client from a response.
var readers = map[string]func(*http.Response, refusals.Case) error{
	"net/http":                        func(r *http.Response, _ refusals.Case) error { return httpadapter.CheckResponse(r) },
	"google.golang.org/api/googleapi": func(r *http.Response, _ refusals.Case) error { return googleapi.CheckResponse(r) },
	"github.com/google/go-github":     func(r *http.Response, _ refusals.Case) error { return github.CheckResponse(r) },
	"k8s.io/apimachinery":             kubernetesError,
	"github.com/aws/smithy-go":        smithyError,
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

func smithyError(r *http.Response, c refusals.Case) error {
	var body struct {
		Type    string `json:"__type"`
		Message string `json:"message"`
		Error   struct{ Code, Message string }
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return err
	}
	code := body.Type[strings.LastIndex(body.Type, "#")+1:]
	if body.Error.Code != "" {
		code, body.Message = body.Error.Code, body.Error.Message
	}
	return &smithy.OperationError{
		ServiceID: strings.TrimPrefix(c.Vendor, "AWS "), OperationName: "Call",
		Err: &smithy.GenericAPIError{Code: code, Message: body.Message, Fault: smithy.FaultClient},
	}
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

// driverError makes the error of a driver, of a program, or of a library that has a text alone.
func driverError(ctx context.Context, u refusals.Upstream) error {
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
	case "redis":
		return redisError(u.Message)
	case "text":
		return errors.New(u.Message)
	case "exec":
		cmd := exec.CommandContext(ctx, "sh", "-c", "cat >&2; exit "+strconv.Itoa(u.Code))
		cmd.Stdin = strings.NewReader(u.Message)
		_, err := cmd.Output()
		return fmt.Errorf("command failed: %w: %s", err, u.Message)
	}
	panic(fmt.Sprintf("refusals: unknown driver %q", u.Driver))
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

// redisError has the form of go-redis's proto.RedisError, which is internal.
type redisError string

func (e redisError) Error() string { return string(e) }
func (redisError) RedisError()     {}
