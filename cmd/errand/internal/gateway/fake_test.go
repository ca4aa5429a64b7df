package gateway_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/gateway"
)

// The test's own program is the server, and the gateway that is killed.
const roleVariable = "ERRAND_GATEWAY_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "server":
		serve(os.Stdin, os.Stdout)
	case "gateway":
		_ = os.Setenv(roleVariable, "server")
		s := gateway.NewSession(config(), os.Stdout, gateway.Command([]string{os.Args[0]}, nil, os.Stderr))
		_, _ = s.Run(os.Stdin)
	default:
		os.Exit(m.Run())
	}
}

func config() gateway.Config {
	return gateway.Config{
		Registry: adapters.Default(), Stderr: io.Discard,
		Disclosure: map[string]adapter.Disclosure{"": adapter.DisclosureText},
	}
}

// asking is a request of the test's server.
type asking struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name      string
		Arguments map[string]any
	}
	Result json.RawMessage
}

// serve is a server whose tools fail in every way. Their argument "text" is what they print.
func serve(in io.Reader, w io.Writer) {
	reader := bufio.NewReaderSize(in, 1<<20)
	level := "none"
	var asked json.RawMessage // the id of a call that waits for the client
	for {
		line, err := reader.ReadBytes('\n')
		var r asking
		if json.Unmarshal(line, &r) != nil {
			if err != nil {
				return
			}
			continue
		}
		say := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
		result := func(result string) { say(`{"result":%s,"jsonrpc":"2.0","id":%s}`, result, r.ID) }
		text, _ := r.Params.Arguments["text"].(string)
		quoted, _ := json.Marshal(text)
		switch r.Method + strings.TrimSuffix(" "+r.Params.Name, " ") {
		case "":
			say(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, asked, r.Result)
		case "initialize":
			result(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"resources":{}},"serverInfo":{"name":"fake","version":"1"}}`)
		case "logging/setLevel", "resources/subscribe":
			level += " " + r.Method
			result(`{}`)
		case "tools/list":
			result(listed)
		case "tools/call state":
			result(fmt.Sprintf(`{"content":[{"type":"text","text":%q}]}`, strconv.Itoa(os.Getpid())+" "+level))
		case "tools/call echo", "resources/read":
			result(`{"content":[{"type":"text","text":` + string(quoted) + `}], "extra":  1.50}`)
		case "tools/call fail", "tools/call read", "tools/call strict refuses":
			result(`{"content":[{"type":"text","text":` + string(quoted) + `},{"type":"image","data":"AAAA","mimeType":"image/png"}],"isError":true,"structuredContent":{"password":"hunter2","n":1}}`)
		case "tools/call strict":
			say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"MCP error -32602: Input validation error"}}`, r.ID)
		case "tools/call raw":
			say("%s", strings.ReplaceAll(text, "$id", string(r.ID)))
		case "tools/call env":
			result(fmt.Sprintf(`{"content":[{"type":"text","text":"%s %s"}]}`, os.Getenv("HTTPS_PROXY"), os.Getenv("SSL_CERT_FILE")))
		case "tools/call fetch":
			go func(r asking) { say(`{"jsonrpc":"2.0","id":%s,"result":%s}`, r.ID, fetch(text)) }(r)
		case "tools/call part":
			_, _ = io.WriteString(w, text)
			os.Exit(4)
		case "tools/call exit":
			code, _ := strconv.Atoi(text)
			os.Exit(code)
		case "tools/call kill":
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case "tools/call ask":
			asked = r.ID
			say(`{"jsonrpc":"2.0","id":0,"method":"sampling/createMessage","params":{"x":1}}`)
		case "tools/call big":
			n, _ := strconv.Atoi(text)
			_, _ = io.WriteString(w, `{"result":{"content":[{"type":"text","text":"`)
			for part := strings.Repeat("y", 1<<16); n > 0; n -= len(part) {
				_, _ = io.WriteString(w, part)
			}
			say(`"}]},"jsonrpc":"2.0","id":%s}`, r.ID)
		case "tools/call hang up":
			return
		case "tools/call long":
			result(fmt.Sprintf(`{"content":[{"type":"text","text":"%d"}]}`, len(line)))
		}
	}
}

