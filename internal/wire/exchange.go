// Package wire records the HTTP exchanges of a tool's call. httpadapter.Transport writes
// the record, and package adapter reads it.
package wire

import (
	"context"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// An Exchange is the record of one HTTP exchange. It has no other header values, and only
// the first bytes of the body, until the call has ended.
type Exchange struct {
	// Method, Scheme, Host and Path are the request's.
	Method, Scheme, Host, Path string
	// Connected reports whether the exchange had a connection. Without one it had no effect.
	Connected bool
	// Status is the HTTP status of the response, or 0.
	Status int
	// Wait is the wait in the response, if HasWait is set.
	Wait    time.Duration
	HasWait bool
	// RequestID is the service's id of the request, or "".
	RequestID string
	// Body is the part of the response's body that was read.
	Body Body
	// Overlaps reports whether another exchange of the call was open when this one began.
	Overlaps bool
	// Open reports whether the response's header has not arrived yet.
	Open bool
}

// A Body is the record of a response's body, as far as it was read.
type Body struct {
	// Length is the number of bytes read.
	Length int64
	// Start holds the first of them.
	Start [16]byte
	// Ended reports whether the body was read to its end.
	Ended bool
	// Broken reports whether a read of the body failed before its end.
	Broken bool
	// Encoded reports whether the recorded bytes still have a content encoding, so that a
	// decoder's offsets differ.
	Encoded bool
}

// Record begins the record of an HTTP exchange. It returns nil if the call of ctx is not
// recorded (see [WithRecorder]); all methods of a nil *Recording do nothing.
func Record(ctx context.Context, method string, u *url.URL) *Recording {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	if r == nil {
		return nil
	}
	x := Exchange{Method: method}
	if u != nil {
		x.Scheme, x.Host, x.Path = u.Scheme, u.Host, u.Path
	}
	return r.record().begin(x)
}

// A Recording is the record of one exchange. Its methods may be called from any goroutine,
// also after the call has returned.
type Recording struct {
	record   *record
	outer    *Recording // for the call around this one
	exchange Exchange
}

// Sent records that a connection was requested, as the trace of the call does for every
// request (see [Trace]).
func (r *Recording) Sent() {
	for ; r != nil; r = r.outer {
		r.record.recorded.Add(1)
	}
}

// Connected records that the exchange has a connection, as the trace of the call does for
// every request.
func (r *Recording) Connected() {
	for ; r != nil; r = r.outer {
		r.record.connected.Add(-1)
		r.update(func(x *Exchange) { x.Connected = true })
	}
}

// Reached reports whether the exchange has or had a connection, or is not recorded.
func (r *Recording) Reached() bool {
	if r == nil {
		return true
	}
	r.record.mu.Lock()
	defer r.record.mu.Unlock()
	return r.exchange.Connected
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

// Waits records a wait that only the body names.
func (r *Recording) Waits(wait time.Duration) {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) {
			if !x.HasWait {
				x.Wait, x.HasWait = wait, true
			}
		})
	}
}

// Encoded records that the body is read with its content encoding.
func (r *Recording) Encoded() {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) { x.Body.Encoded = true })
	}
}

// Broke records that a read of the body failed.
func (r *Recording) Broke() {
	for ; r != nil; r = r.outer {
		r.update(func(x *Exchange) { x.Body.Broken = true })
	}
}

// Read records bytes of the body, and whether they were the last ones.
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

// Ended records that the exchange is over: the response's header arrived, or none will.
func (r *Recording) Ended() {
	for ; r != nil; r = r.outer {
		r.record.mu.Lock()
		if r.exchange.Open {
			r.exchange.Open = false
			r.record.underWay--
		}
		r.record.mu.Unlock()
	}
}

func (r *Recording) update(change func(*Exchange)) {
	r.record.mu.Lock()
	defer r.record.mu.Unlock()
	change(&r.exchange)
}

// A Recorder is the context of [WithRecorder]. It is small, because most calls of some
// tools send no request.
type Recorder struct {
	context.Context //nolint:containedctx // this is a context
	made            atomic.Pointer[record]
}

// record holds the exchanges of a call, from the first request on.
type record struct {
	outer *record // of the call around this one

	sent      atomic.Int64 // requests that requested a connection with the call's context
	recorded  atomic.Int64 // those of them that are recorded
	connected atomic.Int64 // those of the others that got a connection

	tracing sync.Once
	trace   any // what [Trace] makes

	called atomic.Bool // see [CallInside]

	mu       sync.Mutex
	underWay int
	all      []*Recording
}

type recorderKey struct{}

// WithRecorder returns a context that records exchanges for this call and for the calls
// around it.
func WithRecorder(ctx context.Context) context.Context { return &Recorder{Context: ctx} }

// record returns the record of the call, and makes it if necessary.
func (r *Recorder) record() *record {
	if x := r.made.Load(); x != nil {
		return x
	}
	x := &record{}
	if outer, ok := r.Context.Value(recorderKey{}).(*Recorder); ok {
		x.outer = outer.record()
	}
	r.made.CompareAndSwap(nil, x)
	return r.made.Load()
}

// Value returns the recorder for its key, the trace for the key of [Trace], and values of
// the outer context for others.
func (r *Recorder) Value(key any) any {
	switch {
	case key == (recorderKey{}):
		return r
	case tracer.key != nil && key == tracer.key:
		x := r.record()
		x.tracing.Do(func() {
			x.trace = tracer.value(r.Context, func() { x.sent.Add(1) }, func() { x.connected.Add(1) })
		})
		return x.trace
	}
	return r.Context.Value(key)
}

var tracer struct {
	key   any
	value func(ctx context.Context, sent, connected func()) any
}

// Trace makes the context of [WithRecorder] have a value for the key, which calls sent for
// each HTTP request that requests a connection, recorded or not, and connected if the request
// gets one. value gets the outer context. Package httpadapter calls Trace when it is initialised, so that a program without
// it does not link net/http.
func Trace(key any, value func(ctx context.Context, sent, connected func()) any) {
	tracer.key, tracer.value = key, value
}

func (r *record) begin(x Exchange) *Recording {
	rec := &Recording{record: r, exchange: x}
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

// Recorded reports whether exchanges of the call of ctx are recorded.
func Recorded(ctx context.Context) bool {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	return r != nil
}

// AttachCall records that a model's call is attached to a context below that of a recorder.
func AttachCall(ctx context.Context) {
	if r, ok := ctx.Value(recorderKey{}).(*Recorder); ok {
		r.record().called.Store(true)
	}
}

// CallInside reports whether a call was attached to a context below that of the recorder of
// ctx, so that ctx does not have it.
func CallInside(ctx context.Context) bool {
	r, ok := ctx.Value(recorderKey{}).(*Recorder)
	return ok && r.made.Load() != nil && r.record().called.Load()
}
