package audit

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
	"github.com/errand-go/errand/conformance/faults"
)

// The rows that need no failing upstream.
var (
	argsMissing   = local("args-missing", "a required argument is missing")
	argsWrongType = local("args-wrong-type", "an argument has another type")
	argsNotListed = local("args-not-listed", "an argument is none of the values that are allowed")
	argsUnknown   = local("args-unknown", "an argument that the tool does not have")
	unknownTool   = local("unknown-tool", "a tool that does not exist")
	canceled      = local("cancel", "the call is cancelled while the upstream is silent")
	twoAtOnce     = local("two-at-once", "the tool is called twice at once, and both fail with 404")
)

func local(name, does string) fault.Fault {
	return fault.Fault{Name: name, Group: fault.GroupLocal, Does: does}
}

func localFaults() []fault.Fault {
	return []fault.Fault{argsMissing, argsWrongType, argsNotListed, argsUnknown, unknownTool, canceled, twoAtOnce}
}

// auditLocal makes the calls that fail without a failure of the upstream.
func (w *worker) auditLocal(ctx context.Context, s subject, upstream *faults.Server) error {
	for _, row := range []struct {
		fault fault.Fault
		spoil func(subject) (field string, arguments map[string]any)
	}{
		{argsMissing, withoutOne}, {argsWrongType, otherType}, {argsNotListed, notListed}, {argsUnknown, oneMore},
	} {
		field, arguments := row.spoil(s)
		if field == "" {
			w.run.skip(1)
			continue
		}
		spoilt := s
		spoilt.field = field
		if err := w.play(ctx, spoilt, row.fault, proxy.Target{}, arguments); err != nil {
			return err
		}
	}
	missing := s
	missing.Name += "_that_does_not_exist"
	w.proxy.Begin(proxy.Target{})
	o := w.server.Call(ctx, missing.Name, s.Arguments, w.run.Timeout)
	none := unknownTool
	none.Broken = true
	if err := w.record(ctx, s, observation{fault: none, asked: true, outcome: o, secrets: w.run.secrets}); err != nil {
		return err
	}
	if !s.Reached {
		w.run.skip(2)
		return nil
	}
	if err := w.cancel(ctx, s, upstream); err != nil {
		return err
	}
	return w.twice(ctx, s, upstream)
}

// cancel cancels a call that waits for its upstream, and makes another call.
func (w *worker) cancel(ctx context.Context, s subject, upstream *faults.Server) error {
	target, err := fault.Plain("client-timeout").Target(upstream, s.field)
	if err != nil {
		return err
	}
	act := w.proxy.Begin(target)
	calling, leave := context.WithCancel(ctx)
	defer leave()
	go func() {
		select {
		case <-act.Arrived():
			leave()
		case <-calling.Done():
		}
	}()
	o := w.server.Call(calling, s.Name, s.Arguments, w.run.Timeout)
	asking, stop := context.WithTimeout(ctx, w.run.Timeout)
	defer stop()
	answers := w.server.Answers(asking)
	if o.End == server.EndHang {
		o.End = server.EndResult // the caller has left, so no answer is due
	}
	if !answers && w.server.Dead(asideAfter) {
		o.End = server.EndDeath
	}
	err = w.record(ctx, s, observation{
		fault: canceled, asked: true, outcome: o, exchanges: act.Exchanges(), secrets: w.run.secrets,
		waited: true, blocked: !answers && o.End != server.EndDeath,
	})
	if err == nil && !answers && o.End != server.EndDeath {
		return w.restart(ctx)
	}
	return err
}

// twice makes two simultaneous calls.
func (w *worker) twice(ctx context.Context, s subject, upstream *faults.Server) error {
	target, err := fault.Plain("status-404").Target(upstream, s.field)
	if err != nil {
		return err
	}
	act := w.proxy.Begin(target)
	var outcomes [2]server.Outcome
	var both sync.WaitGroup
	for i := range outcomes {
		both.Go(func() { outcomes[i] = w.server.Call(ctx, s.Name, s.Arguments, w.run.Timeout) })
	}
	both.Wait()
	o := outcomes[0]
	if o.End == server.EndResult || o.End == server.EndProtocol {
		o = outcomes[1]
	}
	row := twoAtOnce
	row.Broken = true
	return w.record(ctx, s, observation{fault: row, asked: true, outcome: o, exchanges: act.Exchanges(), secrets: w.run.secrets, repeatable: s.repeatable})
}

func withoutOne(s subject) (string, map[string]any) {
	for _, name := range s.schema.RequiredNames() {
		if _, used := s.Arguments[name]; used {
			without := maps.Clone(s.Arguments)
			delete(without, name)
			return name, without
		}
	}
	return "", nil
}

// wrong maps a type to a value of another type.
var wrong = map[string]any{
	"string": map[string]any{"not": "a text"}, "integer": "not a number", "number": "not a number", "boolean": "not a truth value",
	"array": "not a list", "object": "not an object",
}

func otherType(s subject) (string, map[string]any) {
	properties := s.schema.Properties()
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		kind, _ := properties[name]["type"].(string)
		if value := wrong[kind]; value != nil {
			return name, with(s.Arguments, name, value)
		}
	}
	return "", nil
}

func notListed(s subject) (string, map[string]any) {
	properties := s.schema.Properties()
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if list, _ := properties[name]["enum"].([]any); len(list) > 0 {
			return name, with(s.Arguments, name, "none_of_them")
		}
	}
	return "", nil
}

func oneMore(s subject) (string, map[string]any) {
	const name = "an_argument_that_does_not_exist"
	return name, with(s.Arguments, name, "example")
}

func with(arguments map[string]any, name string, value any) map[string]any {
	more := maps.Clone(arguments)
	if more == nil {
		more = map[string]any{}
	}
	more[name] = value
	return more
}
