package audit

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"github.com/errand-go/errand/cmd/errand/internal/audit/call"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
)

// Record calls every tool without a fault. It returns the calls that succeeded, with the
// answers to all but the last request of each, and the names of the tools without a
// successful call.
func Record(ctx context.Context, c Config) (call.File, []string, error) {
	r, remove, err := begin(c)
	if err != nil {
		return call.File{}, nil, err
	}
	defer remove()
	w, err := r.newWorker(ctx)
	if err != nil {
		return call.File{}, nil, err
	}
	defer w.close()
	tools, err := r.tools(ctx, w)
	if err != nil {
		return call.File{}, nil, err
	}
	r.all = len(tools)
	file := call.File{Tools: map[string]call.Entry{}, Answers: c.Calls.Answers}
	var failed []string
	for _, tool := range tools {
		succeeded := false
		for _, arguments := range r.variants(tool) {
			act := w.proxy.Begin(proxy.Target{})
			o := w.server.Call(ctx, tool.Name, arguments, c.Timeout)
			exchanges := act.Exchanges()
			if err := w.settle(ctx, o); err != nil {
				return call.File{}, nil, err
			}
			if succeeded = !o.Failed(); succeeded {
				file.Tools[tool.Name] = call.Entry{Arguments: arguments}
				file.Answers = append(file.Answers, steps(exchanges, file.Answers)...)
				break
			}
		}
		if !succeeded {
			failed = append(failed, tool.Name)
		}
		r.skip(1, tool.Name)
	}
	return file, failed, nil
}

// steps returns the answers to all but the last request, without those that are already
// known or not JSON.
func steps(exchanges []proxy.Exchange, known []proxy.Answer) []proxy.Answer {
	var answers []proxy.Answer
	for _, e := range exchanges[:max(len(exchanges)-1, 0)] {
		at, err := url.Parse(e.URL)
		if err != nil || e.Status == 0 || !json.Valid(e.Response) {
			continue
		}
		a := proxy.Answer{Method: e.Method, Path: at.RequestURI(), Status: e.Status, Body: e.Response}
		same := func(k proxy.Answer) bool { return k.Method == a.Method && k.Path == a.Path }
		if !slices.ContainsFunc(known, same) && !slices.ContainsFunc(answers, same) {
			answers = append(answers, a)
		}
	}
	return answers
}
