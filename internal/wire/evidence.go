package wire

import (
	"context"
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// Evidence is the record of the HTTP exchanges of a call, in their order. It is empty
// without a transport that records.
type Evidence struct {
	All []Exchange
	// Others reports whether the call sent requests that were not recorded. Requests without
	// the call's context are not known.
	Others bool
	// Connected reports whether one of these had a connection.
	Connected bool
	// Sent is the number of requests with the call's context, recorded or not.
	Sent int64
}

// EvidenceOf returns the exchanges recorded so far for the call of ctx, which may be nil.
func EvidenceOf(ctx context.Context) (v Evidence) {
	if ctx == nil {
		return v
	}
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	if r == nil || r.made.Load() == nil {
		return v
	}
	x := r.record()
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.all) > 0 {
		v.All = make([]Exchange, len(x.all))
	}
	for i, rec := range x.all {
		v.All[i] = rec.exchange
	}
	v.Sent = x.sent.Load()
	v.Others, v.Connected = v.Sent > x.recorded.Load(), x.connected.Load() > 0
	return v
}

// Last returns the last exchange, or nil.
func (v *Evidence) Last() *Exchange {
	if len(v.All) == 0 {
		return nil
	}
	return &v.All[len(v.All)-1]
}

// Failed reports whether the last exchange failed, also in its body.
func (v *Evidence) Failed() bool {
	last := v.Last()
	return last != nil && (last.Status == 0 || last.Status >= 400 || last.Body.Broken)
}

// Requested returns the last exchange with the method, the URL and, if present, the status
// of an error. It returns nil if the error has no status and such exchanges ended
// differently, or if a request was not recorded.
func (v *Evidence) Requested(te *toolerr.ToolRuntimeError) (x *Exchange) {
	status := te.StatusCode()
	if v.Others && status == 0 {
		return nil
	}
	for i := range v.All {
		y := &v.All[i]
		switch {
		case !te.IsAbout(y.Method, y.Route()), status != 0 && y.Status != status:
		case x != nil && (!alike(x, y) || y.Overlaps):
			return nil
		default:
			x = y
		}
	}
	return x
}

// Sole returns the exchange of a call with only one, where retries of the same request
// count as one. It returns nil if there are others, if another one overlapped it, or if a
// request was not recorded.
func (v *Evidence) Sole() *Exchange {
	last := v.Last()
	if last == nil || last.Overlaps || v.Others {
		return nil
	}
	for i := range v.All {
		if !alike(&v.All[i], last) {
			return nil
		}
	}
	return last
}

// Final returns the last exchange of a call if all earlier ones succeeded, or failed with
// the same status, as with a fallback to another endpoint. It returns nil if there is none,
// or if a request was not recorded. If others overlapped it, all must have failed with its
// status, and the result has no more than that and the longest wait.
func (v *Evidence) Final() *Exchange {
	last := v.Last()
	if last == nil || v.Others {
		return nil
	}
	if last.Overlaps {
		same := Exchange{Method: last.Method, Status: last.Status}
		for i := range v.All {
			x := &v.All[i]
			if x.Status != last.Status || x.Status < 400 || x.HasWait != last.HasWait {
				return nil
			}
			same.Wait, same.HasWait = max(same.Wait, x.Wait), x.HasWait
			same.Connected, same.Open = same.Connected || x.Connected, same.Open || x.Open
		}
		return &same
	}
	for i := range v.All {
		if x := &v.All[i]; (x.Status != last.Status || x.HasWait != last.HasWait) && (x.Status < 200 || x.Status >= 400) {
			return nil
		}
	}
	return last
}

// alike reports whether two exchanges have the same request and ended in the same way, so
// that either may stand for an error.
func alike(x, y *Exchange) bool {
	return x.Method == y.Method && x.Route() == y.Route() && x.Status == y.Status
}

// Route returns the URL of an exchange without its query.
//
//go:noinline
func (x *Exchange) Route() string {
	if x.Host == "" {
		return ""
	}
	return x.Scheme + "://" + x.Host + x.Path
}

// MayHaveActed reports whether an exchange of the call can have changed something.
func (v *Evidence) MayHaveActed() bool {
	return v.Others || slices.ContainsFunc(v.All, func(x Exchange) bool { return x.MayHaveActed() })
}

// Safe reports whether all exchanges had methods that change nothing.
func (v *Evidence) Safe() bool {
	return !slices.ContainsFunc(v.All, func(x Exchange) bool { return !toolerr.SafeMethod(x.Method) })
}

// MayHaveActed reports whether the exchange can have changed something: it had a
// connection, its method is not safe, and the service did not refuse it.
func (x *Exchange) MayHaveActed() bool {
	refused := x.Status >= 400 && x.Status < 500 || x.Status == 503 && x.HasWait
	return (x.Connected || x.Open) && !refused && x.Method != "" && !toolerr.SafeMethod(x.Method)
}
