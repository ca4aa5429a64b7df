package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// Reconcile makes find find out how a call of the tool ended whose effect is not known: after
// a timeout, a lost connection, a failure of the service, or the end of the process. It gets
// the arguments and the key of the call (adapter.CallKey), and has 10 seconds, also if the run
// has ended. It must not change anything; adapter.CallAge tells it how long ago the call ended.
//
// If the call was carried out, the result is the call's. If it never will be, the loop may
// retry it. In all other cases, and after an error, the model reads that the call may have
// been carried out. The loop asks once after each attempt that it would not retry otherwise,
// and, after a restart, before the model reads of the call.
func Reconcile[In, Out any](find func(ctx context.Context, args In, key string) (Out, adapter.Outcome, error)) ToolOption {
	decode := toolargs.Decoder(reflect.TypeFor[In]())
	return func(t *FuncTool) {
		t.policy.Reconcile = func(ctx context.Context, args json.RawMessage, key string) (any, adapter.Outcome, error) {
			var in In
			if err := decode(args, &in); err != nil {
				return nil, adapter.OutcomeUnknown, err
			}
			out, o, err := find(ctx, in, key)
			return out, o, err
		}
	}
}

// reconcile returns the result of an attempt, after it was found out how it ended if its
// effect is not known. A function that was left running may still do what was never done.
func (t *turn) reconcile(c *callState, res *result, ended time.Time, left bool) *result {
	find := c.tool.policy.Reconcile
	if find == nil || res.err == nil {
		return res
	}
	args := bytes.Clone(c.args)
	found, o := adapter.Reconcile(&c.call.ctx, c.tool.chain, res.err, ended, func(ctx context.Context, key string) (*result, adapter.Outcome, error) {
		out, o, err := find(ctx, args, key)
		return encode(t.budget.limits.ResultBytes, out, nil), o, err
	})
	switch {
	case o == adapter.OutcomeDone && found.err == nil:
		res = found
	case o == adapter.OutcomeNever && !left:
		res.change(res.err.With(toolerr.WithEffect(toolerr.EffectNone)))
		res.proven = true
	default:
		return res
	}
	res.reconciled, c.call.Reconciled = o, o
	return res
}
