// Package adapter has the names of errand that the tests need.
package adapter

import "context"

type Registry struct{}

func (r Registry) With(tool string) Registry { return r }

func (r Registry) WithObserver(o any) Registry { return r }

func (r Registry) For(tool string) Chain { return Chain{} }

type Chain struct{}

func (c Chain) WithDisclosure(d int) Chain { return c }

func (c Chain) Adapt(ctx context.Context, err error) error { return err }

func Wrap[In, Out any](fn func(context.Context, In) (Out, error), c Chain) func(context.Context, In) (Out, error) {
	return fn
}
