package fieldproof_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/digitalocean/godo"
	"github.com/emersion/go-smtp"
	"github.com/gorilla/websocket"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// said is a service's message that repeats the refused key.
const said = faults.CanaryMessage + ": incorrect API key: " + faults.CredentialAPIKey

// refusing starts a server that sends a status with a body, a wait and a request id.
func refusing(t *testing.T, status int, body string) *httptest.Server {
	t.Helper()
	wait := "0"
	if status == http.StatusTooManyRequests {
		wait = "7"
	}
	body = strings.NewReplacer("%d", strconv.Itoa(status), "%s", said, "%w", wait).Replace(body)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Ovh-Queryid", "r-1")
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", wait)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return s
}

// rebased sends every request to one server, because some clients only know the address of
// their service.
type rebased struct{ host string }

func (b rebased) RoundTrip(r *http.Request) (*http.Response, error) {
	sent := r.Clone(r.Context())
	sent.URL.Scheme, sent.URL.Host, sent.Host = "http", b.host, ""
	resp, err := http.DefaultTransport.RoundTrip(sent)
	if resp != nil {
		resp.Request = r
	}
	return resp, err
}

func clientOf(t *testing.T, s *httptest.Server) *http.Client {
	t.Helper()
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	return &http.Client{Transport: rebased{u.Host}}
}

// Errors of clients without an adapter have the kind, the status and the wait of the
// response.
func TestClients(t *testing.T) {
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			for _, status := range []int{401, 404, 409, 422, 429, 500, 503} {
				t.Run(strconv.Itoa(status), func(t *testing.T) { c.check(t, status) })
			}
		})
	}
}

func (c *client) check(t *testing.T, status int) {
	t.Helper()
	s := refusing(t, status, c.body)
	err := c.call(t.Context(), clientOf(t, s), s.URL)
	require.Error(t, err)
	chain := adapters.Default().For("tool")
	if c.owner != "" {
		if !slices.Contains(c.line, status) {
			assert.Equal(t, c.owner, service(adapters.All(), err))
		}
		chain = adapter.NewChain(httpadapter.Adapter{})
	}
	te, ok := toolerr.Find(chain.Adapt(t.Context(), err))
	require.True(t, ok)
	clean(t, te)
	if slices.Contains(c.text, status) {
		assert.Equal(t, toolerr.KindToolFatal, te.Kind(), "%T: not read: the status is in a text", err)
		return
	}

	rule := toolerr.StatusRuleOf(status)
	assert.Equal(t, rule.Kind, te.Kind(), "%T", err)
	assert.Equal(t, rule.CanRetry, te.CanRetry())
	assert.Equal(t, "_http", te.Extra().Service)
	if slices.Contains(c.bare, status) {
		assert.Zero(t, te.StatusCode())
	} else {
		assert.Equal(t, status, te.StatusCode())
	}
	wait, _ := te.RetryAfter()
	assert.Equal(t, c.wait(status), wait)
	assert.Equal(t, c.keeps&path != 0 && !slices.Contains(c.line, status), te.Extra().Endpoint != "", te.Extra().Endpoint)
	if c.keeps&id != 0 {
		assert.Equal(t, "r-1", te.Extra().RequestID)
	}
	for _, a := range adapters.All() {
		if a.Slug() != "_http" && a.Slug() != c.owner {
			assert.Nil(t, a.FromError(err), "%s claims %T", a.Slug(), err)
		}
	}
}

// service returns the slug of the first adapter that recognises an error.
func service(all []adapter.Adapter, err error) string {
	for _, a := range all {
		if a.FromError(err) != nil {
			return a.Slug()
		}
	}
	return ""
}

// wait returns the wait in the response to a status.
func (c *client) wait(status int) time.Duration {
	if c.keeps&wait != 0 && status == http.StatusTooManyRequests {
		return 7 * time.Second
	}
	return 0
}

// clean checks that the agent reads no text of the service, and that no credential is
// shown.
func clean(t *testing.T, te *toolerr.ToolRuntimeError) {
	t.Helper()
	assert.Empty(t, faults.Planted().Find(te.Payload().String()))
	assert.Empty(t, faults.Planted().FindCredentials(fmt.Sprintf("%+v %v", te.Report(), te.LogValue())))
}

// A response with status 200 that does not decode has no status, whatever the error keeps
// of it.
func TestUndecodableSuccess(t *testing.T) {
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			s := refusing(t, http.StatusOK, "{")
			err := c.call(t.Context(), clientOf(t, s), s.URL)
			if te := (httpadapter.Adapter{}).FromError(err); te != nil { // some clients do not notice it
				assert.Zero(t, te.StatusCode(), "%T: %v", err, te)
			}
		})
	}
}

