// Package wire records what a transport knew of the HTTP exchanges of a tool's
// call. httpadapter.Transport writes the record, and package adapter reads it.
package wire

import (
	"context"
	"net/url"
	"sync"
	"time"
)

// An Exchange is what the wire knew about one HTTP exchange. It holds no bodies
// and no header values beyond these.
type Exchange struct {
	// Method, Scheme, Host and Path are the request's.
	Method, Scheme, Host, Path string
	// Connected reports whether the exchange ever had a connection. Without one
	// nothing can have been done.
	Connected bool
	// Status is the HTTP status that came; 0 if none did.
	Status int
	// Wait is how long the response asks to wait, if HasWait.
	Wait    time.Duration
	HasWait bool
	// RequestID is the id the service gave the request; "" if it gave none.
	RequestID string
}

// Record begins the record of an HTTP exchange. It returns nil if the call that
// ctx belongs to is not recorded (see [WithRecorder]); all methods of a nil
// *Recording do nothing.
func Record(ctx context.Context, method string, u *url.URL) *Recording {
	r, _ := ctx.Value(recorderKey{}).(*recorder)
	if r == nil {
		return nil
	}
	x := Exchange{Method: method}
	if u != nil {
		x.Scheme, x.Host, x.Path = u.Scheme, u.Host, u.Path
	}
	return r.begin(x)
}

// A Recording is the record of one exchange. Its methods may be called from any
// goroutine, also after the call it belongs to has returned.
type Recording struct {
	recorder *recorder
	outer    *Recording // of the call around this one
	exchange Exchange
	overlaps bool // another exchange of the call was under way when it began
	ended    bool
}

// Connected records that the exchange has a connection.
func (r *Recording) Connected() {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) { x.Connected = true })
	}
}

// Answered records the response.
func (r *Recording) Answered(status int, wait time.Duration, hasWait bool, requestID string) {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) {
			x.Connected = true
			x.Status, x.Wait, x.HasWait, x.RequestID = status, wait, hasWait, requestID
		})
	}
}

// Ended records that the exchange is over: the response's header came, or none
// will.
func (r *Recording) Ended() {
	for ; r != nil; r = r.outer {
		r.recorder.mu.Lock()
		if !r.ended {
			r.ended = true
			r.recorder.underWay--
		}
		r.recorder.mu.Unlock()
	}
}

func (r *Recording) update(change func(*Exchange)) {
	r.recorder.mu.Lock()
	defer r.recorder.mu.Unlock()
	change(&r.exchange)
}

// recorder holds the exchanges of one call of a tool.
type recorder struct {
	outer *recorder

	mu       sync.Mutex
	underWay int
	all      []*Recording
}

type recorderKey struct{}

// WithRecorder returns a context under which exchanges are recorded, for this
// call and for those around it.
func WithRecorder(ctx context.Context) context.Context {
	outer, _ := ctx.Value(recorderKey{}).(*recorder)
	return context.WithValue(ctx, recorderKey{}, &recorder{outer: outer})
}

func (r *recorder) begin(x Exchange) *Recording {
	rec := &Recording{recorder: r, exchange: x}
	if r.outer != nil {
		rec.outer = r.outer.begin(x)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	rec.overlaps = r.underWay > 0
	r.underWay++
	r.all = append(r.all, rec)
	return rec
}

// Exchanges returns what was recorded so far for the call that ctx belongs to, and
// whether the last exchange overlapped no other, so that its answer is about this
// error.
func Exchanges(ctx context.Context) (all []Exchange, alone bool) {
	r, _ := ctx.Value(recorderKey{}).(*recorder)
	if r == nil {
		return nil, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, rec := range r.all {
		all, alone = append(all, rec.exchange), !rec.overlaps
	}
	return all, alone
}
