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
