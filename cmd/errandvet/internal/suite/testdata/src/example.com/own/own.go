// Package own has sinks that a flag names. // want package:"read"
package own

import (
	"os"

	"example.com/chat"
)

func use() {
	_, err := os.Stat("x")
	chat.Send(1, err.Error())          // want "text of os.Stat reaches a model through chat.Send"
	(&chat.Client{}).Post(err.Error()) // want "chat.Client.Post"
	_ = chat.Reply{Text: err.Error()}  // want "chat.Reply.Text"
	_ = chat.Reply{Note: err.Error()}
	chat.Handle(func(in string) error { return os.Remove(in) }) // want "text of os.Remove reaches a model through the error of a tool"
}

func answer(r chat.Request) (string, error) {
	if err := os.Remove("x"); err != nil {
		return "", err // want "text of os.Remove"
	}
	return "done", nil
}

// run is a tool: it returns a Result of the host.
func run(input string) (chat.Result, error) {
	if err := os.Remove(input); err != nil {
		return chat.Text("cannot remove: " + err.Error()), nil // want "text of os.Remove reaches a model through chat.Result.Parts"
	}
	if err := os.Remove(input); err != nil {
		return shown(err), nil
	}
	if err := os.Remove(input); err != nil {
		return chat.Result{}, err // want "text of os.Remove reaches a model through the error of a tool"
	}
	return chat.Text("done"), nil
}

func shown(err error) chat.Result {
	return chat.Text(err.Error()) // want "text of os.Remove, passed at own.go:32"
}

// answered is a result type of this package, which a helper fills.
type answered struct{ Text string } // want Text:`tainted\(os.Stat\)`

func failed(err error) answered { return answered{Text: err.Error()} } // want "text of os.Stat, passed at own.go:51"

func answers() answered {
	if _, err := os.Stat("x"); err != nil {
		return failed(err)
	}
	return answered{Text: "done"}
}

type tool struct{}

func (tool) Run(input string) (string, error) { // want Run:`text\(1, os.Remove\)`
	return "", os.Remove(input) // want "text of os.Remove reaches a model through the error of a tool"
}
