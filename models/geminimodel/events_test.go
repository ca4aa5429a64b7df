package geminimodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/toolerr"
)

// Servers may send events with fields other than data.
func TestStreamsAsServersMaySendThem(t *testing.T) {
	first, last := chunk("", text("Hello ")), chunk("STOP", text("there"))
	for name, body := range map[string]string{
		"plain":                    "data: " + first + "\n\ndata: " + last + "\n\n",
		"returns":                  "data: " + first + "\r\n\r\ndata: " + last + "\r\n\r\n",
		"a comment":                ": keep-alive\n\ndata: " + first + "\n\n: keep-alive\n\ndata: " + last + "\n\n",
		"a comment inside":         ": hm\ndata: " + first + "\n\n:\n\n\n\ndata: " + last + "\n\n",
		"names and ids":            "event: message\nid: 1\nretry: 10\ndata: " + first + "\n\nevent: message\ndata: " + last + "\nid: 2\n\n",
		"data in several lines":    "data: " + strings.Replace(first, ",", ",\ndata: ", 1) + "\n\ndata: " + last + "\n\n",
		"no space":                 "data:" + first + "\n\ndata:" + last + "\n\n",
		"no empty line at the end": "data: " + first + "\n\ndata: " + last,
		"an empty event":           "data:\n\ndata: " + first + "\n\ndata: " + last + "\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			canned := modeltest.Reply{Header: http.Header{"Content-Type": {"text/event-stream"}}, Pieces: []string{body}}
			resp, err := generate(t, newModel(newClient(t, "http://gemini.test", canned)), hello(true))
			require.NoError(t, err)
			assert.Equal(t, "Hello there", resp.Content.Text())
		})
	}
}

// They may or may not be in the data field.
func TestErrorsInStreamsOfEvents(t *testing.T) {
	first := "data: " + chunk("", text("Hello ")) + "\n\n"
	said := "{\n  \"error\": {\n    \"code\": 429,\n    \"message\": \"quorvexmessage\",\n    \"status\": \"RESOURCE_EXHAUSTED\"\n  }\n}\n"
	for name, body := range map[string]string{
		"as data": first + "data: " + strings.ReplaceAll(said, "\n", "") + "\n\n", "bare": first + said, "behind a comment": first + ": hm\n\n" + said + "\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			canned := modeltest.Reply{Header: http.Header{"Content-Type": {"text/event-stream"}}, Pieces: []string{body}}
			_, err := generate(t, newModel(newClient(t, "http://gemini.test", canned)), hello(true))
			require.ErrorIs(t, err, toolerr.KindUpstreamRateLimit)
		})
	}
}

// The streams of some models end with such signatures, which must be sent back unchanged.
func TestSignaturesWithoutText(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		w, client := serve(t,
			answer("STOP", text("Hello"), `{"text":"","thoughtSignature":"c2ln"}`, `{"thoughtSignature":"c2lnMg=="}`),
			answer("STOP", text("Done.")))
		m := newModel(client)
		resp, err := generate(t, m, hello(stream))
		require.NoError(t, err)
		assert.Equal(t, []agent.Part{
			{Text: "Hello"}, {Signature: []byte("gemini:sig")}, {Signature: []byte("gemini:sig2")},
		}, resp.Content.Parts)

		next := hello(stream)
		next.Contents = append(next.Contents, *resp.Content, agent.TextContent(agent.RoleUser, "And?"))
		_, err = generate(t, m, next)
		require.NoError(t, err)
		assert.Contains(t, w.requests()[1].raw,
			`"parts":[{"text":"Hello"},{"text":"","thoughtSignature":"c2ln"},{"text":"","thoughtSignature":"c2lnMg=="}]`)
	})
}

// Attachments that the API would refuse are refused before anything is stored, and the
// session continues.
func TestAttachments(t *testing.T) {
	blob := func(typ string) agent.Content {
		return agent.Content{Role: agent.RoleUser, Parts: []agent.Part{{Text: "Read this."}, {Blob: &agent.Blob{MIMEType: typ, Data: []byte("x")}}}}
	}
	file := func(typ string) agent.Content {
		return agent.Content{Role: agent.RoleUser, Parts: []agent.Part{{File: &agent.File{MIMEType: typ, URI: "gs://bucket/a"}}}}
	}
	for name, tt := range map[string]struct {
		content agent.Content
		fits    bool
	}{
		"an archive": {blob("application/zip"), false}, "a GIF": {blob("image/gif"), false}, "no type": {blob(""), false},
		"a picture": {blob("Image/PNG; a=b"), true}, "text": {blob("text/x-quorvex"), true}, "JSON": {blob("application/json"), true},
		"a file of no type": {file(""), true}, "an archive by URI": {file("application/zip"), false}, "a video": {file("video/mp4"), true},
	} {
		t.Run(name, func(t *testing.T) {
			w, client := serve(t, answer("STOP", text("Hi")))
			m := newModel(client)
			refused := m.Preflight(tt.content)
			_, err := generate(t, m, &agent.ModelRequest{Contents: []agent.Content{tt.content}})
			if tt.fits {
				require.NoError(t, refused)
				require.NoError(t, err)
				assert.NotContains(t, w.requests()[0].raw, "application/json")
				return
			}
			require.ErrorIs(t, refused, agent.ErrProviderUnsupported)
			require.ErrorIs(t, err, agent.ErrProviderUnsupported)
			assert.Empty(t, w.requests())
		})
	}
}
