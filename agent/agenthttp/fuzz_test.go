package agenthttp_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/agent/agenttest"
)

// The response to any body is JSON, and an invalid request has a 4xx status.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		runBody("hi", true), ``, `null`, `[]`, `{"state":{"a":1}}`, `{"decisions":[{"callId":"x","approved":true}]}`,
		answerBody("confirm-x", "adk_request_confirmation", `{"confirmed":true}`), answerBody("x", "y", `null`),
		`{"newMessage":{"parts":[{"inlineData":{}},{"fileData":{}},{"text":"\ud800"}]}}`, `{"deliveries":[{"result":1,"failed":true}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		h := handler(t, agenttest.NewModel().Forever(agenttest.Say("x")), nil)
		for _, path := range []string{"/run", "/run_sse", "/apps/app/users/ada/sessions", "/apps/app/users/ada/sessions/1/resume"} {
			w := post(t, h, path, body)
			assert.Less(t, w.Code, 500, "%s: %s", path, w.Body)
			if w.Header().Get("Content-Type") == "text/event-stream" {
				framesOf(t, w.Body.String())
				continue
			}
			assert.True(t, json.Valid(w.Body.Bytes()), "%s: %s", path, w.Body)
		}
	})
}
