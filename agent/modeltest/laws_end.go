package modeltest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

func lawCancel(r *trial) {
	sent := []int{0}
	if r.stream {
		_, p := r.hear(scene{answer: saying(answerText)})
		pieces, _ := p.said()
		sent = append(sent, pieces/2)
	}
	for _, n := range sent {
		silence := scene{answer: saying(answerText), end: silent, sent: n}
		r.ends(silence, func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(time.Minute, cancel)
			return ctx, cancel
		}, toolerr.ClassCanceled)
		r.ends(silence, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Minute)
		}, toolerr.KindToolTimeout, toolerr.KindNetworkTransportTimeout) // some clients cannot distinguish the time limits
	}
}

// ends ends a context while the provider is silent.
func (r *trial) ends(silence scene, within func(context.Context) (context.Context, context.CancelFunc), want ...error) {
	r.bubble(r.plays(silence), func(t *testing.T, m agent.Model) {
		ctx, cancel := within(t.Context())
		defer cancel()
		start := time.Now()
		s, ok := r.ask(ctx, m, nil)
		if !ok {
			return
		}
		if took := time.Since(start); took > time.Minute {
			r.add("the context ended after 1m0s, and Generate returned after %s", took)
		}
		if s.Answer != nil {
			r.add("the context ended, and there is the answer %q", s.text())
		}
		if s.Err == nil {
			return // the loop checks its own context
		}
		err := r.suite.Adapters.For(m.Name()).Adapt(ctx, s.Err)
		if !slices.ContainsFunc(want, func(w error) bool { return errors.Is(err, w) }) {
			r.add("the context ended (%v), and the error says: %v", ctx.Err(), firstLine(err))
		}
	})
}

// lawBreak stops at the first delta, before the rest of the answer, and at the end of the
// sequence.
func lawBreak(r *trial) {
	stops := map[string]func(s *sequence) bool{
		"at the answer": func(s *sequence) bool { return s.Answer != nil },
		"at once":       func(*sequence) bool { return true },
	}
	for name, enough := range stops {
		p := r.plays(scene{answer: saying(answerText)})
		r.bubble(p, func(t *testing.T, m agent.Model) {
			if _, ok := r.ask(t.Context(), m, enough); !ok {
				r.add("it goes on when the loop stops %s", name)
			}
		})
	}
	r.bubble(r.plays(scene{answer: refusing(503)}), func(t *testing.T, m agent.Model) {
		r.ask(t.Context(), m, func(s *sequence) bool { return s.Err != nil })
	})
	if !r.stream {
		return
	}
	_, p := r.hear(scene{answer: saying(answerText)})
	pieces, _ := p.said()
	p = r.plays(scene{answer: saying(answerText), end: silent, sent: pieces - 1})
	r.bubble(p, func(t *testing.T, m agent.Model) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel() // after the check: the loop's own context lives on, too
		if _, ok := r.ask(ctx, m, func(s *sequence) bool { return len(s.Deltas) > 0 }); !ok {
			return
		}
		synctest.Wait()
		if p.busy() > 0 {
			r.add("the loop stopped ranging, and the request goes on")
		}
	})
}
