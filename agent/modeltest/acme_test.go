package modeltest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// acme is a model of an invented provider, whose responses are lines of JSON. It satisfies
// every law, except for its flaw.
type acme struct {
	client *http.Client
	key    string
	flaw   string

	mu     sync.Mutex
	buffer []byte // the memory of the flaw "shares a buffer"
}

// line is a piece of an answer.
type line struct {
	Text  string     `json:"text,omitempty"`
	Call  *acmeCall  `json:"call,omitempty"`
	More  *acmeMore  `json:"more,omitempty"`
	Stop  string     `json:"stop,omitempty"`
	Usage *acmeUsage `json:"usage,omitempty"`
	Error *acmeError `json:"error,omitempty"`
}

type acmeCall struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

type acmeMore struct {
	Call int    `json:"call"`
	JSON string `json:"json"`
}

type acmeUsage struct{ In, Out, Cached int }

type acmeError struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
}

func (m *acme) has(flaw string) bool { return m.flaw == flaw }

func (*acme) Name() string {
	return "acme"
}

// Preflight refuses archives, like Generate.
func (m *acme) Preflight(c agent.Content) error {
	for _, p := range c.Parts {
		switch {
		case p.Blob == nil:
		case m.has("says nothing beforehand"):
		case p.Blob.MIMEType == "application/zip", m.has("refuses what it sends"):
			return agent.NewRunError(agent.ErrProviderUnsupported, toolerr.Message{}, nil)
		}
	}
	return nil
}

func (m *acme) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		for m.has("never ends") && yield(&agent.ModelResponse{Partial: true}, nil) {
			continue
		}
		if bytes.Contains(m.body(req), []byte("application/zip")) {
			yield(nil, agent.NewRunError(agent.ErrProviderUnsupported, toolerr.Message{}, nil))
			return
		}
		resp, err := m.post(ctx, req)
		if err != nil {
			m.fail(ctx, yield, err)
			return
		}
		if !m.has("leaves the body open") {
			defer func() { _ = resp.Body.Close() }()
		}
		m.read(ctx, req, resp, yield)
	}
}

// fail yields an error, modified by the flaw.
func (m *acme) fail(ctx context.Context, yield func(*agent.ModelResponse, error) bool, err error) {
	switch {
	case m.has("blames the network") && ctx.Err() != nil:
		err = toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{})
	case m.has("answers when cancelled") && ctx.Err() != nil:
		yield(&agent.ModelResponse{FinishReason: agent.FinishStop}, nil)
		return
	case m.has("calls every failure one of the network"):
		err = toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{})
	case m.has("makes every failure somebody else's"):
		err = errors.New("acme: failed")
	}
	yield(nil, err)
	if m.has("goes on behind an error") {
		yield(&agent.ModelResponse{FinishReason: agent.FinishStop}, nil)
	}
}

func (m *acme) post(ctx context.Context, req *agent.ModelRequest) (*http.Response, error) {
	if m.has("ignores its context") {
		ctx = context.WithoutCancel(ctx)
	}
	for attempt := 0; ; attempt++ {
		post, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://acme.test/v1", bytes.NewReader(m.body(req)))
		if err != nil {
			return nil, err
		}
		if !m.has("sends no key") {
			post.Header.Set("Authorization", "Bearer "+m.key)
		}
		resp, err := m.client.Do(post)
		if err != nil {
			return nil, err
		}
		err = httpadapter.CheckResponse(resp)
		switch {
		case err == nil:
			return resp, nil
		case m.has("repeats by itself") && attempt == 0:
			time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		case m.has("forgets the status"):
			return nil, toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{})
		case m.has("forgets the wait"):
			return nil, toolerr.Upstream(resp.StatusCode, toolerr.Message{})
		case m.has("repeats what it was refused with"):
			raw, _ := io.ReadAll(resp.Body) // an incomplete body is sufficient
			resp.Body = io.NopCloser(strings.NewReader(encode(line{Text: string(raw)}) + encode(line{Stop: "end"})))
			return resp, nil
		case m.has("takes a refusal for an answer"):
			resp.Body = io.NopCloser(strings.NewReader(`{"text":"Sorry.","stop":"end"}`))
			return resp, nil
		default:
			return nil, err
		}
	}
}

func (m *acme) body(req *agent.ModelRequest) []byte {
	sent := *req
	if m.has("forgets the instruction") {
		sent.Instruction = ""
	}
	if m.has("forgets the results") {
		sent.Contents = sent.Contents[:1]
	}
	if m.has("changes the request") {
		req.Contents[0].Parts[0].Text = "changed"
	}
	raw, err := json.Marshal(&sent)
	if err != nil {
		panic(err)
	}
	if m.has("shares a buffer") {
		m.mu.Lock()
		m.buffer = append(m.buffer[:0:0], raw...)
		m.mu.Unlock()
		time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.buffer
	}
	return raw
}

