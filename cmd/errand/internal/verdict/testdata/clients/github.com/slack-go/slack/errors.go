package slack

type SlackErrorResponse struct{ Err, Needed string }

func (e SlackErrorResponse) Error() string { return "slack" }

type StatusCodeError struct{ Code int }

func (e StatusCodeError) Error() string { return "slack" }
