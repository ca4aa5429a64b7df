package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/cmd/errand/internal/audit/call"
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
	"github.com/errand-go/errand/conformance/faults"
)

// A worker is a copy of the server with its own proxy.
type worker struct {
	run    *run
	proxy  *proxy.Proxy
	server *server.Server
}

func (r *run) newWorker(ctx context.Context) (*worker, error) {
	p, err := proxy.Start(r.authority, r.Calls.Answers)
	if err != nil {
		return nil, err
	}
	w := &worker{run: r, proxy: p}
	if err := w.restart(ctx); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// restart ends the server, if it runs, and starts a new one.
func (w *worker) restart(ctx context.Context) error {
	w.proxy.End()
	if w.server != nil {
		w.server.Close()
		w.server = nil
	}
	command := slices.Clone(w.run.Command)
	for i, arg := range command {
		command[i] = strings.ReplaceAll(arg, "{upstream}", "http://"+w.proxy.Address())
	}
	select {
	case w.run.starting <- struct{}{}:
		defer func() { <-w.run.starting }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	s, err := server.Start(ctx, server.Options{
		Command: command, URL: w.run.URL, Env: w.run.environment(w.proxy), StartTimeout: w.run.StartTimeout,
	})
	w.server = s
	if err != nil {
		return err
	}
	for _, err := range s.Session.Tools(ctx, nil) { // as clients do, so that what is in front of the server knows the tools
		if err != nil {
			return err
		}
	}
	return nil
}

// close ends the server and the proxy. It may be called twice.
func (w *worker) close() {
	if w.server != nil {
		w.server.Close()
		w.server = nil
	}
	w.proxy.Close()
	w.run.mu.Lock()
	defer w.run.mu.Unlock()
	for _, host := range w.proxy.Hosts() {
		w.run.hosts[host] = true
	}
	w.run.distrusted = w.run.distrusted || w.proxy.Distrusted()
}

// A subject is a tool with the call to make.
type subject struct {
	Tool
	schema     call.Schema
	field      string
	success    string // the body of the requests that succeed
	repeatable bool
}

// audit calls a tool with every fault.
func (w *worker) audit(ctx context.Context, tool *mcp.Tool) error {
	s, err := w.prepare(ctx, tool)
	if err != nil {
		return err
	}
	w.run.mu.Lock()
	w.run.report.Tools = append(w.run.report.Tools, s.Tool)
	w.run.mu.Unlock()
	upstream, err := faults.Start()
	if err != nil {
		return err
	}
	defer upstream.Close()
	if !s.Reached {
		w.run.skip(len(w.run.Faults))
	}
	for _, f := range w.run.Faults {
		if !s.Reached {
			break
		}
		target, err := f.Target(upstream, s.field)
		if err != nil {
			return err
		}
		target.Before, target.Success = s.Before, s.success
		if err := w.play(ctx, s, f, target, s.Arguments); err != nil {
			return err
		}
	}
	return w.auditLocal(ctx, s, upstream)
}

// prepare finds arguments with which a tool reaches its upstream.
func (w *worker) prepare(ctx context.Context, tool *mcp.Tool) (subject, error) {
	s := subject{Tool: Tool{Name: tool.Name}, schema: schemaOf(tool), repeatable: tool.Annotations != nil && (tool.Annotations.ReadOnlyHint || tool.Annotations.IdempotentHint)}
	variants := s.schema.Variants()
	if entry := w.run.Calls.Tools[tool.Name]; entry.Arguments != nil {
		variants = []map[string]any{entry.Arguments}
	}
	if err := w.try(ctx, &s, variants); err != nil || s.Reached {
		return s, err
	}
	// A client may remember a rate limit or a broken circuit from the previous tool.
	if err := w.restart(ctx); err != nil {
		return s, err
	}
	return s, w.try(ctx, &s, variants)
}

// maxBefore is the maximum number of requests that succeed. A tool with more is polling.
const maxBefore = 5

// try calls a tool with one variant of arguments after the other until it reaches its
// upstream. The request that fails is the last one that the tool sends if all succeed.
func (w *worker) try(ctx context.Context, s *subject, variants []map[string]any) error {
	for _, s.Arguments = range variants {
		s.field = fieldOf(s.Arguments)
		for _, success := range []string{"", call.Success(s.Arguments)} {
			act := w.proxy.Begin(proxy.Target{Success: success})
			outcome := w.server.Call(ctx, s.Name, s.Arguments, w.run.Timeout)
			asked := unanswered(act)
			if before := len(asked) - 1; before == 0 && !s.Reached || before > s.Before && before <= maxBefore {
				s.Before, s.success, s.Request = before, success, asked[before].Method+" "+asked[before].URL
			}
			s.Reached = s.Reached || len(asked) > 0
			if err := w.settle(ctx, outcome); err != nil {
				return err
			}
			s.Why = excerpt(outcome)
		}
		if s.Reached {
			s.Why = ""
			return nil
		}
	}
	s.Arguments = variants[0]
	s.field = fieldOf(s.Arguments)
	return nil
}

// unanswered returns the requests that only the fault can answer.
func unanswered(act *proxy.Act) []proxy.Exchange {
	return slices.DeleteFunc(act.Exchanges(), func(e proxy.Exchange) bool { return e.Status != 0 })
}

// settle restarts a server that has died, or that has a call without an end.
func (w *worker) settle(ctx context.Context, o server.Outcome) error {
	w.proxy.End()
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if o.End == server.EndHang || o.End == server.EndDeath {
		return w.restart(ctx)
	}
	return nil
}

// play makes a call with a fault, and judges it. If there is no request, because the server
// remembers the previous fault, play restarts the server. If there is none again, the answer
// is the server's own.
func (w *worker) play(ctx context.Context, s subject, f fault.Fault, target proxy.Target, arguments map[string]any) error {
	seen, err := w.once(ctx, s, f, target, arguments)
	if err == nil && !seen.asked && seen.outcome.End != server.EndDeath {
		if err = w.restart(ctx); err == nil {
			seen, err = w.once(ctx, s, f, target, arguments)
		}
	}
	if err != nil {
		return err
	}
	return w.record(ctx, s, seen)
}

func (w *worker) once(ctx context.Context, s subject, f fault.Fault, target proxy.Target, arguments map[string]any) (observation, error) {
	act := w.proxy.Begin(target)
	seen := observation{fault: f, field: s.field, secrets: w.run.secrets, repeatable: s.repeatable}
	if f.Silent {
		seen.outcome, seen.waited, seen.blocked = w.callAndAsk(ctx, act, s.Name, arguments)
	} else {
		seen.outcome = w.server.Call(ctx, s.Name, arguments, w.run.Timeout)
	}
	seen.exchanges = act.Exchanges()
	seen.asked = f.Group == fault.GroupLocal || len(unanswered(act)) > 0
	if !target.Refuse || seen.outcome.End == server.EndDeath {
		return seen, ctx.Err()
	}
	moved, err := w.proxy.Reopen()
	switch {
	case err == nil && moved:
		seen.asked = true
		err = w.restart(ctx)
	case err == nil && seen.outcome.End != server.EndHang:
		// A refused connection leaves no trace. The next call shows whether the server asks.
		probe := w.proxy.Begin(proxy.Target{Success: s.success})
		err = w.settle(ctx, w.server.Call(ctx, s.Name, arguments, w.run.Timeout))
		seen.asked = len(unanswered(probe)) > 0
	}
	return seen, err
}

// record judges a call and prepares the server for the next one.
func (w *worker) record(ctx context.Context, s subject, seen observation) error {
	if seen.outcome.End == server.EndDeath {
		w.server.Dead(time.Second)
		if said := w.server.Said(); said != nil {
			seen.outcome.Text += "\n" + said.Error()
		}
	}
	if ctx.Err() == nil {
		verdicts, found := judge(seen)
		w.run.add(Cell{Tool: s.Name, Fault: seen.fault.Name, Outcome: seen.outcome, Verdicts: verdicts, Unasked: !seen.asked, Found: found, Requests: seen.exchanges})
	}
	return w.settle(ctx, seen.outcome)
}

// asideAfter is how long a call has to wait before the answer to another request is due.
const asideAfter = 250 * time.Millisecond

// callAndAsk calls a tool, and sends the server another request when the tool waits for its
// upstream. The server is blocked if that answer does not come in the first four fifths of
// the call's time.
func (w *worker) callAndAsk(ctx context.Context, act *proxy.Act, tool string, arguments map[string]any) (o server.Outcome, waited, blocked bool) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	type times struct {
		asked    time.Time
		took     time.Duration
		answered bool
	}
	aside := make(chan times, 1)
	go func() {
		var t times
		select {
		case <-act.Arrived():
			t.asked = time.Now()
			t.answered = w.server.Answers(asking)
			t.took = time.Since(t.asked)
		case <-asking.Done():
		}
		aside <- t
	}()
	o = w.server.Call(ctx, tool, arguments, w.run.Timeout)
	ended := time.Now()
	cancel()
	t := <-aside
	waits := ended.Sub(t.asked)
	if t.asked.IsZero() || waits < asideAfter || o.End == server.EndDeath {
		return o, false, false
	}
	return o, true, !t.answered || t.took > waits*4/5
}

func schemaOf(tool *mcp.Tool) call.Schema {
	b, err := json.Marshal(tool.InputSchema)
	if err != nil {
		return nil
	}
	var s call.Schema
	if err := json.Unmarshal(b, &s); err != nil {
		return nil
	}
	return s
}

// fieldOf returns the argument for refusals: the first text, or otherwise the first
// argument.
func fieldOf(arguments map[string]any) string {
	names := slices.Sorted(maps.Keys(arguments))
	for _, name := range names {
		if _, text := arguments[name].(string); text {
			return name
		}
	}
	return append(names, "name")[0]
}

// excerpt returns the beginning of a call's answer.
func excerpt(o server.Outcome) string {
	text := strings.Join(strings.Fields(o.Text), " ")
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "…"
	}
	return fmt.Sprintf("%s: %s", o.End, text)
}
