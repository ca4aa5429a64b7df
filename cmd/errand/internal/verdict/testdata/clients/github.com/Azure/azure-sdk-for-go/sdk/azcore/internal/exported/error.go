package exported

import "net/http"

type ResponseError struct {
	ErrorCode   string
	StatusCode  int
	RawResponse *http.Response
}

func (e *ResponseError) Error() string { return "azure" }
