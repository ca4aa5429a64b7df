package adapter

import (
	"context"

	"github.com/errand-go/errand/internal/callkey"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A KeyedCall is one logical call of a host that makes several attempts of it:
//
//   - ID is the host's id of the call, and State.Salt at least 16 random bytes that are stored
//     with the call, or a secret of its tenant. Without one, the first attempt makes it.
//   - State is what Keeper stored of the attempts before, perhaps in another process.
//   - Keeper stores what an attempt adds to State before it sends a request; without one,
//     State.With of the addition is kept in memory only.
//
// The loop of package agent, package temporalerrand and the middlewares for MCP servers make
// one for each of their calls.
type KeyedCall = callkey.Call

// A CallState is the record of a [KeyedCall]: what its key is made of, and the fingerprints
// of the requests that its attempts sent.
type CallState = callkey.State

// A CallKeeper stores what the attempts of a [KeyedCall] send.
type CallKeeper = callkey.Keeper

// WithCallKey begins an attempt of a call, and returns its context.
func WithCallKey(ctx context.Context, call *KeyedCall) context.Context {
	call.Begin()
	return context.WithValue(ctx, callkey.Key{}, call)
}

// CallKey returns the key of the logical call to which ctx belongs: a UUID that is the same in
// every attempt of the call, and another one in every other call. It shows nothing of the
// call. It is "" outside of a call with a key, and if what it is made of could not be stored
// with the call; then the call's requests through httpadapter.Transport are not sent.
//
// Pass it to services whose keys are not headers, and to SDKs that write a key themselves.
// See docs/outcomes.md.
func CallKey(ctx context.Context) string {
	call := callkey.From(ctx)
	if call == nil {
		return ""
	}
	key, _ := call.Value(ctx) // the error is that of the next request
	return key
}

// keyed returns the error of an attempt with what the keys of its call mean: a request with a
// key that had no answer may have been carried out, also if a later one was refused, and
// another attempt does nothing twice while all keys are valid.
func keyed(ctx context.Context, te *toolerr.ToolRuntimeError, v *wire.Evidence) *toolerr.ToolRuntimeError {
	call := callkey.From(ctx)
	if call == nil {
		return te
	}
	k := call.Verdict()
	switch {
	case k.Last.IsZero():
		return te
	case k.Said == callkey.Final && te.Answered() && te.StatusCode() < 500:
		return te.WithKind(toolerr.KindToolFatal, toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithDeveloperMessage(
			"the service had the idempotency key with other parameters: the tool uses it for two requests"))
	case k.Said == callkey.Nothing && te.StatusCode() == 409:
		te = te.With(toolerr.WithCanRetry(true), toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff), toolerr.WithHint(toolerr.Message{}))
	}
	if k.Open && te.Effect() != toolerr.EffectUnknown {
		te = te.With(toolerr.WithEffect(toolerr.EffectUnknown))
	}
	n := note.Note{Keyed: -1}
	if !v.Others && !k.Until.IsZero() && te.Effect() == toolerr.EffectUnknown {
		n.Keyed = k.Until.UnixNano()
	}
	return te.With(toolerr.WithNote(n))
}
