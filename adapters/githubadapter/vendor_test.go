package githubadapter_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/internal/go126"
)

// The types below have the names and fields of go-github's. The library does not require
// the client; proof/vendorproof tests it.

func TestMain(m *testing.M) {
	restore := githubadapter.Imitate("github.com/errand-go/errand/adapters/githubadapter_test")
	code := m.Run()
	restore()
	os.Exit(code)
}

type ErrorResponse struct {
	Response         *http.Response `json:"-"`
	Message          string         `json:"message"`
	Errors           []Error        `json:"errors"`
	Block            *ErrorBlock    `json:"block"`
	DocumentationURL string         `json:"documentation_url"`
}

type ErrorBlock struct {
	Reason string `json:"reason"`
}

type Error struct {
	Resource string `json:"resource"`
	Field    string `json:"field"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

func (e *ErrorResponse) Error() string {
	return fmt.Sprintf("%v %v: %v %+v", e.Response.Request.Method, e.Response.Request.URL, e.Message, e.Errors)
}

type TwoFactorAuthError ErrorResponse

func (e *TwoFactorAuthError) Error() string { return (*ErrorResponse)(e).Error() }

type Timestamp struct{ time.Time }

type Rate struct {
	Limit, Remaining int
	Reset            Timestamp
}

type RateLimitError struct {
	Rate     Rate
	Response *http.Response
	Message  string
}

func (e *RateLimitError) Error() string {
	return fmt.Sprintf("%v: %v", e.Response.Request.URL, e.Message)
}

type AbuseRateLimitError struct {
	Response   *http.Response
	Message    string
	RetryAfter *time.Duration
}

func (e *AbuseRateLimitError) Error() string {
	return fmt.Sprintf("%v: %v", e.Response.Request.URL, e.Message)
}

type AcceptedError struct{ Raw []byte }

func (*AcceptedError) Error() string { return "job scheduled on GitHub side; try again later" }

type RedirectionError struct {
	Response   *http.Response
	StatusCode int
	Location   *url.URL
}

func (e *RedirectionError) Error() string {
	return fmt.Sprintf("%v: location %v", e.Response.Request.URL, e.Location)
}

// HTTPError has the fields of go-gh's.
type HTTPError struct {
	Errors     []Error
	Headers    http.Header
	Message    string
	RequestURL *url.URL
	StatusCode int
}

func (e *HTTPError) Error() string {
	return fmt.Sprintf("HTTP %d: %s (%s)", e.StatusCode, e.Message, e.RequestURL)
}

// checkResponse returns the same error as the function of that name in go-github v89.0.0.
func checkResponse(r *http.Response) error {
	if r.StatusCode == http.StatusAccepted {
		return &AcceptedError{}
	}
	if r.StatusCode >= 200 && r.StatusCode < 300 {
		return nil
	}
	e := &ErrorResponse{Response: r}
	data, err := io.ReadAll(r.Body)
	if err == nil && json.Unmarshal(data, e) != nil {
		e = &ErrorResponse{Response: r}
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	limit := r.StatusCode == http.StatusForbidden || r.StatusCode == http.StatusTooManyRequests
	switch {
	case r.StatusCode == http.StatusUnauthorized && strings.HasPrefix(r.Header.Get("X-GitHub-OTP"), "required"):
		return (*TwoFactorAuthError)(e)
	case limit && r.Header.Get("X-RateLimit-Remaining") == "0":
		rate := Rate{}
		if reset, _ := strconv.ParseInt(r.Header.Get("X-RateLimit-Reset"), 10, 64); reset != 0 {
			rate.Reset = Timestamp{time.Unix(reset, 0)}
		}
		return &RateLimitError{Rate: rate, Response: r, Message: e.Message}
	case limit && strings.HasSuffix(e.DocumentationURL, "secondary-rate-limits"):
		abuse := &AbuseRateLimitError{Response: r, Message: e.Message}
		if after := r.Header.Get("Retry-After"); after != "" {
			seconds, _ := strconv.ParseInt(after, 10, 64)
			abuse.RetryAfter = go126.New(time.Duration(seconds) * time.Second)
		}
		return abuse
	case r.StatusCode/100 == 3 && r.StatusCode != http.StatusNotModified && r.StatusCode != http.StatusMultipleChoices:
		location, _ := url.Parse(r.Header.Get("Location"))
		return &RedirectionError{Response: r, StatusCode: r.StatusCode, Location: location}
	}
	return e
}