// read yields the responses in the lines of a body.
func (m *acme) read(ctx context.Context, req *agent.ModelRequest, resp *http.Response, yield func(*agent.ModelResponse, error) bool) {
	var a acmeAnswer
	lines := bufio.NewReader(resp.Body)
	for {
		raw, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(raw)) > 0 {
			delta, broken := m.line(&a, raw)
			switch {
			case broken != nil:
				m.fail(ctx, yield, broken)
				return
			case delta == nil:
			case !req.Stream, m.has("keeps the deltas back"):
			default:
				if !yield(delta, nil) && !m.has("goes on when nobody listens") {
					return
				}
			}
		}
		if err != nil {
			m.end(ctx, req, resp, &a, err, yield)
			return
		}
	}
}

func (m *acme) end(ctx context.Context, req *agent.ModelRequest, resp *http.Response, a *acmeAnswer, err error, yield func(*agent.ModelResponse, error) bool) {
	if !errors.Is(err, io.EOF) && !m.has("takes a lost connection for the end") {
		m.fail(ctx, yield, httpadapter.CheckBody(resp, err))
		return
	}
	if a.reason == "" {
		if !m.has("takes every end for the end") && (!m.has("takes a lost connection for the end") || errors.Is(err, io.EOF)) {
			return
		}
		a.reason = agent.FinishStop
	}
	last := &agent.ModelResponse{
		Content: &agent.Content{Role: agent.RoleModel, Parts: a.parts()}, FinishReason: a.reason, Usage: a.usage,
	}
	if m.has("drops the last word") && len(last.Content.Parts) > 0 {
		p := &last.Content.Parts[0]
		p.Text = p.Text[:strings.LastIndex(" "+p.Text, " ")]
	}
	if req.Stream && m.has("has no content of its own") {
		last.Content = nil
	}
	yield(last, nil)
	if m.has("finishes twice") {
		yield(last, nil)
	}
}

// line processes a line, and returns its delta.
func (m *acme) line(a *acmeAnswer, raw []byte) (*agent.ModelResponse, error) {
	var l line
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&l); err != nil {
		if !m.has("reads anything") {
			return nil, undecodable()
		}
		l = line{Text: string(raw), Stop: "end"}
	}
	if e := l.Error; e != nil {
		if m.has("does not know failures in streams") {
			return nil, undecodable()
		}
		return nil, toolerr.Upstream(e.Status, toolerr.Message{}, toolerr.WithDeveloperMessage("in a stream"))
	}
	switch {
	case l.Usage != nil && !m.has("does not count"):
		a.usage = &agent.Usage{InputTokens: l.Usage.In, OutputTokens: l.Usage.Out, CachedTokens: l.Usage.Cached}
	case l == line{}:
		return nil, undecodable()
	}
	if l.Stop != "" {
		a.reason = m.reason(l.Stop)
	}
	return m.said(a, l), nil
}

func undecodable() error {
	return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{}, nil)
}

func (m *acme) said(a *acmeAnswer, l line) *agent.ModelResponse {
	delta := &agent.ModelResponse{Partial: true}
	switch {
	case l.Text != "":
		a.text += l.Text
		delta.Content = go126.New(agent.TextContent(agent.RoleModel, l.Text))
	case l.Call != nil && m.has("mixes calls") && len(a.calls) > 0:
		return nil
	case l.Call != nil:
		id := l.Call.ID
		if m.has("gives calls one id") {
			id = "call"
		}
		a.calls = append(a.calls, agent.FunctionCall{ID: id, Name: l.Call.Tool})
		delta.CallDelta = &agent.CallDelta{Index: len(a.calls) - 1, ID: id, Name: l.Call.Tool}
	case l.More != nil:
		i := min(l.More.Call, len(a.calls)-1)
		a.calls[i].Args = append(a.calls[i].Args, l.More.JSON...)
		if m.has("reads numbers as floats") {
			a.calls[i].Args = rounded(a.calls[i].Args)
		}
		delta.CallDelta = &agent.CallDelta{Index: i, Args: l.More.JSON}
	default:
		return nil
	}
	return delta
}

// rounded returns JSON after decoding numbers as float64.
func rounded(raw []byte) []byte {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	again, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return again
}

func (m *acme) reason(stop string) agent.FinishReason {
	reasons := map[string]agent.FinishReason{
		"end": agent.FinishStop, "calls": agent.FinishToolCalls, "length": agent.FinishMaxTokens, "filter": agent.FinishSafety,
		"recited": agent.FinishRecitation, "prompt": agent.FinishPromptBlocked, "call": agent.FinishMalformedCall,
	}
	r, known := reasons[stop]
	switch {
	case m.has("calls every reason the end"), !known && m.has("takes a reason it has not heard for the end"):
		return agent.FinishStop
	case !known:
		return agent.FinishOther
	}
	return r
}

type acmeAnswer struct {
	text   string
	calls  []agent.FunctionCall
	reason agent.FinishReason
	usage  *agent.Usage
}

func (a *acmeAnswer) parts() []agent.Part {
	var parts []agent.Part
	if a.text != "" {
		parts = append(parts, agent.Part{Text: a.text})
	}
	for i := range a.calls {
		parts = append(parts, agent.Part{FunctionCall: &a.calls[i]})
	}
	return parts
}
