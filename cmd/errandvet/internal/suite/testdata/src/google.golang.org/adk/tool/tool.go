// Package tool has the names of ADK that the tests need.
package tool

import "context"

type Context interface {
	context.Context
	FunctionCallID() string
}
