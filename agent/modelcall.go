package agent

import (
	"context"
	"time"

	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/toolerr"
)

// An asker calls the models of a run.
type asker struct {
	*host
	journal *journal
	instead namedModel // replaces the agents' models, if set
	leftOut bool       // an attachment was left out and reported
}

// ask returns the answer of a's model, of BeforeModel, or of OnModelError after a failure.
func (m *asker) ask(a *Agent, req *ModelRequest) (*ModelResponse, error) {
	if m.engine != nil {
		return m.askElsewhere(a, req)
	}
	ctx := m.agentContext(a)
	before := gather(m.host, a, func(c *Callbacks) []beforeModel { return c.BeforeModel })
	if len(before) > 0 { // they may write to the events' memory
		for i := range req.Contents {
			req.Contents[i] = *req.Contents[i].clone()
		}
	}
	resp, err := firstValue(m.host, ctx, before,
		func(ctx context.Context, f beforeModel) (*ModelResponse, error) { return f(ctx, req) })
	if err != nil {
		return nil, m.callbackError(err)
	}
	if resp = resp.clone(); resp == nil {
		if resp, err = m.askModel(ctx, a, req); err != nil {
			if resp = m.onModelError(ctx, a, req, err).clone(); resp == nil {
				return nil, err
			}
		}
	}
	for _, warning := range resp.Warnings {
		m.note(DiagModel, a.cfg.Name, nil, warning)
	}
	reason, usage := resp.FinishReason, resp.Usage
	after, err := firstValue(m.host, ctx, gather(m.host, a, func(c *Callbacks) []afterModel { return c.AfterModel }),
		func(ctx context.Context, f afterModel) (*ModelResponse, error) { return f(ctx, resp) })
	if err != nil {
		return nil, m.callbackError(err)
	}
	if after != nil {
		resp = after.clone()
	}
	if resp.FinishReason == "" { // the calls of a blocked answer must not run
		resp.FinishReason = reason
	}
	if resp.Usage == nil {
		resp.Usage = usage
	}
	return resp, nil
}

// onModelError calls OnModelError for an answer that replaces a failure.
func (m *asker) onModelError(ctx context.Context, a *Agent, req *ModelRequest, failure error) *ModelResponse {
	hard, ok := asRunError(failure)
	if !ok || hard.Kind == ErrMaxModelCalls || hard.Kind == ErrEgressRefused || m.again && again(hard.Detail()) {
		return nil
	}
	resp, err := firstValue(m.host, ctx, gather(m.host, a, func(c *Callbacks) []onModelError { return c.OnModelError }),
		func(ctx context.Context, f onModelError) (*ModelResponse, error) { return f(ctx, req, failure) })
	if err != nil {
		m.note(DiagCallback, a.cfg.Name, err, toolerr.Msg("OnModelError failed."))
		return nil
	}
	return resp
}

// model returns the model of an agent in this run.
func (m *asker) model(a *Agent) namedModel {
	if m.instead.Model != nil {
		return m.instead
	}
	return namedModel{a.cfg.Model, a.modelName}
}

// askModel calls the model, and retries where the limits allow it.
func (m *asker) askModel(ctx context.Context, a *Agent, req *ModelRequest) (*ModelResponse, error) {
	model := m.model(a)
	contents, left := m.readable(ctx, model.Model, req.Contents)
	if req.Contents = contents; left > 0 && !m.leftOut {
		m.leftOut = true
		m.note(DiagAttachment, a.cfg.Name, nil, toolerr.Msgf(
			"The model cannot read %s attachments of the session; they are left out of its requests.", toolerr.Int(left)))
	}
	for attempt := 1; ; attempt++ {
		if err := m.alive(); err != nil {
			return nil, err
		}
		if m.budget.noModelCalls() {
			return nil, NewRunError(ErrMaxModelCalls, toolerr.Message{}, nil)
		}
		if m.runner.stuck.Left(model.key(), settleTime) >= hungModelsAt {
			return nil, contract(toolerr.Msg("Earlier calls of the model are still running and do not react, so it was not called."))
		}
		if egress := m.runner.cfg.Egress; egress != nil {
			if err := m.permit(ctx, ErrEgressRefused, func(ctx context.Context) error { return egress(ctx, req) }); err != nil {
				return nil, err
			}
		}
		if !m.budget.takeModelCall() { // a concurrent agent took the last one
			continue
		}
		try := m.tryModel(ctx, a, model, req)
		switch {
		case try.err == nil && !m.askAgain(a, &try, attempt):
			return try.resp, nil
		case try.err == nil:
			continue
		case m.ctx.Err() != nil || m.journal.broken:
			m.journal.keep(a, try.text)
			if m.journal.broken {
				return nil, errBroken
			}
			return nil, m.ended()
		}
		hard := providerError(try.err)
		if !try.shown && hard.Kind != ErrModelContract &&
			(hard.Kind != ErrProviderDecode || attempt <= malformedRetries) && m.repeatModel(ctx, hard.Detail(), attempt) {
			continue
		}
		if m.ctx.Err() != nil {
			return nil, m.ended()
		}
		m.journal.keep(a, try.text)
		return nil, hard
	}
}

