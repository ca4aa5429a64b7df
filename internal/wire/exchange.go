// Package wire records what a transport knew of the HTTP exchanges of a tool's
// call. httpadapter.Transport writes the record, and package adapter reads it.
package wire

import (
	"context"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// An Exchange is what the wire knew about one HTTP exchange. Beyond these it holds
// no header values, and of the body only the first bytes, until the call has ended.
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
	// Body is what was read of the response's body.
	Body Body
	// Overlaps reports that another exchange of the call was under way when this one
	// began.
	Overlaps bool
	// Open reports that the exchange is not over: its response's header has not come.
	Open bool
}

// A Body is what is known of a response's body as far as it was read.
type Body struct {
	// Length is the number of bytes that were read.
	Length int64
	// Start holds the first of them.
	Start [16]byte
	// Ended reports that the body was read to its end.
	Ended bool
	// Encoded reports that what was read still has a content encoding, so that a
	// decoder counts other bytes.
	Encoded bool
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
}

// Sent records that a connection was asked for, as the trace of the call does for every
// request (see [Trace]).
func (r *Recording) Sent() {
	for ; r != nil; r = r.outer {
		r.recorder.recorded.Add(1)
	}
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

// Encoded records that the body is read with its content encoding.
func (r *Recording) Encoded() {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) { x.Body.Encoded = true })
	}
}

// Read records bytes of the body, and whether they were the last.
func (r *Recording) Read(p []byte, ended bool) {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) {
			b := &x.Body
			if b.Length < int64(len(b.Start)) {
				copy(b.Start[b.Length:], p)
			}
			b.Length += int64(len(p))
			b.Ended = b.Ended || ended
		})
	}
}

// Ended records that the exchange is over: the response's header came, or none
// will.
func (r *Recording) Ended() {
	for ; r != nil; r = r.outer {
		r.recorder.mu.Lock()
		if r.exchange.Open {
			r.exchange.Open = false
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

// recorder holds the exchanges of one call of a tool, and is its context.
type recorder struct {
	context.Context //nolint:containedctx // this is a context
	outer           *recorder

	sent     atomic.Int64 // requests that asked for a connection with the call's context
	recorded atomic.Int64 // those of them that are recorded

	mu       sync.Mutex
	underWay int
	all      []*Recording
}

type recorderKey struct{}

// WithRecorder returns a context under which exchanges are recorded, for this
// call and for those around it.
func WithRecorder(ctx context.Context) context.Context {
	r := &recorder{Context: ctx}
	r.outer, _ = ctx.Value(recorderKey{}).(*recorder)
	if trace == nil {
		return r
	}
	return trace(r, func(string) { r.sent.Add(1) })
}

// Value returns the recorder, and what the context around it holds.
func (r *recorder) Value(key any) any {
	if key == (recorderKey{}) {
		return r
	}
	return r.Context.Value(key)
}

var trace func(ctx context.Context, sent func(address string)) context.Context

// Trace makes [WithRecorder] call f, which returns a context under which sent is called
// for each HTTP request that asks for a connection, recorded or not. Package httpadapter
// sets it when it is initialised, so that a program without it links no net/http.
func Trace(f func(ctx context.Context, sent func(address string)) context.Context) { trace = f }

func (r *recorder) begin(x Exchange) *Recording {
	rec := &Recording{recorder: r, exchange: x}
	if r.outer != nil {
		rec.outer = r.outer.begin(x)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	rec.exchange.Overlaps, rec.exchange.Open = r.underWay > 0, true
	r.underWay++
	r.all = append(r.all, rec)
	return rec
}

// Exchanges returns what was recorded so far for the call that ctx belongs to, and
// whether the call sent requests that were not recorded. Requests without the call's
// context remain unknown.
func Exchanges(ctx context.Context) (all []Exchange, others bool) {
	r, _ := ctx.Value(recorderKey{}).(*recorder)
	if r == nil {
		return nil, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.all) > 0 {
		all = make([]Exchange, len(r.all))
	}
	for i, rec := range r.all {
		all[i] = rec.exchange
	}
	return all, r.sent.Load() > r.recorded.Load()
}
