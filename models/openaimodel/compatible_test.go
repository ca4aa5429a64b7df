package openaimodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/openaimodel"
	"github.com/errand-go/errand/toolerr"
)

// Behavior of servers that are compatible with OpenAI's.

// Chat Completions accepts 40 characters, but ids of other providers are longer (vLLM:
// chatcmpl-tool- and a UUID).
func TestLongCallIDs(t *testing.T) {
	long, short := strings.Repeat("a", 63), strings.Repeat("b", 40)
	s := newServer(t,
		dialect{}.answer(words{calls: []call{
			{long + "1", "get_weather", `{"city":"Oslo"}`}, {long + "2", "get_weather", `{"city":"Rome"}`}, {short, "get_weather", `{"city":"Oslo"}`},
		}}),
		dialect{}.answer(words{text: "Done."}))
	c := run(t, openaimodel.New(s.client(), "gpt-test"), false)
	require.NoError(t, c.Err)
	body := s.requests()[1]
	results := dialect{}.results(t, s.requests()[1])
	require.Len(t, results, 3)
	for id := range results {
		assert.LessOrEqual(t, len(id), 40)
		assert.Contains(t, body, `"id":"`+id+`"`, "the call and its result have different ids")
	}
	assert.Contains(t, results, short)
}

// reasoned returns an answer with reasoning as text.
func reasoned(d dialect, field, thoughts string, said words) reply {
	if !d.stream {
		whole := chatObject(said)
		message := whole["choices"].([]object)[0]["message"].(object)
		message[field] = thoughts
		return jsonReply(http.StatusOK, whole)
	}
	var all []string
	for _, word := range append(strings.SplitAfter(thoughts, " "), "") {
		all = append(all, encode(object{"choices": []object{{"index": 0, "delta": object{field: word, "content": nil}, "finish_reason": nil}}}))
	}
	return events(append(append(all, chatChunks(said)...), "[DONE]")...)
}

// It is sent back with the turns that had calls, to the same model, in the same field.
func TestReasoningThatIsText(t *testing.T) {
	look := words{calls: []call{{"call_1", "get_weather", `{"city":"Oslo"}`}}}
	for _, field := range []string{"reasoning_content", "reasoning"} {
		for _, d := range []dialect{{}, {stream: true}} {
			t.Run(field+"/"+d.String(), func(t *testing.T) {
				s := newServer(t, reasoned(d, field, "Look it up.", look), reasoned(d, field, "It is warm.", words{text: "21."}),
					d.answer(words{text: "Bye."}), d.answer(words{text: "Bye."}), d.answer(words{text: "Bye."}))
				m := d.model(s.client())
				c := run(t, m, d.stream)
				require.NoError(t, c.Err)
				thought := c.Events[0].Content.Parts[0]
				assert.True(t, thought.Thought)
				assert.Equal(t, "Look it up.", thought.Text)
				assert.Equal(t, "21.", c.Last().Content.Text())
				assert.Contains(t, s.requests()[1], `"`+field+`":"Look it up."`)

				later := question(d)
				for _, e := range c.Events {
					later.Contents = append(later.Contents, *e.Content)
				}
				later.Contents = append(later.Contents, agent.TextContent(agent.RoleUser, "Thanks."))
				_, _, err := collect(t, m, later)
				require.NoError(t, err)
				assert.Contains(t, s.requests()[2], `"`+field+`":"Look it up."`, "a finished turn that had a call")
				assert.Contains(t, s.requests()[2], `"`+field+`":"It is warm."`)

				_, _, err = collect(t, openaimodel.New(s.client(), "gpt-other"), later)
				require.NoError(t, err)
				_, _, _ = collect(t, openaimodel.NewResponses(s.client(), "gpt-test"), later) // the answer is of the other API
				require.Len(t, s.requests(), 5)
				for _, other := range s.requests()[3:] {
					assert.NotContains(t, other, "Look it up.")
				}
			})
		}
	}
}

// It is not sent back.
func TestReasoningOfTurnsWithoutCalls(t *testing.T) {
	d := dialect{}
	s := newServer(t, reasoned(d, "reasoning_content", "Say hello.", words{text: "Hello."}), d.answer(words{text: "Bye."}))
	m := d.model(s.client())
	_, last, err := collect(t, m, question(d))
	require.NoError(t, err)
	later := question(d)
	later.Contents = append(later.Contents, *last.Content, agent.TextContent(agent.RoleUser, "Thanks."))
	_, _, err = collect(t, m, later)
	require.NoError(t, err)
	assert.NotContains(t, s.requests()[1], "Say hello.")
}

// DeepSeek requires the field, even if it is empty.
func TestReasoningThatIsEmpty(t *testing.T) {
	for _, d := range []dialect{{}, {stream: true}} {
		s := newServer(t, reasoned(d, "reasoning_content", "", words{calls: []call{{"call_1", "get_weather", `{"city":"Oslo"}`}}}), d.answer(words{text: "21."}))
		c := run(t, d.model(s.client()), d.stream)
		require.NoError(t, c.Err)
		assert.Contains(t, s.requests()[1], `"reasoning_content":""`)
	}
}

