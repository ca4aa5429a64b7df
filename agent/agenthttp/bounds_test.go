package agenthttp_test

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
)

// They are refused before they are decoded.
func TestBodiesThatWouldCostManyTimesTheirSize(t *testing.T) {
	const size = 15_700_000
	in := func(before, item, after string) string {
		n := (size - len(before) - len(after)) / (len(item) + 1)
		return before + strings.Repeat(item+",", n) + item + after
	}
	const run = `{"appName":"app","userId":"ada","sessionId":"1",`
	const sessions = "/apps/app/users/ada/sessions"
	bodies := map[string]struct{ path, body string }{
		"parts":                    {"/run", in(run+`"newMessage":{"parts":[`, `{}`, `]}}`)},
		"parts of a stream":        {"/run_sse", in(run+`"newMessage":{"parts":[`, `{}`, `]}}`)},
		"parts of results":         {"/run", in(run+`"newMessage":{"parts":[{"functionResponse":{"id":"x","name":"t","response":[`, `{}`, `]}}]}}`)},
		"decisions":                {sessions + "/1/resume", in(`{"decisions":[`, `{}`, `]}`)},
		"sign-ins":                 {sessions + "/1/resume", in(`{"signedIn":[`, `""`, `]}`)},
		"results":                  {sessions + "/1/resume", in(`{"deliveries":[{"callId":"x","result":[`, `0`, `]}]}`)},
		"state":                    {sessions, in(`{"state":{"x":[`, `{}`, `]}}`)},
		"a state without its name": {sessions, in(`{"x":[`, `{}`, `]}`)},
		"names":                    {"/run", in(run, `"x":0`, `}`)},
	}
	for name, tt := range bodies {
		t.Run(name, func(t *testing.T) {
			h := handler(t, agenttest.NewModel(), nil)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begun := time.Now()
			w := post(t, h, tt.path, tt.body)
			took := time.Since(begun)
			runtime.ReadMemStats(&after)
			assert.Equal(t, http.StatusBadRequest, w.Code, w.Body)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(allocationLimit), "bytes that were allocated for %d", len(tt.body))
			t.Logf("%d KiB in %s", (after.TotalAlloc-before.TotalAlloc)>>10, took)
		})
	}
}

func TestNamesInABodyAreExactAndSingle(t *testing.T) {
	const sessions = "/apps/app/users/ada/sessions"
	tests := map[string]struct{ path, body, pointer string }{
		"a duplicate user":                    {"/run", `{"appName":"app","userId":"ada","userId":"eve","sessionId":"1","newMessage":{"parts":[{"text":"Hi"}]}}`, "#/userId"},
		"a user in two spellings":             {"/run", `{"appName":"app","userId":"ada","USERID":"eve","sessionId":"1","newMessage":{"parts":[{"text":"Hi"}]}}`, "#/USERID"},
		"only in another spelling":            {"/run", `{"appName":"app","UserID":"eve","sessionId":"1","newMessage":{"parts":[{"text":"Hi"}]}}`, "#/UserID"},
		"with a letter that folds to another": {"/run", `{"appName":"app","userId":"ada","u\u017ferId":"eve","sessionId":"1"}`, "#/u%C5%BFerId"},
		"in a part":                           {"/run", `{"appName":"app","userId":"ada","sessionId":"1","newMessage":{"parts":[{},{"text":"a","Text":"b"}]}}`, "#/newMessage/parts/1/Text"},
		"a decision":                          {sessions + "/1/resume", `{"decisions":[{"callId":"x","approved":false,"Approved":true}]}`, "#/decisions/0/Approved"},
		"a confirmation": {
			"/run", `{"appName":"app","userId":"ada","sessionId":"1","newMessage":{"parts":[{"functionResponse":{"id":"x","name":"adk_request_confirmation","response":{"confirmed":false,"Confirmed":true}}}]}}`,
			"#/newMessage/parts/0/functionResponse/response",
		},
		"a session": {sessions, `{"sessionId":"a","SessionId":"b"}`, "#/SessionId"},
		"state":     {sessions, `{"state":{},"state":{"x":1}}`, "#/state"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := serve(t, agenttest.NewModel(), nil)
			r := s.ask(http.MethodPost, tt.path, tt.body, "Accept", "application/problem+json")
			assert.Equal(t, http.StatusBadRequest, r.StatusCode, r.body)
			assert.Contains(t, r.body, `"pointer":"`+tt.pointer+`"`)
			assert.Empty(t, s.model.Requests())
		})
	}
	s := serve(t, agenttest.NewModel(agenttest.Say("hello")), nil)
	r := s.ask(http.MethodPost, "/run", `{"appName":"app","userId":"ada","sessionId":"1","functionCallEventId":"x","newMessage":{"parts":[{"text":"Hi","other":{}}]}}`)
	assert.Equal(t, http.StatusOK, r.StatusCode, "unknown names do not matter")
}

