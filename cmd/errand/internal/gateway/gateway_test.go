package gateway_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/gateway"
)

// pass lets time pass in a bubble.
func pass(d time.Duration) { time.Sleep(d) } //nolint:forbidigo // in a bubble

// Answers and requests pass as they are, with ids of every type of JSON.
func TestTransparent(t *testing.T) {
	c := connect(t, config()).open()
	for _, id := range []string{`1`, `"1"`, `1.0`, `1e3`, `-5`, `null`, `true`, `{"a": 1}`, `[1]`, `9007199254740993`, `"é\u0301 "`} {
		c.send(`{"method":"tools/call" , "id":%s,"params":{"name":"echo","arguments":{"text":"x<y"}},"more":[]}`, id)
		assert.Equal(t, `{"result":{"content":[{"type":"text","text":"x\u003cy"}], "extra":  1.50},"jsonrpc":"2.0","id":`+id+`}`, c.line())
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","method":"notifications/unknown","params":{ "a":1 }}`, `{ "jsonrpc" :"2.0","id":7,"method":"roots/list"}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":"` + "\xff\xfe" + `"}`,
		`[{"jsonrpc":"2.0","method":"notifications/a"},{"jsonrpc":"2.0","method":"notifications/b"}]`,
		`{"jsonrpc":"2.0","id":$id,"error":{"code":-32042,"message":"open","data":{"elicitations":[]}}}`,
		`{"jsonrpc":"2.0","id":$id,"result":{"isError":true,"content":[],"_meta":{"io.github.errand-go/error":{}}}}`,
	} {
		raw := strconv.QuoteToASCII(line)
		if strings.Contains(line, "\xff") {
			raw = `"` + strings.ReplaceAll(line, `"`, `\"`) + `"`
			line = strings.ReplaceAll(line, "\xff\xfe", "\ufffd\ufffd") // as the test's server reads it
		}
		c.id++
		c.send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"raw","arguments":{"text":%s}}}`, c.id, raw)
		assert.Equal(t, strings.ReplaceAll(line, "$id", strconv.Itoa(c.id)), c.line())
	}
	assert.Contains(t, c.call("ask", ""), `"method":"sampling/createMessage","params":{"x":1}`)
	c.send(`{"jsonrpc":"2.0","id":0,"result":{"role":"user"}}`)
	assert.Contains(t, c.line(), `{\"role\":\"user\"}`)
}

// Bytes that are not UTF-8 pass both ways.
func TestInvalidUTF8(t *testing.T) {
	c := connectTo(t, config(), mirror())
	line := `{"jsonrpc":"2.0","method":"notifications/x","params":"` + "\xff\xc3\x28" + `"}`
	c.send("%s", line)
	assert.Equal(t, line, c.line())
}

// mirror is a server that sends back what it gets.
func mirror() func(*gateway.Session) (*gateway.Link, error) {
	return func(*gateway.Session) (*gateway.Link, error) {
		out, in := io.Pipe()
		return gateway.NewLink(in, out), nil
	}
}

// inside is the test's server in this process.
func inside() func(*gateway.Session) (*gateway.Link, error) {
	return func(*gateway.Session) (*gateway.Link, error) {
		fromGateway, in := io.Pipe()
		out, toGateway := io.Pipe()
		go func() {
			serve(fromGateway, toGateway)
			_ = toGateway.Close()
		}()
		return gateway.NewLink(in, out), nil
	}
}

// Failures become answers: errand's text first, then the server's own without credentials.
func TestFailures(t *testing.T) {
	c := connect(t, config()).open()
	const token = "ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9aB3dE5gH7"
	for name, tt := range map[string]struct {
		tool, text string
		want       []string
		meta       map[string]any
	}{
		"a text":       {"fail", "no such table: itms", []string{"/text: contains the name", "no such table: itms"}, map[string]any{"can_retry": false}},
		"no reason":    {"fail", "it broke", []string{"it broke"}, nil},
		"a credential": {"fail", "403 for " + token, []string{"403 for (redacted)"}, nil},
		"a rate limit": {"read", "HTTP 429 Too Many Requests", []string{"429"}, map[string]any{"kind": "UPSTREAM_RUNTIME_RATE_LIMIT", "can_retry": true}},
		"arguments":    {"strict", "", []string{"The arguments do not fit the tool's schema.", "/count: is required"}, map[string]any{"kind": "TOOL_RUNTIME_BAD_INPUT_VALUE"}},
		"a refusal":    {"strict refuses", "Error: Invalid arguments", []string{"/count: is required"}, map[string]any{"kind": "TOOL_RUNTIME_BAD_INPUT_VALUE"}},
		"an internal error": {
			"raw", `{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"boom token=` + token + `"}}`, []string{"boom token=(redacted)"}, nil,
		},
		"an unknown tool": {"raw", `{"id":$id,"error":{"code":-32602,"message":"unknown tool"}}`, []string{"does not know the tool"}, nil},
		"no result":       {"raw", `{"id":$id,"jsonrpc":"2.0"}`, nil, map[string]any{"kind": "TOOL_RUNTIME_BAD_OUTPUT_VALUE"}},
		"a null":          {"raw", `{"id":$id,"result":null}`, nil, map[string]any{"kind": "TOOL_RUNTIME_BAD_OUTPUT_VALUE"}},
		"a bare text":     {"raw", `{"id":$id,"result":"oops"}`, nil, map[string]any{"kind": "TOOL_RUNTIME_BAD_OUTPUT_VALUE"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.t = t
			line := c.call(tt.tool, tt.text)
			all, meta := texts(t, line)
			for _, want := range tt.want {
				assert.Contains(t, strings.Join(all, "\n"), want)
			}
			for key, want := range tt.meta {
				assert.Equal(t, want, meta[key], key)
			}
			assert.NotContains(t, line, token)
			assert.NotContains(t, line, "hunter2")
			if name == "no reason" {
				assert.Empty(t, meta, "nothing is known")
			}
			if tt.tool == "fail" {
				assert.Contains(t, line, `"data":"AAAA"`, "images stay")
			}
		})
	}
}

