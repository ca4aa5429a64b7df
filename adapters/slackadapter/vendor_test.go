package slackadapter_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/slackadapter"
)

// The types below have the names and fields of slack-go's. The library does not require the
// client; proof/vendorproof tests it.

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
