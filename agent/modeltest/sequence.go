package modeltest

import (
	"context"
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// Heard is the result of a call of Generate.
type Heard struct {
	// Deltas are the pieces of a streamed answer.
	Deltas []*agent.ModelResponse
	// Answer is the response that is not a delta; nil if there was none.
	Answer *agent.ModelResponse
	// Err is the error that ended the sequence; nil if there was none.
	Err error
}

// Shown returns the text of all deltas.
func (h Heard) Shown() string {
	var b strings.Builder
	for _, d := range h.Deltas {
		if d.Content != nil {
			b.WriteString(d.Content.Text())
		}
	}
	return b.String()
}

// AssertSound calls Generate, checks the sequence by the rules of [agent.Model], and
// returns it. The rules are: deltas only if the request asks for a stream, no finish reason
// on a delta, a name on the first piece of a call, exactly one answer with a finish reason
// or one error, nothing after it, deltas whose text is the answer's, and no panic. A
// sequence may also end without an answer and without an error, which the loop treats as an
// interrupted stream.
//
// Use it in fuzz tests that feed a model with any response of a server. [Suite] checks how
// a model converts an answer.
func AssertSound(ctx context.Context, t agenttest.TB, m agent.Model, req *agent.ModelRequest) Heard {
	t.Helper()
	s := listen(ctx, m, req, nil)
	for _, p := range s.problems {
		t.Errorf("the sequence of %q is not sound: %s", m.Name(), p)
	}
	return s.Heard
}

// A sequence has the items that a model yielded, and their problems.
type sequence struct {
	Heard
	stream   bool
	problems []string
	names    map[int]string
}

// maxItems limits the items of a sequence. An answer of the maximum size for the loop has
// fewer pieces.
const maxItems = 1 << 19

// listen calls a model until it ends, or until enough, which may be nil, returns true.
func listen(ctx context.Context, m agent.Model, req *agent.ModelRequest, enough func(*sequence) bool) *sequence {
	s := &sequence{stream: req.Stream, names: map[int]string{}}
	items := 0
	func() {
		defer func() {
			if v := recover(); v != nil {
				s.add("Generate panics: %v", v)
			}
		}()
		for resp, err := range m.Generate(ctx, req) {
			s.item(resp, err)
			if items++; items == maxItems {
				s.add("it does not end")
				break
			}
			if enough != nil && enough(s) {
				break
			}
		}
	}()
	return s
}

func (s *sequence) add(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

func (s *sequence) item(resp *agent.ModelResponse, err error) {
	switch {
	case s.Answer != nil || s.Err != nil:
		s.add("something follows the end")
	case err != nil && resp != nil:
		s.add("a response comes beside an error")
		s.Err = err
	case err != nil:
		s.Err = err
	case resp == nil:
		s.add("nothing is yielded where an answer is due")
	case resp.Partial:
		s.delta(resp)
	default:
		s.answer(resp)
	}
}

func (s *sequence) delta(resp *agent.ModelResponse) {
	s.Deltas = append(s.Deltas, resp)
	if !s.stream {
		s.add("a delta comes that nobody asked for")
	}
	if resp.FinishReason != "" {
		s.add("a delta has a finish reason")
	}
	d := resp.CallDelta
	if d == nil {
		return
	}
	switch name, begun := s.names[d.Index]; {
	case !begun && d.Name == "":
		s.add("a piece of a call comes that has not begun")
	case begun && d.Name != "" && d.Name != name:
		s.add("a call begins twice")
	case !begun:
		s.names[d.Index] = d.Name
	}
}

func (s *sequence) answer(resp *agent.ModelResponse) {
	s.Answer = resp
	if resp.FinishReason == "" {
		s.add("the answer has no finish reason")
	}
	if shown := s.Shown(); s.whole() && len(s.Deltas) > 0 && shown != resp.Content.Text() {
		s.add("the deltas say %q, the answer %q", shown, resp.Content.Text())
	}
}

// whole reports whether the answer has its own content. Otherwise it consists of the
// deltas.
func (s *sequence) whole() bool {
	return s.Answer != nil && s.Answer.Content != nil && len(s.Answer.Content.Parts) > 0
}

// text returns the text of the answer.
func (s *sequence) text() string {
	if s.whole() {
		return s.Answer.Content.Text()
	}
	return s.Shown()
}

// calls returns the calls of the answer, from its deltas if it has no content.
func (s *sequence) calls() []agent.FunctionCall {
	if !s.whole() {
		return s.pieces()
	}
	var all []agent.FunctionCall
	for _, p := range s.Answer.Content.Parts {
		if p.FunctionCall != nil {
			all = append(all, *p.FunctionCall)
		}
	}
	return all
}

// pieces returns the calls in the deltas, in the order they began.
func (s *sequence) pieces() []agent.FunctionCall {
	var all []agent.FunctionCall
	at := map[int]int{}
	for _, resp := range s.Deltas {
		d := resp.CallDelta
		if d == nil {
			continue
		}
		i, begun := at[d.Index]
		if !begun {
			i = len(all)
			at[d.Index] = i
			all = append(all, agent.FunctionCall{ID: d.ID, Name: d.Name})
		}
		all[i].Args = append(all[i].Args, d.Args...)
	}
	return all
}
