// Package tool has the names of eino that the tests need.
package tool

import "context"

type Option struct{}

type InvokableTool interface {
	InvokableRun(ctx context.Context, argumentsInJSON string, opts ...Option) (string, error)
}
