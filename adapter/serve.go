package adapter

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// Serve runs a tool for a host that has no middleware of errand's, and returns what the
// model reads. It does in one call what [WithCall], [Do] and [toolerr.Result] do. call has
// the arguments that the model sent and the schema that it was shown. Without arguments, the
// model reads no words of its call. If the result cannot be encoded, that is an error of the
// tool, for the registry's observer and logger too.
func Serve[T any](
	ctx context.Context, r Registry, tool string, call Call, fn func(context.Context) (T, error), opts ...WrapOption,
) toolerr.Payload {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx = withCall(ctx, call)
	chain := r.For(tool)
	out, err := Do(ctx, chain, fn, opts...)
	p := toolerr.Result(out, err)
	if err == nil && p.IsError() {
		if te, ok := toolerr.Find(chain.Adapt(ctx, p.Err())); ok {
			p = p.WithError(te)
		}
	}
	return p
}