// With other disclosures, a model reads no text of the server.
func TestDisclosure(t *testing.T) {
	conf := config()
	conf.JSON = true
	conf.Disclosure = map[string]adapter.Disclosure{"": adapter.DisclosureKnown, "read": adapter.DisclosureText}
	c := connect(t, conf).open()
	line := c.call("fail", "the row of Ada Lovelace")
	assert.NotContains(t, line, "Lovelace")
	assert.NotContains(t, line, "structuredContent")
	all, _ := texts(t, line)
	assert.Contains(t, all[0], `"kind":"TOOL_RUNTIME_FATAL"`)
	assert.Contains(t, c.call("read", "the row of Ada Lovelace"), "Lovelace")
}

// Credentials leave successes only if that is wanted.
func TestRedactResults(t *testing.T) {
	const text = `{"password": "hunter2secret", "n": 1}`
	assert.Contains(t, connect(t, config()).open().call("echo", text), "hunter2secret")
	conf := config()
	conf.RedactResults = true
	c := connect(t, conf).open()
	assert.NotContains(t, c.call("echo", text), "hunter2secret")
	assert.Contains(t, c.call("echo", "nothing"), `"extra":  1.50`, "as it is")
}

// A server that crashes is started again, and told what the one before was told.
func TestRestart(t *testing.T) {
	for name, tool := range map[string]string{"a crash": "exit", "kill -9": "kill", "half a line": "part"} {
		t.Run(name, func(t *testing.T) {
			c := connect(t, config()).open()
			c.send(`{"jsonrpc":"2.0","id":"v","method":"logging/setLevel","params":{"level":"info"}}`)
			c.send(`{"jsonrpc":"2.0","id":"s","method":"resources/subscribe","params":{"uri":"a"}}`)
			c.line()
			c.line()
			before := c.call("state", "")
			text := "3"
			if tool == "part" {
				text = `{"jsonrpc":"2.0","id":5,"result":{"con`
			}
			c.send(`{"jsonrpc":"2.0","id":"waits","method":"completion/complete"}`)
			answers := []string{c.call(tool, text), c.line()}
			if strings.Contains(answers[0], `"waits"`) {
				answers[0], answers[1] = answers[1], answers[0]
			}
			all, meta := texts(t, answers[0])
			assert.Contains(t, all[0], "may have been carried out")
			assert.Equal(t, "unknown", meta["effect"])
			assert.Contains(t, answers[1], `"code":-32603`)
			assert.Contains(t, c.line(), "notifications/tools/list_changed")
			assert.Contains(t, c.line(), "notifications/resources/list_changed")
			after := c.call("state", "")
			assert.Contains(t, after, " logging/setLevel")
			assert.Contains(t, after, " resources/subscribe")
			assert.Contains(t, after, "was started again before this call")
			assert.NotEqual(t, before, after)
			assert.NotContains(t, c.call("state", ""), "was started again")
		})
	}
}

// A server that ends with 0 ends the session, as one that crashes does with --no-restart.
func TestEnd(t *testing.T) {
	for code, conf := range map[int]gateway.Config{0: config(), 3: config()} {
		conf.NoRestart = code != 0
		c := connect(t, conf).open()
		all, _ := texts(t, c.call("exit", strconv.Itoa(code)))
		assert.Contains(t, all[0], "may have been carried out")
		_, err := c.out.ReadString('\n')
		require.ErrorIs(t, err, io.EOF)
		got := <-c.code
		assert.Equal(t, code, got)
		c.code <- got
	}
}

