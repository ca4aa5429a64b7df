package stripe

import "net/http"

type APIResponse struct{ Header http.Header }

type Error struct {
	HTTPStatusCode                                 int
	Type, Code, DeclineCode, Param, RequestID, Msg string
	LastResponse                                   *APIResponse
}

func (e *Error) Error() string { return "stripe" }
