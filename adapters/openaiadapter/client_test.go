package openaiadapter_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/openaiadapter"
)

// The library does not require the SDK. These types have the fields of openai-go v3.96.0's
// and replace them; conformance/vendorproof and models/openaimodel test the real client.

// Error replaces openai.Error.
type Error struct {
	Code, Message, Param, Type string
	StatusCode                 int
	Request                    *http.Request
	Response                   *http.Response
}

func (e *Error) Error() string {
	return fmt.Sprintf("OpenAI API error: %d %s", e.StatusCode, http.StatusText(e.StatusCode))
}

// StreamError replaces ssestream.StreamError.
type StreamError struct {
	Message string
	Event   Event
}

// Event is one of a stream.
type Event struct {
	Type string
	Data []byte
}

func (e *StreamError) Error() string { return e.Message }

// OAuthErrorCode is a named type, as in the SDK.
type OAuthErrorCode string

// OAuthError replaces auth.OAuthError.
type OAuthError struct {
	StatusCode       int
	ErrorCode        OAuthErrorCode
	ErrorDescription string
}

func (e *OAuthError) Error() string {
	return fmt.Sprintf("OAuth error (status %d): %s - %s", e.StatusCode, e.ErrorCode, e.ErrorDescription)
}

// NoRetryError replaces requestconfig.noRetryError.
type NoRetryError struct{ Err error }

func (e *NoRetryError) Error() string { return e.Err.Error() }
func (e *NoRetryError) Unwrap() error { return e.Err }

const testPackage = "github.com/errand-go/errand/adapters/openaiadapter_test"

func TestMain(m *testing.M) {
	openaiadapter.Imitate(
		shape.T(testPackage, "Error"), shape.T(testPackage, "StreamError"), shape.T(testPackage, "OAuthError"),
		shape.T(testPackage, "NoRetryError"))
	os.Exit(m.Run())
}

// stream reads the events of a response like packages/ssestream.
func stream(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		var event struct{ Error json.RawMessage }
		if err := json.Unmarshal(data, &event); err != nil {
			return err
		}
		if event.Error != nil {
			return &StreamError{
				Message: "received error while streaming: " + string(event.Error),
				Event:   Event{Data: append(bytes.Clone(data), '\n')},
			}
		}
	}
	return errors.Join(lines.Err(), io.ErrUnexpectedEOF)
}
