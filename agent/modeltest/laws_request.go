package modeltest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/errand-go/errand/agent"
)

// fullRequest returns a request with a different word in every place.
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

// lawRequest sends each request twice.
func lawRequest(r *trial) {
	r.reaches(func() *agent.ModelRequest { return fullRequest(r.stream) }, requestWords...)
	if !r.skips("request/schema") {
		r.reaches(func() *agent.ModelRequest {
			req := r.request()
			req.OutputSchema = []byte(`{"type":"object","properties":{"schemaword":{"type":"string"}},"required":["schemaword"],"additionalProperties":false}`)
			return req
		}, "schemaword")
	}
}

// reaches checks that the provider's request for a request contains the words, and that the
// model does not change the request.
func (r *trial) reaches(request func() *agent.ModelRequest, words ...string) {
	p, req := r.plays(scene{answer: saying(answerText)}, scene{answer: saying(answerText)}), request()
	r.bubble(p, func(t *testing.T, m agent.Model) {
		for range 2 {
			r.within(func() {
				if s := listen(t.Context(), m, req, nil); s.Err != nil {
					r.add("the request fails: %v", s.Err)
				}
			})
		}
	})
	if !reflect.DeepEqual(req, request()) {
		r.add("the model changed it")
	}
	all := p.Requests()
	if len(all) != 2 {
		r.add("%d requests were made of two", len(all))
		return
	}
	for _, word := range words {
		if !strings.Contains(string(all[0].Body), word) {
			r.add("%q does not reach the provider", word)
		}
	}
	if !sameJSON(all[0].Body, all[1].Body) && string(all[0].Body) != string(all[1].Body) {
		r.add("the same request is sent as %s, and then as %s", all[0].Body, all[1].Body)
	}
}

// attachments are of the kinds that users send.
var attachments = []agent.Part{
	{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("png"), Name: "a.png"}},
	{Blob: &agent.Blob{MIMEType: "image/bmp", Data: []byte("bmp")}},
	{Blob: &agent.Blob{MIMEType: "application/pdf", Data: []byte("pdf"), Name: "a.pdf"}},
	{Blob: &agent.Blob{MIMEType: "text/plain; charset=utf-8", Data: []byte("text")}},
	{Blob: &agent.Blob{MIMEType: "audio/wav", Data: []byte("wav")}},
	{Blob: &agent.Blob{MIMEType: "application/zip", Data: []byte("zip")}},
	{Blob: &agent.Blob{Data: []byte("?")}},
	{File: &agent.File{MIMEType: "image/jpeg", URI: "https://example.com/a.jpg"}},
	{File: &agent.File{MIMEType: "application/pdf", URI: "https://example.com/a.pdf"}},
	{File: &agent.File{MIMEType: "video/mp4", URI: "https://example.com/a.mp4"}},
	{File: &agent.File{URI: "https://example.com/a"}},
}

// lawAttachments sends each of them as the user, and then as an earlier model. For those of
// a model, a request may have a text instead.
func lawAttachments(r *trial) {
	for _, p := range attachments {
		name := "a file"
		if p.Blob != nil {
			name = "a blob"
		}
		name += fmt.Sprintf(" of type %q", typeOf(p))
		req := r.request()
		req.Contents[0].Parts = append(req.Contents[0].Parts, p)
		before, err := r.sends(req, req.Contents[0])
		switch {
		case errors.Is(err, agent.ErrProviderUnsupported) && before == nil:
			r.add("%s is refused, and not beforehand", name)
		case err == nil && before != nil:
			r.add("%s is refused beforehand, and sent", name)
		case err != nil && before == nil:
			r.add("with %s the request fails: %v", name, err)
		}
		req = r.request()
		said := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{Text: "Here."}, p}}
		req.Contents = append(req.Contents, said, agent.TextContent(agent.RoleUser, "Thanks."))
		if before, err := r.sends(req, said); err != nil && before == nil {
			r.add("%s that a model said is refused, and not beforehand", name)
		}
	}
}

func typeOf(p agent.Part) string {
	if p.Blob != nil {
		return p.Blob.MIMEType
	}
	return p.File.MIMEType
}

// sends returns the model's errors about a content: from Preflight, and from Generate.
func (r *trial) sends(req *agent.ModelRequest, c agent.Content) (before, err error) {
	p := r.plays()
	p.Forever(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { p.play(scene{answer: saying(answerText)}, w, req) }))
	r.bubble(p, func(t *testing.T, m agent.Model) {
		if m, ok := m.(agent.Preflighter); ok {
			before = m.Preflight(c)
		}
		r.within(func() { err = listen(t.Context(), m, req, nil).Err })
	})
	return before, err
}

func lawConcurrent(r *trial) {
	const callers = 8
	word := func(i int) string { return fmt.Sprintf("caller%dof%d.", i, callers) }
	p := r.plays()
	p.Forever(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		to := "nobody."
		body, _ := io.ReadAll(req.Body) // a Script's body is in memory
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