// With errand's Transport under the client, the recorded wait is used if the error has
// none. An error that is only a text gets none.
func TestEvidenceCompletes(t *testing.T) {
	for _, c := range clients {
		if c.detached {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			s := refusing(t, http.StatusTooManyRequests, c.body)
			hc := clientOf(t, s)
			hc.Transport = httpadapter.Transport{Base: hc.Transport}
			chain := adapter.NewChain(httpadapter.Adapter{})
			_, err := adapter.Do(t.Context(), chain, func(ctx context.Context) (struct{}, error) {
				return struct{}{}, c.call(ctx, hc, s.URL)
			})
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			if (httpadapter.Adapter{}).FromError(te.Cause()) == nil {
				assert.Zero(t, te.StatusCode())
				return
			}
			wait, _ := te.RetryAfter()
			assert.Equal(t, 7*time.Second, wait)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
		})
	}
}

// This module tests the SDKs in the table of fields, at the versions in the table.
func TestSeen(t *testing.T) {
	text, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	for _, r := range base.FieldRules {
		seen := regexp.MustCompile(`(\S+) (v[0-9.]*[0-9])`).FindAllStringSubmatch(r.Seen, -1)
		assert.NotEmpty(t, seen, r.Seen)
		for _, s := range seen {
			required := regexp.MustCompile(`(?m)[/\t]` + regexp.QuoteMeta(s[1]) + `(/v\d+)? ` + regexp.QuoteMeta(s[2]) + `$`)
			assert.Regexp(t, required, string(text), s[0])
		}
	}
}

// Both clients' errors have the kind of the status, including those without a type, and
// Cloudflare's code if the table has the number.
func TestCloudflare(t *testing.T) {
	for _, c := range clients {
		if c.owner != "_cloudflare" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			for _, status := range []int{400, 401, 403, 404, 405, 409, 429, 500, 502, 503, 520, 522} {
				t.Run(http.StatusText(status), func(t *testing.T) {
					body := strings.Replace(c.body, "1003", "81057", 1)
					s := refusing(t, status, body)
					err := c.call(t.Context(), clientOf(t, s), s.URL)
					require.Error(t, err)
					te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), err))
					require.True(t, ok)
					clean(t, te)
					assert.Equal(t, "_cloudflare", te.Service(), "%T %v", err, err)
					assert.Equal(t, status, te.StatusCode())
					if slices.Contains(c.text, status) || strings.Contains(err.Error(), "try again later") { // it has no number
						rule := toolerr.StatusRuleOf(status)
						assert.Equal(t, rule.Kind, te.Kind())
						assert.Equal(t, rule.CanRetry, te.CanRetry())
						return
					}
					assert.Equal(t, "81057", te.VendorCode())
				})
			}
		})
	}
}

// Numbers of other protocols are not HTTP statuses, even if they look like one.
func TestOtherNumbers(t *testing.T) {
	c, err := smtp.Dial(mailServer(t, "421 4.7.0 Try again later"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	refused := c.Mail("a@example.com", nil)
	require.IsType(t, &smtp.SMTPError{}, refused)

	for name, err := range map[string]error{
		"a reply of SMTP": refused,
		// The codes are constants of the protocol; a broker would have to be an external program.
		"a reply of AMQP":     &amqp.Error{Code: amqp.NotFound, Reason: "NOT_FOUND", Server: true},
		"a reply of AMQP, 5":  &amqp.Error{Code: amqp.CommandInvalid, Server: true},
		"a close of a socket": &websocket.CloseError{Code: websocket.CloseTryAgainLater},
		// A server of MCP may choose its codes, and their client keeps them.
		"a code of JSON-RPC": &godo.ActionGatewayProtocolError{Code: 404, Message: "no such tool"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, httpadapter.Adapter{}.FromError(fmt.Errorf("call: %w", err)))
		})
	}
}

// mailServer starts a server that refuses every MAIL with a line, and returns its address.
func mailServer(t *testing.T, line string) string {
	t.Helper()
	var s loopback.Server
	t.Cleanup(s.Close)
	return s.Serve(func(conn *net.TCPConn) {
		_, _ = fmt.Fprint(conn, "220 ready\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			answer := "250 ok"
			if strings.HasPrefix(lines.Text(), "MAIL") {
				answer = line
			}
			_, _ = fmt.Fprint(conn, answer+"\r\n")
		}
	})
}