func TestIDsAreShortAndPlain(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	long := strings.Repeat("x", 129)
	for _, id := range []string{long, "a%20b", "a%00", "a%2Fb", "%2E%2E", "a%0Ab", "%C3%A9"} {
		for _, r := range []reply{
			s.ask(http.MethodPost, "/apps/app/users/"+id+"/sessions", ""),
			s.ask(http.MethodGet, "/apps/app/users/"+id+"/sessions", ""),
			s.ask(http.MethodPost, "/apps/app/users/ada/sessions/"+id, ""),
			s.ask(http.MethodPost, "/apps/app/users/ada/sessions/"+id+"/invocations/x/cancel", ""),
		} {
			assert.Equal(t, http.StatusBadRequest, r.StatusCode, "%s: %s", id, r.body)
		}
	}
	for _, body := range []string{`{"sessionId":"a b"}`, `{"sessionId":"` + long + `"}`} {
		assert.Equal(t, http.StatusBadRequest, s.ask(http.MethodPost, "/apps/app/users/ada/sessions", body).StatusCode)
	}
	for _, body := range []string{`{"appName":"app","userId":"a b","sessionId":"1"}`, `{"appName":"app","userId":"a","sessionId":"\u0000"}`} {
		assert.Equal(t, http.StatusBadRequest, s.ask(http.MethodPost, "/run", body).StatusCode)
	}
	assert.Equal(t, http.StatusBadRequest, s.ask(http.MethodGet, "/apps/app/users/ada/sessions/1/artifacts/"+strings.Repeat("x", 300), "").StatusCode)
	assert.Equal(t, http.StatusOK, s.ask(http.MethodPost, "/apps/app/users/ada@example.com/sessions/2026-11-23T10:00", "").StatusCode)
}

func TestRunsAndBodiesAtOnceAreLimited(t *testing.T) {
	release := make(chan struct{})
	waits := func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		<-release
		agenttest.Say("ok")(ctx, req, yield)
	}
	s := serve(t, agenttest.NewModel(waits).Forever(agenttest.Say("ok")), nil, func(c *agenthttp.Config, rc *agent.RunnerConfig) {
		c.MaxRuns, rc.CreateSessions = 1, true
	})
	first := make(chan reply)
	go func() { first <- s.ask(http.MethodPost, "/run", runBody("one", false)) }()
	require.Eventually(t, func() bool { return len(s.model.Requests()) == 1 }, patience, time.Millisecond)
	other := strings.Replace(runBody("two", false), `"ada"`, `"eve"`, 1)
	r := s.ask(http.MethodPost, "/run", other, "Accept", "application/problem+json")
	assert.Equal(t, http.StatusServiceUnavailable, r.StatusCode, r.body)
	assert.Equal(t, "1", r.Header.Get("Retry-After"))
	assert.Contains(t, r.body, `"retryable":true`)
	close(release)
	assert.Equal(t, http.StatusOK, (<-first).StatusCode)
	assert.Equal(t, http.StatusOK, s.ask(http.MethodPost, "/run", other).StatusCode)

	s = serve(t, agenttest.NewModel().Forever(agenttest.Say("ok")), nil, func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.BodiesLimit = 100 })
	half := s.raw("POST /run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{")
	require.Eventually(t, func() bool {
		return s.ask(http.MethodPost, "/run", `{"appName":"app"}`).StatusCode == http.StatusServiceUnavailable
	}, patience, time.Millisecond)
	require.NoError(t, half.Close())
	require.Eventually(t, func() bool {
		return s.ask(http.MethodPost, "/run", runBody("go", false)).StatusCode == http.StatusOK
	}, patience, time.Millisecond)
}