// askAgain reports whether the model is asked again, because its answer is only a call that
// cannot be read.
func (m *asker) askAgain(a *Agent, try *attempt, attempts int) bool {
	if try.resp.FinishReason != FinishMalformedCall || try.shown || try.resp.Content.answers() ||
		attempts > min(malformedRetries, m.budget.limits.ModelRetries) || m.budget.noModelCalls() {
		return false
	}
	m.note(DiagModelRetry, a.cfg.Name, nil, CodeMalformedFunctionCall.Message())
	return true
}

// malformedRetries is how often a model is asked again after an answer that cannot be decoded.
// That is a matter of chance, so more retries would rarely help.
const malformedRetries = 2

// attempt is the outcome of one model call.
type attempt struct {
	resp  *ModelResponse
	err   error
	text  string // of an incomplete answer
	shown bool   // a part of it was yielded
}

type item struct {
	resp *ModelResponse
	err  error
}

// hungModelsAt is the number of calls left running for settleTime at which a model is not
// called. It is higher than the limit of a tool, because every session of a runner needs
// the model, and because calls that are only slow under load do not count.
const hungModelsAt = 16

// tryModel calls the model once, on a separate goroutine.
func (m *asker) tryModel(ctx context.Context, a *Agent, model namedModel, req *ModelRequest) (try attempt) {
	ctx, cancel := context.WithCancel(ctx)
	items, ended := make(chan item), make(chan struct{})
	go func() {
		defer close(ended)
		m.generate(ctx, a, model, req, items)
	}()
	defer func() {
		cancel()
		<-ended
	}()
	var c collector
	defer func() { try.text = c.text() }()
	var idle <-chan time.Time // starts after the finish: the time for the model to end its sequence
	for {
		select {
		case it := <-items:
			if it.err == nil {
				it.err = c.add(it.resp)
			}
			if it.err != nil {
				try.err = it.err
				return try
			}
			if c.finished {
				timer := time.NewTimer(settleTime)
				defer timer.Stop() //nolint:revive // there is one finish
				idle = timer.C
			}
			if it.resp.Partial && req.Stream {
				shown, err := m.journal.showPartial(a, it.resp)
				if try.shown = try.shown || shown; err != nil {
					try.err = err
					return try
				}
			}
		case <-ended:
			if !c.finished {
				try.err = NewRunError(ErrProviderStream, toolerr.Message{}, nil)
				return try
			}
			try.resp = c.response()
			return try
		case <-idle:
			try.resp = c.response()
			return try
		case <-ctx.Done():
			try.err = ctx.Err()
			return try
		}
	}
}

// generate sends the model's responses, and returns when the model has returned or was left
// running. It sends an error when it is yielded, because the model may return late or
// never.
func (m *asker) generate(ctx context.Context, a *Agent, model namedModel, req *ModelRequest, items chan<- item) {
	chain := m.registry(a).For(model.name).WithoutCooldown() // cooldowns apply to tools only
	t := task{host: m.host, chain: chain, name: model.key(), timeout: forever}
	_, err := bounded(ctx, t, func(ctx context.Context) (struct{}, error) {
		for resp, err := range m.surrounded(model.Model).Generate(ctx, req) {
			it := item{resp: resp.clone()}
			if err != nil {
				it = item{err: chain.Adapt(ctx, err)}
			}
			if !send(ctx, items, it) || err != nil {
				break
			}
		}
		return struct{}{}, nil
	})
	if err != nil { // usually a panic
		send(ctx, items, item{err: err})
	}
}

func send(ctx context.Context, items chan<- item, it item) bool {
	select {
	case items <- it:
		return true
	case <-ctx.Done():
		return false
	}
}

// repeatModel reports whether the loop calls the model again, after it has waited. It does
// so after 408, 409, 429, 5xx and transport failures, if no part of the answer was yielded.
func (m *asker) repeatModel(ctx context.Context, te *toolerr.ToolRuntimeError, attempt int) bool {
	if !again(te) || attempt > m.budget.limits.ModelRetries || m.budget.noModelCalls() {
		return false
	}
	d := around.Backoff(te, attempt)
	if d > m.budget.limits.RetryWait || d >= m.timeLeft() {
		return false
	}
	m.note(DiagModelRetry, "", te, toolerr.Msgf("The model call failed and is retried after %s.", toolerr.Wait(d)))
	return around.WaitLonger(ctx, d)
}

// again reports whether a model call with this error should be retried.
func again(te *toolerr.ToolRuntimeError) bool {
	return te.Guidance() == toolerr.GuidanceRetryWithBackoff || te.StatusCode() == 408 || te.StatusCode() == 409
}

// askElsewhere calls a model through the engine.
func (m *asker) askElsewhere(a *Agent, req *ModelRequest) (*ModelResponse, error) {
	if !m.budget.takeModelCall() {
		return nil, NewRunError(ErrMaxModelCalls, toolerr.Message{}, nil)
	}
	s := m.step(a)
	s.Request, s.Attempts = req, m.budget.limits.ModelRetries+1
	resp, err := m.engine.AskModel(m.agentContext(a), s)
	switch stop := m.alive(); {
	case err == nil:
		return resp, nil
	case stop != nil:
		return nil, stop
	}
	return nil, providerError(err)
}
