package errors

type StatusCause struct{ Type string }

type StatusDetails struct {
	RetryAfterSeconds int32
	Causes            []StatusCause
}

type Status struct {
	Reason  string
	Code    int32
	Details *StatusDetails
}

type StatusError struct{ ErrStatus Status }

func (e *StatusError) Error() string { return "kubernetes" }
