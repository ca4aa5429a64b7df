package modeltest

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/errand-go/errand/agent"
)

const answerText = "It is clear over Oslo."

func lawAnswer(r *trial) {
	want := saying(answerText)
	s, _ := r.hear(scene{answer: want})
	if s == nil {
		return
	}
	if s.Answer == nil {
		r.add("there is no answer, but the error: %v", s.Err)
		return
	}
	if s.text() != want.Text {
		r.add("the text is %q, want %q", s.text(), want.Text)
	}
	if s.Answer.FinishReason != want.Finish {
		r.add("the reason is %q, want %q", s.Answer.FinishReason, want.Finish)
	}
	if c := s.Answer.Content; c != nil && c.Role != agent.RoleModel {
		r.add("the role is %q, want %q", c.Role, agent.RoleModel)
	}
	usage := s.Answer.Usage
	for _, d := range s.Deltas {
		if usage == nil {
			usage = d.Usage
		}
	}
	if !r.skips("answer/usage") && (usage == nil || *usage != want.Usage) {
		r.add("the usage is %+v, want %+v", usage, want.Usage)
	}
}

// lawDeltas requires a delta before the server sends the end.
func lawDeltas(r *trial) {
	if !r.stream {
		return
	}
	_, p := r.hear(scene{answer: saying(answerText)})
	pieces, _ := p.said()
	early := false
	p = r.plays(scene{answer: saying(answerText), end: silent, sent: pieces - 1})
	r.bubble(p, func(t *testing.T, m agent.Model) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r.ask(ctx, m, func(s *sequence) bool {
			early = early || s.Shown() != ""
			return early
		})
	})
	if !early {
		r.add("nothing was yielded before the end came, in a stream of %d pieces", pieces)
	}
}

func lawCalls(r *trial) {
	want := []agent.FunctionCall{
		callOf("call_1", "weather", `{"city":"Oslo","days":3}`),
		callOf("call_2", "weather", `{"city":"\"Rome\" €","days":-1}`),
		callOf("call_3", "traffic", `{}`),
	}
	s, _ := r.hear(scene{answer: calling("Let me see.", want...)})
	if s == nil {
		return
	}
	if s.Answer == nil {
		r.add("there is no answer, but the error: %v", s.Err)
		return
	}
	r.sameCalls("the answer", s.calls(), want)
	if made := s.pieces(); len(made) > 0 {
		r.sameCalls("the deltas", made, want)
	}
	if s.Answer.FinishReason != agent.FinishToolCalls && s.Answer.FinishReason != agent.FinishStop {
		r.add("the reason is %q, with which no call runs", s.Answer.FinishReason)
	}
	if s.text() != "Let me see." {
		r.add("the text beside the calls is %q", s.text())
	}
	r.keepsDigits()
}

// keepsDigits uses numbers that a float64 cannot represent.
func (r *trial) keepsDigits() {
	want := callOf("call_1", "refund", `{"order":9007199254740993,"lines":[{"id":1844674407370955161},-9007199254740995,1.0,-0,0.1000000000000000055]}`)
	s, _ := r.hear(scene{answer: calling("", want)})
	if s == nil || len(s.calls()) != 1 {
		return
	}
	if got := s.calls()[0]; got.Malformed == "" && json.Valid(got.Args) && !sameJSON(got.Args, want.Args) {
		r.add("the arguments are %s, want %s", got.Args, want.Args)
	}
}

func (r *trial) sameCalls(where string, got, want []agent.FunctionCall) {
	if len(got) != len(want) {
		r.add("%s: there are %d calls, want %d", where, len(got), len(want))
		return
	}
	for i := range want {
		if got[i].ID != want[i].ID || got[i].Name != want[i].Name || !sameJSON(got[i].Args, want[i].Args) {
			r.add("%s: call %d is %s %s(%s), want %s %s(%s)", where, i,
				got[i].ID, got[i].Name, got[i].Args, want[i].ID, want[i].Name, want[i].Args)
		}
	}
}

// sameJSON reports whether two JSON texts have the same value, with the same digits.
func sameJSON(a, b []byte) bool {
	x, xErr := digits(a)
	y, yErr := digits(b)
	return xErr == nil && yErr == nil && reflect.DeepEqual(x, y)
}

func digits(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// codesOf maps reasons to conditions.
var codesOf = map[agent.FinishReason]agent.EventCode{
	agent.FinishStop:          "",
	agent.FinishToolCalls:     "",
	agent.FinishMaxTokens:     agent.CodeMaxTokens,
	agent.FinishSafety:        agent.CodeSafety,
	agent.FinishRecitation:    agent.CodeRecitation,
	agent.FinishPromptBlocked: agent.CodePromptBlocked,
	agent.FinishMalformedCall: agent.CodeMalformedFunctionCall,
	agent.FinishOther:         agent.CodeOther,
}

// reasons are the reasons to test.
var reasons = []agent.FinishReason{
	agent.FinishStop, agent.FinishMaxTokens, agent.FinishSafety, agent.FinishRecitation, agent.FinishPromptBlocked,
	agent.FinishMalformedCall, agent.FinishOther,
}

func lawFinish(r *trial) {
	for _, reason := range reasons {
		if r.skips("finish/" + string(reason)) {
			continue
		}
		a := saying(answerText)
		a.Finish = reason
		if reason == agent.FinishPromptBlocked || reason == agent.FinishMalformedCall {
			a.Text = "" // the format cannot express it with a text
		}
		o, _ := r.run(noRepeats, weather(), scene{answer: a})
		switch code, codes := codesOf[reason], o.Codes(); {
		case o.Err != nil:
			r.add("an answer that ended %s is the failure: %v", reason, o.Err)
		case code != "" && !slices.Contains(codes, code):
			r.add("an answer that ended %s has the codes %v, want %s", reason, codes, code)
		case code == "" && len(codes) > 0:
			r.add("an answer that ended %s has the codes %v, want none", reason, codes)
		case code == "" && o.Last().FinishReason != reason:
			r.add("an answer that ended %s has the reason %q", reason, o.Last().FinishReason)
		case a.Text != "" && o.Last().Content.Text() != a.Text:
			r.add("an answer that ended %s says %q, want %q", reason, o.Last().Content.Text(), a.Text)
		}
	}
}
