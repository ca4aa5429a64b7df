package types

type ErrorCause struct {
	CausedBy  *ErrorCause
	Reason    *string
	RootCause []ErrorCause
	Type      string
}

type ElasticsearchError struct {
	ErrorCause ErrorCause
	Status     int
}

func (e *ElasticsearchError) Error() string { return "elastic" }
