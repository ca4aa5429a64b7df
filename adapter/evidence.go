package adapter

import (
	"context"
	"slices"

	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// evidence is the record of the HTTP exchanges of a call. It is empty without a transport
// that records.
type evidence struct {
	all    []wire.Exchange
	others bool // some requests were not recorded
}

func recorded(ctx context.Context) (v evidence) {
	if ctx != nil {
		v.all, v.others = wire.Exchanges(ctx)
	}
	return v
}

// last returns the last exchange, or nil.
func (v *evidence) last() *wire.Exchange {
	if len(v.all) == 0 {
		return nil
	}
	return &v.all[len(v.all)-1]
}

// failed reports whether the last exchange failed.
func (v *evidence) failed() bool {
	last := v.last()
	return last != nil && (last.Status == 0 || last.Status >= 400)
}

// requested returns the last exchange with the method, the URL and, if present, the status
// of an error. It returns nil if the error has no status and such exchanges ended
// differently, or if a request was not recorded.
func (v *evidence) requested(te *toolerr.ToolRuntimeError) (x *wire.Exchange) {
	status := te.StatusCode()
	if v.others && status == 0 {
		return nil
	}
	for i := range v.all {
		y := &v.all[i]
		switch {
		case !te.IsAbout(y.Method, route(y)), status != 0 && y.Status != status:
		case x != nil && (!alike(x, y) || y.Overlaps):
			return nil
		default:
			x = y
		}
	}
	return x
}

// sole returns the exchange of a call with only one, where retries of the same request
// count as one. It returns nil if there are others, if another one overlapped it, or if a
// request was not recorded.
func (v *evidence) sole() *wire.Exchange {
	last := v.last()
	if last == nil || last.Overlaps || v.others {
		return nil
	}
	for i := range v.all {
		if !alike(&v.all[i], last) {
			return nil
		}
	}
	return last
}

// final returns the last exchange of a call if all earlier ones succeeded, or failed with
// the same status, as with a fallback to another endpoint. It returns nil if there is none,
// or if a request was not recorded. If others overlapped it, all must have failed with its
// status, and the result has no more than that and the longest wait.
func (v *evidence) final() *wire.Exchange {
	last := v.last()
	if last == nil || v.others {
		return nil
	}
	if last.Overlaps {
		same := wire.Exchange{Method: last.Method, Status: last.Status}
		for i := range v.all {
			x := &v.all[i]
			if x.Status != last.Status || x.Status < 400 || x.HasWait != last.HasWait {
				return nil
			}
			same.Wait, same.HasWait = max(same.Wait, x.Wait), x.HasWait
			same.Connected, same.Open = same.Connected || x.Connected, same.Open || x.Open
		}
		return &same
	}
	for i := range v.all {
		if x := &v.all[i]; (x.Status != last.Status || x.HasWait != last.HasWait) && (x.Status < 200 || x.Status >= 400) {
			return nil
		}
	}
	return last
}

// alike reports whether two exchanges have the same request and ended in the same way, so
// that either may stand for an error.
func alike(x, y *wire.Exchange) bool {
	return x.Method == y.Method && route(x) == route(y) && x.Status == y.Status
}

// route returns the URL of an exchange without its query.
func route(x *wire.Exchange) string {
	if x.Host == "" {
		return ""
	}
	return x.Scheme + "://" + x.Host + x.Path
}

// mayHaveActed reports whether an exchange of the call can have changed something.
func (v *evidence) mayHaveActed() bool {
	return v.others || slices.ContainsFunc(v.all, func(x wire.Exchange) bool { return mayHaveActed(&x) })
}

// mayHaveActed reports whether the exchange can have changed something: it had a
// connection, its method is not safe, and the service did not refuse it.
func mayHaveActed(x *wire.Exchange) bool {
	refused := x.Status >= 400 && x.Status < 500 || x.Status == 503 && x.HasWait
	return (x.Connected || x.Open) && !refused && x.Method != "" && !toolerr.SafeMethod(x.Method)
}
