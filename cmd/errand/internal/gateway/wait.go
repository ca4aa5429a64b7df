package gateway

import (
	"context"
	"time"

	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/internal/wire" //nolint:depguard // nobody imports the command
	"github.com/errand-go/errand/toolerr"
)

// A call that fails maxRepeats times, each time at most pauseRepeats after the time before,
// is not sent for stopFor.
const (
	maxRepeats   = 3
	pauseRepeats = 10 * time.Second
	stopFor      = time.Minute
	keptRepeats  = 256
)

// A repeat counts the failures of one call.
type repeat struct {
	n    int
	last time.Time
}

// stops reports whether the call is not sent now.
func (r repeat) stops() bool { return r.n >= maxRepeats && time.Since(r.last) < stopFor }

// waitKey returns whose waits a tool shares: those of the host that it called last, if that
// was observed.
func (s *Session) waitKey(_ context.Context, tool string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if host := s.hosts[tool]; host != "" {
		return "host " + host
	}
	return "tool " + tool
}

// refuse returns the answer to a call that is not sent, or nil.
func (s *Session) refuse(c *call) []byte {
	if c.Method != methodCall {
		return nil
	}
	if _, err := c.chain.Admit(c.ctx); err != nil {
		return s.failure(c, err, nil, nil)
	}
	s.mu.Lock()
	stopped := len(s.failed) > 0 && s.failed[digest(c)].stops()
	s.mu.Unlock()
	if !stopped {
		return nil
	}
	return s.failure(c, toolerr.New(toolerr.KindToolFatal,
		toolerr.Msgf("The same call failed %s times in a row, so it was not sent again.", toolerr.Int(maxRepeats)),
		toolerr.WithHint(toolerr.Msg("Change the arguments, or go on without this call. It can be sent again in a minute.")),
		toolerr.WithCode(toolerr.CodeConflict), toolerr.WithEffect(toolerr.EffectNone)), nil, nil)
}

func digest(c *call) string { return c.Name + " " + toolargs.Hash(c.Arguments) }

// count counts the failures of a call that a retry does not help, and forgets them after a
// success, for which te is nil.
func (s *Session) count(c *call, te *toolerr.ToolRuntimeError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.Method != methodCall || te == nil && len(s.failed) == 0 {
		return
	}
	key := digest(c)
	r := s.failed[key]
	switch {
	case te == nil:
		delete(s.failed, key)
	case te.CanRetry(), r.stops():
	default:
		if len(s.failed) >= keptRepeats {
			clear(s.failed)
		}
		if c.began.Sub(r.last) > pauseRepeats {
			r.n = 0
		}
		s.failed[key] = repeat{r.n + 1, time.Now()}
	}
}

// hung returns the error of a call whose time is over. upset is that of its last exchange. One
// that was seen to send only requests that change nothing, or that were refused, had no effect.
func hung(c *call, upset error) error {
	v := wire.EvidenceOf(c.ctx)
	switch {
	case len(v.All) == 0 || v.MayHaveActed():
	case upset != nil: // its client waits to send the request again
		return upset
	case v.Safe():
		return toolerr.New(toolerr.KindToolTimeout, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	}
	return context.DeadlineExceeded
}

// lost returns the error of a call whose server has ended.
func lost() error {
	return toolerr.New(toolerr.KindNetworkTransportUnreachable, toolerr.Msg("The MCP server ended before it answered. The call may have been carried out."),
		toolerr.WithEffect(toolerr.EffectUnknown))
}

// unavailable returns the error of a call for which there is no server.
func unavailable() error {
	return toolerr.Retryable(toolerr.Msg("The MCP server is not available, so the call was not executed."), toolerr.Message{},
		toolerr.WithEffect(toolerr.EffectNone))
}
