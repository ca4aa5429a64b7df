package bench

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
	"strconv"
	"strings"

	"github.com/aws/smithy-go"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/refusals"
)

// The stand-ins have the fields of the drivers' errors, so that nothing here links a driver. A
// test of the module proof compares what a model reads of them with what it reads of the real
// drivers' errors.
type (
	pgError    struct{ refusals.Upstream }
	mysqlError struct {
		Number   uint16
		SQLState [5]byte
		Message  string
	}
	sqliteError struct {
		msg  string
		code int
	}
	redisError string
)

func (e pgError) Error() string {
	return e.Severity + ": " + e.Message + " (SQLSTATE " + e.Upstream.SQLState + ")"
}
func (e pgError) SQLState() string { return e.Upstream.SQLState }

func (e *mysqlError) Error() string {
	return fmt.Sprintf("Error %d (%s): %s", e.Number, e.SQLState, e.Message)
}

func (e *sqliteError) Error() string { return e.msg }
func (e *sqliteError) Code() int     { return e.code }

func (e redisError) Error() string { return string(e) }
func (redisError) RedisError()     {}

// registry returns adapters.Default with a reader of the stand-ins.
func registry() adapter.Registry {
	all := adapters.All()
	for i, a := range all {
		if a == (sqladapter.Adapter{}) {
			all[i] = spec.Of(a).Imitate(shape.T("github.com/go-sql-driver/mysql", "MySQLError"), shape.TypeOf(mysqlError{})).
				Imitate(shape.T("modernc.org/sqlite", "Error"), shape.TypeOf(sqliteError{}))
		}
	}
	return adapter.NewRegistry(all...)
}

// ErrorOf returns the error that the client of a case returns, and nil if the refusal is none to
// it. Responses are read as by net/http, those to AWS's SDK excepted.
func ErrorOf(ctx context.Context, c refusals.Case) error {
	u := c.Upstream
	switch u.Driver {
	case "":
		resp, err := Respond(ctx, c)
		if err != nil {
			return err
		}
		if c.Client == "github.com/aws/smithy-go" {
			return smithyError(resp, c)
		}
		if err := httpadapter.CheckResponse(resp); err != nil {
			return err
		}
		if c.Client != "net/http" { // a client that finds the failure in a success
			return httpadapter.CheckBody(resp, errors.New("the response states a failure"))
		}
		return json.NewDecoder(resp.Body).Decode(new(any))
	case "pgx", "pq":
		return pgError{u}
	case "mysql":
		err := &mysqlError{Number: u.Number, Message: u.Message}
		copy(err.SQLState[:], u.SQLState)
		return err
	case "sqlite":
		return &sqliteError{u.Message, u.Code}
	case "redis":
		return redisError(u.Message)
	case "exec":
		cmd := exec.CommandContext(ctx, "sh", "-c", "cat >&2; exit "+strconv.Itoa(u.Code))
		cmd.Stdin = strings.NewReader(u.Message)
		_, err := cmd.Output()
		return fmt.Errorf("command failed: %w: %s", err, u.Message)
	default:
		return errors.New(u.Message)
	}
}

// Respond sends the arguments to a server that answers as the case says. The body of the
// response is in memory.
func Respond(ctx context.Context, c refusals.Case) (*http.Response, error) {
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

// smithyError returns the error of AWS's SDK.
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