// A server that never starts again ends the session after a few attempts.
func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		starts, start := 0, inside()
		c := connectTo(t, config(), func(s *gateway.Session) (*gateway.Link, error) {
			if starts++; starts > 1 {
				return nil, io.ErrUnexpectedEOF
			}
			link, err := start(s)
			return gateway.Crashing(link), err
		}).open()
		began := time.Now()
		all, _ := texts(t, c.call("hang up", ""))
		assert.Contains(t, all[0], "may have been carried out")
		_, err := c.out.ReadString('\n')
		require.ErrorIs(t, err, io.EOF)
		assert.Equal(t, 6, starts, "after the first one and a few attempts")
		assert.Equal(t, 3100*time.Millisecond, time.Since(began))
	})
}

// The time of a call ends it, and begins again with progress and while the client is asked.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conf := config()
		conf.Timeout = time.Minute
		fromGateway, in := io.Pipe()
		out, server := io.Pipe()
		c := connectTo(t, conf, func(*gateway.Session) (*gateway.Link, error) { return gateway.NewLink(in, out), nil })
		got := &client{t: t, out: newReader(fromGateway)}
		began := time.Now()
		c.send(`{"id":1,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":"p"}}}`)
		got.line()
		pass(40 * time.Second)
		_, _ = fmt.Fprintln(server, `{"method":"notifications/progress","params":{"progressToken":"p","progress":1}}`)
		c.line()
		pass(40 * time.Second)
		_, _ = fmt.Fprintln(server, `{"id":9,"method":"elicitation/create"}`)
		c.line()
		pass(90 * time.Second)
		c.send(`{"id":9,"result":{}}`)
		got.line()
		all, meta := texts(t, c.line())
		assert.Equal(t, "unknown", meta["effect"], all)
		assert.Equal(t, 220*time.Second, time.Since(began))
		assert.Contains(t, got.line(), `"params":{"reason":"the time of the call is over","requestId":1}`)
		_, _ = fmt.Fprintln(server, `{"id":1,"result":{}}`)
		_, _ = fmt.Fprintln(server, `{"method":"after"}`)
		assert.Equal(t, `{"method":"after"}`, c.line(), "the late answer is dropped")
		_ = server.Close()
	})
}

// A client's cancellation passes, and its call gets no answer of the gateway.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conf := config()
		conf.Timeout = time.Minute
		c := connectTo(t, conf, inside()).open()
		c.send(`{"id":1,"method":"tools/call","params":{"name":"hang"}}`)
		c.send(`{"method":"notifications/cancelled","params":{"requestId":1}}`)
		pass(time.Hour)
		assert.Contains(t, c.call("echo", "x"), `"extra":  1.50`)
	})
}

// A wait that a service named holds calls of the tool back, and no others.
func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connectTo(t, config(), inside()).open()
		const limited = "429 Too Many Requests. Please retry after 30 seconds."
		texts(t, c.call("fail", limited))
		pass(10 * time.Second)
		all, meta := texts(t, c.call("fail", "x"))
		assert.Contains(t, all[0], "so the call was not executed")
		assert.EqualValues(t, 20_000, meta["retry_after_ms"])
		assert.NotContains(t, c.call("echo", "x"), "isError")
		pass(21 * time.Second)
		all, _ = texts(t, c.call("fail", "x"))
		assert.Contains(t, all, "x")
	})
}

// A call that fails again and again is stopped for a minute. One that succeeds, or that is
// made from time to time, is not.
func TestRepeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connectTo(t, config(), inside()).open()
		for range 3 {
			all, _ := texts(t, c.call("fail", "no such file"))
			assert.Contains(t, all, "no such file")
		}
		all, _ := texts(t, c.call("fail", "no such file"))
		assert.Contains(t, all[0], "failed 3 times in a row, so it was not sent again")
		assert.NotContains(t, c.call("fail", "another"), "in a row")
		pass(time.Minute + time.Second)
		assert.NotContains(t, c.call("fail", "no such file"), "in a row")
		for range 9 {
			pass(15 * time.Second)
			assert.NotContains(t, c.call("fail", "not ready"), "in a row")
			assert.NotContains(t, c.call("echo", "x"), "in a row")
		}
	})
}

// A server that writes its log to its output does not disturb the client.
func TestLogOnOutput(t *testing.T) {
	var said strings.Builder
	conf := config()
	conf.Stderr = &said
	c := connect(t, conf).open()
	assert.Contains(t, c.call("raw", "listening…\n{\"level\":\"info\"}\n17\n\n"+`{"jsonrpc":"2.0","id":$id,"result":{}}`), `"result":{}`)
	assert.Equal(t, "listening…\n{\"level\":\"info\"}\n17\n\n", said.String())
}

// Nothing is left running when the gateway is killed.
func TestGatewayIsKilled(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"=gateway")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	held, err := cmd.StderrPipe() // the server has it, too
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	c := (&client{t: t, in: in, out: newReader(out)}).open()
	c.call("state", "")
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	_, _ = io.Copy(io.Discard, held) // ends with the last process that has it
	_ = cmd.Wait()
}