// fetch requests "METHOD URL" and returns a result that does not tell what went wrong.
func fetch(text string) string {
	method, target, _ := strings.Cut(text, " ")
	request, _ := http.NewRequest(method, target, nil)
	proxy := os.Getenv("HTTPS_PROXY")
	if request.URL.Hostname() == os.Getenv("NO_PROXY") {
		proxy = ""
	}
	response, err := through(proxy, os.Getenv("SSL_CERT_FILE")).Do(request)
	if err == nil && response.StatusCode == http.StatusOK {
		return `{"content":[]}`
	}
	return `{"isError":true,"content":[{"type":"text","text":"it did not work"}]}`
}

// through returns a client that uses a proxy for all hosts, and trusts the roots in a file.
func through(proxy, roots string) *http.Client {
	pool := x509.NewCertPool()
	text, _ := os.ReadFile(roots)
	pool.AppendCertsFromPEM(text)
	return &http.Client{Transport: &http.Transport{
		Proxy: func(*http.Request) (u *url.URL, err error) {
			if proxy != "" {
				u, err = url.Parse(proxy)
			}
			return u, err
		},
		TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true,
	}}
}

const listed = `{"tools":[{"name":"strict","inputSchema":{"type":"object","properties":{"count":{"type":"integer","minimum":1}},"required":["count"]}},` +
	`{"name":"strict refuses","inputSchema":{"required":["count"]}},{"name":"read","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}]}`

// A client speaks with a session of the gateway.
type client struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	code chan int
	id   int
}

// connect starts a gateway with the test's server.
func connect(t *testing.T, c gateway.Config) *client {
	t.Helper()
	return connectTo(t, c, gateway.Command([]string{os.Args[0]}, []string{roleVariable + "=server"}, c.Stderr))
}

func connectTo(t *testing.T, c gateway.Config, start func(*gateway.Session) (*gateway.Link, error)) *client {
	t.Helper()
	toGateway, in := io.Pipe()
	out, fromGateway := io.Pipe()
	s := gateway.NewSession(c, fromGateway, start)
	cl := &client{t: t, in: in, out: newReader(out), code: make(chan int, 1)}
	go func() {
		code, err := s.Run(toGateway)
		assert.NoError(t, err)
		_ = fromGateway.Close()
		cl.code <- code
	}()
	t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		<-cl.code
	})
	return cl
}

func (c *client) send(format string, args ...any) {
	c.t.Helper()
	_, err := fmt.Fprintf(c.in, format+"\n", args...)
	require.NoError(c.t, err)
}

func (c *client) line() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	require.NoError(c.t, err, line)
	return strings.TrimSuffix(line, "\n")
}

// call calls a tool and returns the line of the answer.
func (c *client) call(tool, text string) string {
	c.t.Helper()
	c.id++
	c.send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"text":%q}}}`, c.id, tool, text)
	return c.line()
}

// open initializes the session and lists the tools.
func (c *client) open() *client {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25"}}`)
	require.Contains(c.t, c.line(), "serverInfo")
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.send(`{"jsonrpc":"2.0","id":"l","method":"tools/list"}`)
	require.Contains(c.t, c.line(), "strict")
	return c
}

// texts returns the texts of a failed call, and its _meta.
func texts(t *testing.T, line string) (all []string, meta map[string]any) {
	t.Helper()
	var m struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
			Meta    map[string]map[string]any `json:"_meta"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(line), &m), line)
	require.True(t, m.Result.IsError, line)
	for _, c := range m.Result.Content {
		all = append(all, c.Text)
	}
	return all, m.Result.Meta["io.github.errand-go/error"]
}

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 1<<20) }
