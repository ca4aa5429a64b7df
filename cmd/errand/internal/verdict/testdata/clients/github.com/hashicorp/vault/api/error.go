package api

type ResponseError struct {
	HTTPMethod, URL string
	StatusCode      int
}

func (e *ResponseError) Error() string { return "vault" }
