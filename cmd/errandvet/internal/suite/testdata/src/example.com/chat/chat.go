// Package chat is a team's own.
package chat

type Request struct{}

type Reply struct{ Text, Note string }

type Client struct{}

func (*Client) Post(text string) {}

func Send(channel int, text string) {}

func Handle(f func(string) error) {}

// A Result is what a tool answers: its text is in a part.
type Result struct{ Parts []Part }

type Part interface{ part() }

type TextPart struct{ Text string }

func (*TextPart) part() {}

func Text(text string) Result { return Result{[]Part{&TextPart{text}}} }

// A Tool is what the host calls.
type Tool interface {
	Run(input string) (string, error)
}
