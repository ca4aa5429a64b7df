package agenttest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/errand-go/errand/agent"
)

// fullRequest holds a word of its own in every place.
func fullRequest(stream bool) *agent.ModelRequest {
	return &agent.ModelRequest{
		Stream: stream, Instruction: "instructionword",
		Contents: []agent.Content{
			agent.TextContent(agent.RoleUser, "questionword"),
			{Role: agent.RoleModel, Parts: []agent.Part{
				{Text: "interludeword"},
				{FunctionCall: &agent.FunctionCall{ID: "call_1", Name: "weather", Args: []byte(`{"city":"argumentword"}`)}},
				{FunctionCall: &agent.FunctionCall{ID: "call_2", Name: "weather", Args: []byte(`{"city":"otherargumentword"}`)}},
			}},
			{Role: agent.RoleUser, Parts: []agent.Part{
				{FunctionResponse: &agent.FunctionResponse{
					ID: "call_1", Name: "weather", Response: []byte(`{"success":true,"error":null,"sky":"resultword"}`), Outcome: agent.OutcomeOK,
				}},
				{FunctionResponse: &agent.FunctionResponse{
					ID: "call_2", Name: "weather", Response: []byte(`{"success":false,"error":"failureword"}`), IsError: true, Outcome: agent.OutcomeFailed,
				}},
			}},
		},
		Tools: []agent.Declaration{{
			Name: "weather", Description: "descriptionword",
			Parameters: []byte(`{"type":"object","properties":{"city":{"type":"string","description":"propertyword"}}}`),
		}},
	}
}

var requestWords = []string{
	"instructionword", "questionword", "interludeword", "argumentword", "otherargumentword", "call_1", "call_2",
	"resultword", "failureword", "weather", "descriptionword", "propertyword",
}

func lawRequest(r *trial) {
	full := fullRequest(r.stream)
	r.reaches(full, requestWords...)
	if !r.skips("request/static") {
		full.StaticContent = new(agent.TextContent(agent.RoleUser, "staticword"))
		r.reaches(full, "staticword", "instructionword")
	}
	if !r.skips("request/schema") {
		schema := r.request()
		schema.OutputSchema = []byte(`{"type":"object","properties":{"schemaword":{"type":"string"}},"required":["schemaword"],"additionalProperties":false}`)
		r.reaches(schema, "schemaword")
	}
}

// reaches checks that the words are in what the provider is asked for req.
func (r *trial) reaches(req *agent.ModelRequest, words ...string) {
	p := r.plays(scene{answer: saying(answerText)})
	r.bubble(p, func(t *testing.T, m agent.Model) {
		r.within(func() {
			if s := listen(t.Context(), m, req, nil); s.Err != nil {
				r.add("the request fails: %v", s.Err)
			}
		})
	})
	all := p.Requests()
	if len(all) != 1 {
		r.add("%d requests were made of one", len(all))
		return
	}
	for _, word := range words {
		if !strings.Contains(string(all[0].Body), word) {
			r.add("%q does not reach the provider", word)
		}
	}
}

func lawUnchanged(r *trial) {
	req, want := fullRequest(r.stream), fullRequest(r.stream)
	p := r.plays(scene{answer: saying(answerText)}, scene{answer: saying(answerText)})
	r.bubble(p, func(t *testing.T, m agent.Model) {
		for range 2 {
			r.within(func() { listen(t.Context(), m, req, nil) })
		}
	})
	if !reflect.DeepEqual(req, want) {
		r.add("the model changed it")
	}
	if all := p.Requests(); len(all) == 2 && !sameJSON(all[0].Body, all[1].Body) && string(all[0].Body) != string(all[1].Body) {
		r.add("the same request is sent as %s, and then as %s", all[0].Body, all[1].Body)
	}
}

func lawConcurrent(r *trial) {
	const callers = 8
	word := func(i int) string { return fmt.Sprintf("caller%dof%d.", i, callers) }
	p := r.plays()
	p.Forever(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		to := "nobody."
		body, _ := io.ReadAll(req.Body) // a Script's is in memory
		for i := range callers {
			if strings.Contains(string(body), word(i)) {
				to = word(i)
			}
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		p.play(scene{answer: saying("To " + to)}, w, req)
	}))
	said := make([]string, callers)
	r.bubble(p, func(t *testing.T, m agent.Model) {
		r.within(func() {
			var all sync.WaitGroup
			for i := range callers {
				all.Go(func() {
					req := r.request()
					req.Contents = []agent.Content{agent.TextContent(agent.RoleUser, "I am "+word(i))}
					said[i] = listen(t.Context(), m, req, nil).text()
				})
			}
			all.Wait()
		})
	})
	for i, got := range said {
		if want := "To " + word(i); got != want {
			r.add("%s was told %q", word(i), got)
		}
	}
}
