package minio

type ErrorResponse struct {
	Code, Message, RequestID, HostID, Server string
	StatusCode                               int
}

func (e ErrorResponse) Error() string { return "minio" }
