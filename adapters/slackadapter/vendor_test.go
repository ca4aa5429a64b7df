package slackadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/slackadapter"
)

// The types below have the names and fields of slack-go's. The library does not require the
// client; conformance/vendorproof tests it.

func TestMain(m *testing.M) {
	restore := slackadapter.Imitate(shape.TypeOf(SlackErrorResponse{}), shape.TypeOf(&RateLimitedError{}), shape.TypeOf(StatusCodeError{}), shape.TypeOf(String("")))
	code := m.Run()
	restore()
	os.Exit(code)
}

// SlackErrorResponse is a value, cannot be compared, and contains data of the caller.
type SlackErrorResponse struct {
	Err              string
	Errors           []any
	ResponseMetadata map[string][]string
	Needed           string
	Provided         string
}

func (e SlackErrorResponse) Error() string { return e.Err }

type RateLimitedError struct{ RetryAfter time.Duration }

func (e *RateLimitedError) Error() string { return fmt.Sprintf("slack rate limit: %s", e.RetryAfter) }

type StatusCodeError struct {
	Code   int
	Status string
}

func (e StatusCodeError) Error() string       { return "slack server error: " + e.Status }
func (e StatusCodeError) HTTPStatusCode() int { return e.Code }

type String string

func (s String) Error() string { return string(s) }

// call makes a call like slack-go v0.35.0, including the errors that it returns unwrapped.
func call(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/chat.postMessage", strings.NewReader("text=x"))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode == http.StatusTooManyRequests && resp.Header.Get("Retry-After") != "" {
		seconds, err := strconv.ParseInt(resp.Header.Get("Retry-After"), 10, 64)
		if err != nil {
			return err
		}
		return &RateLimitedError{time.Duration(seconds) * time.Second}
	}
	if resp.StatusCode != http.StatusOK {
		return StatusCodeError{resp.StatusCode, resp.Status}
	}
	var answer struct {
		Ok       bool                `json:"ok"`
		Error    string              `json:"error"`
		Needed   string              `json:"needed"`
		Provided string              `json:"provided"`
		Metadata map[string][]string `json:"response_metadata"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return err
	}
	if answer.Ok || answer.Error == "" {
		return nil
	}
	return SlackErrorResponse{Err: answer.Error, Needed: answer.Needed, Provided: answer.Provided, ResponseMetadata: answer.Metadata}
}
