// Package tools has the names of langchaingo that the tests need.
package tools

import "context"

type Tool interface {
	Name() string
	Description() string
	Call(ctx context.Context, input string) (string, error)
}
