package graphqladapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapters/graphqladapter"
)

// The types below have the fields and methods of the clients'. The library does not require
// the clients; proof/vendorproof tests them.

func TestMain(m *testing.M) {
	restore := graphqladapter.Imitate("github.com/errand-go/errand/adapters/graphqladapter_test")
	code := m.Run()
	restore()
	os.Exit(code)
}

// Single is gqlerror.Error.
type Single struct {
	Err        error          `json:"-"`
	Message    string         `json:"message"`
	Path       []any          `json:"path"`
	Extensions map[string]any `json:"extensions"`
}

func (e *Single) Error() string { return "input: " + e.Message }
func (e *Single) Unwrap() error { return e.Err }

// SingleWithSources is gqlerror.ErrorWithSources.
type SingleWithSources Single

func (e *SingleWithSources) Error() string { return "input: " + e.Message }

// List is gqlerror.List, which cannot be compared.
type List []*Single

func (l List) Error() string { return fmt.Sprint(len(l), " errors: ", l[0].Message) }

func (l List) Unwrap() []error {
	var all []error
	for _, e := range l {
		all = append(all, e)
	}
	return all
}

// SourceList is gqlerror.SourceList.
type SourceList []*SingleWithSources

func (SourceList) Error() string { return "several" }

// HTTPError is genqlient's, which does not unwrap.
type HTTPError struct {
	Response   struct{ Errors List }
	StatusCode int
}

func (e *HTTPError) Error() string { return fmt.Sprintf("returned error %v", e.StatusCode) }

// Error and Errors are hasura's.
type Error struct {
	Message    string
	Extensions map[string]any
	Path       []any
	err        error
}

func (e Error) Error() string { return "Message: " + e.Message }
func (e Error) Unwrap() error { return e.err }

type Errors []Error

func (e Errors) Error() string { return fmt.Sprint(len(e)) }

// Unwrap yields nils, like hasura's.
func (e Errors) Unwrap() []error {
	var all []error
	for _, one := range e {
		all = append(all, one.err)
	}
	return all
}

type NetworkError struct {
	status int
	body   string
}

func (e NetworkError) Error() string   { return fmt.Sprint(e.status) }
func (e NetworkError) StatusCode() int { return e.status }
func (e NetworkError) Body() string    { return e.body }

// GraphQLError is go-gh's.
type GraphQLError struct{ Errors []GraphQLErrorItem }

type GraphQLErrorItem struct {
	Message    string
	Path       []any
	Extensions map[string]any
	Type       string
}

func (*GraphQLError) Error() string { return "GraphQL: several" }

// graphErr is machinebox's, texts is shurcooL's.
type graphErr struct{ Message string }

func (e graphErr) Error() string { return "graphql: " + e.Message }

type texts []struct{ Message string }

func (e texts) Error() string { return e[0].Message }

// call makes a call like genqlient v0.8.1, including the errors that it returns unwrapped.
func call(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"query":"{me{id}}"}`))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	var answer struct{ Errors List }
	if resp.StatusCode != http.StatusOK {
		e := &HTTPError{StatusCode: resp.StatusCode}
		body, _ := io.ReadAll(resp.Body)
		if json.Unmarshal(body, &e.Response) != nil {
			e.Response.Errors = List{{Message: string(body)}}
		}
		return e
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return err
	}
	if len(answer.Errors) > 0 {
		return answer.Errors
	}
	return nil
}