// An error that is null is not an error.
func TestErrorsThatAreNull(t *testing.T) {
	for _, d := range dialects {
		if !d.stream {
			continue
		}
		var all []string
		for _, piece := range d.pieces(words{text: "It is warm."}) {
			all = append(all, strings.Replace(piece, "{", `{"error":null,`, 1))
		}
		s := newServer(t, events(all...))
		_, last, err := collect(t, d.model(s.client()), question(d))
		require.NoError(t, err)
		assert.Equal(t, "It is warm.", last.Content.Text())
	}
}

// They have HTTP 200, and are recognised by their bodies.
func TestErrorsInsteadOfStreams(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		body := errorBody(canaryText, "insufficient_quota", "insufficient_quota")
		for _, spread := range []string{body, strings.ReplaceAll(body, ",", ",\n  ")} {
			for _, typ := range []string{"application/json", "text/event-stream"} {
				if !d.stream && typ != "application/json" {
					continue
				}
				s := newServer(t, rawReply(http.StatusOK, typ, spread))
				_, _, err := collect(t, d.model(s.client()), question(d))
				te, ok := toolerr.Find(err)
				require.True(t, ok, "%v", err)
				assert.Equal(t, "insufficient_quota", te.VendorCode())
				assert.False(t, te.CanRetry())
			}
		}
	})
}

// Some servers use index 0 for all calls, with ids (Gemini) or without, and some repeat the
// name in every piece.
func TestCallsAtOneIndex(t *testing.T) {
	withID := func(id, name string, args any) string {
		call := object{"index": 0, "function": object{"name": name, "arguments": args}}
		if id != "none" {
			call["id"] = id
		}
		return encode(object{"choices": []object{{"index": 0, "delta": object{"tool_calls": []object{call}}}}})
	}
	piece := func(name, args string) string { return withID("none", name, args) }
	for name, tt := range map[string]struct{ pieces, want []string }{
		"the name in each piece":                {[]string{piece("pay", ""), piece("pay", `{"a":`), piece("pay", "1}"), piece("pay", "")}, []string{`pay {"a":1}`}},
		"two calls with the name in each piece": {[]string{piece("pay", `{"a":1}`), piece("pay", ""), piece("pay", `{"a":2}`), piece("pay", "")}, []string{`pay {"a":1}`, `pay {"a":2}`}},
		"the name once":                         {[]string{piece("pay", ""), piece("", `{"a":1}`), piece("pay", ""), piece("", `{"a":`), piece("", "2}")}, []string{`pay {"a":1}`, `pay {"a":2}`}},
		"another name":                          {[]string{piece("pay", `{"a":1}`), piece("pay", ""), piece("look", ""), piece("look", "{}")}, []string{`pay {"a":1}`, "look {}"}},
		"no arguments":                          {[]string{piece("look", ""), piece("pay", ""), piece("", `{"a":1}`)}, []string{"look ", `pay {"a":1}`}},
		"ids":                                   {[]string{withID("1", "pay", `{"a":`), piece("", "1}"), withID("2", "pay", `{"a":2}`)}, []string{`pay {"a":1}`, `pay {"a":2}`}},
		"empty ids":                             {[]string{withID("", "pay", `{"a":`), withID("", "pay", "1}"), withID("", "pay", `{"a":2}`)}, []string{`pay {"a":1}`, `pay {"a":2}`}},
		"arguments as an object":                {[]string{withID("", "pay", object{"a": 1})}, []string{`pay {"a":1}`}},
	} {
		t.Run(name, func(t *testing.T) {
			all := append(tt.pieces, `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, "[DONE]")
			s := newServer(t, events(all...))
			_, last, err := collect(t, openaimodel.New(s.client(), "gpt-test"), question(dialect{stream: true}))
			require.NoError(t, err)
			var got []string
			for _, p := range last.Content.Parts {
				got = append(got, p.FunctionCall.Name+" "+string(p.FunctionCall.Args))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// A text names them.
func TestAttachmentsOfAModel(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		req := question(d)
		drawn := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{Text: "Here."}, {Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("x")}}}}
		req.Contents = append(req.Contents, drawn, agent.TextContent(agent.RoleUser, "Thanks."))
		s := newServer(t, d.answer(words{text: "You are welcome."}))
		m := d.model(s.client())
		_, _, err := collect(t, m, req)
		require.NoError(t, err)
		assert.Contains(t, s.requests()[0], "[An attachment is left out: this model cannot read it.]")
		assert.NotContains(t, s.requests()[0], "image/png")
		require.ErrorIs(t, m.(agent.Preflighter).Preflight(drawn), agent.ErrProviderUnsupported)
	})
}
