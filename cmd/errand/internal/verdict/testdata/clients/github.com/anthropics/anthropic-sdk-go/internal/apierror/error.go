package apierror

import "net/http"

type Error struct {
	StatusCode int
	RequestID  string
	Request    *http.Request
	Response   *http.Response
	Raw        string
}

func (e *Error) Error() string   { return "anthropic" }
func (e *Error) RawJSON() string { return e.Raw }
