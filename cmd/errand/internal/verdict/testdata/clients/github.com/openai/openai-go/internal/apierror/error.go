package apierror

import "net/http"

type Error struct {
	StatusCode                 int
	Code, Type, Param, Message string
	Request                    *http.Request
	Response                   *http.Response
}

func (e *Error) Error() string { return "openai" }
