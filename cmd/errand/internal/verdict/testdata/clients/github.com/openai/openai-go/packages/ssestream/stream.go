package ssestream

type Event struct {
	Type string
	Data []byte
}

type StreamError struct {
	Message string
	Event   Event
}

func (e *StreamError) Error() string { return "openai" }
