package reports_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/go-sql-driver/mysql"
	hasura "github.com/hasura/go-graphql-client"
	"github.com/jackc/pgx/v5/pgconn"
	machinebox "github.com/machinebox/graphql"
	mssql "github.com/microsoft/go-mssqldb"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/redis/go-redis/v9"
	other "github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"golang.org/x/oauth2"
	"google.golang.org/api/googleapi"
	"google.golang.org/genai"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// drivers returns the functions by which errand answers an input.
func drivers() map[string]func(*testing.T, *input) observed {
	return map[string]func(*testing.T, *input) observed{
		"http": overHTTP(checked), "http text": overHTTP(keepText), "googleapi": overHTTP(checkedByGoogle),
		"http body": overHTTP(checkedBody), "http late": late, "text": kept, "oauth2": overHTTP(refresh), "clickhouse": askClickHouse,
		"http lost": lost, "http refused": refused, "proxy": proxied,
		"openai": overHTTP(askOpenAI), "openai stream": overHTTP(streamOpenAI), "openai responses": overHTTP(askResponses),
		"go-openai": overHTTP(askOther), "go-openai stream": overHTTP(streamOther),
		"anthropic": overHTTP(askAnthropic), "genai": overHTTP(askGemini), "machinebox": overHTTP(askMachinebox), "hasura": overHTTP(askHasura),
		"pgconn": postgres, "go-redis": askRedis,
		"loop": scripted, "loop:openai": askedBy("openai", false), "loop:openai stream": askedBy("openai", true), "loop:anthropic": askedBy("anthropic", false),
		"mcp": callTool, "mcp schema": declareTool, "mcp session": endSession, "mcp name": nameTool,
	}
}

// A caller makes one call with a client.
type caller func(ctx context.Context, hc *http.Client, in *input) error

// A replier answers every request from memory.
type replier func(*http.Request) *http.Response

func (r replier) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
	}
	resp := r(req)
	resp.Request, resp.Proto, resp.ProtoMajor, resp.ProtoMinor = req, "HTTP/1.1", 1, 1
	return resp, nil
}

// response returns the response of an input.
func (in *input) response() *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for name, value := range in.Headers {
		h.Set(name, fill(value))
	}
	body := in.body()
	if in.Events != nil {
		h.Set("Content-Type", "text/event-stream")
		for _, e := range in.Events {
			body += "data: " + fill(line(e)) + "\n\n"
		}
	}
	status := max(in.Status, http.StatusOK*min(1, len(in.Events)))
	return &http.Response{StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status)), Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: -1}
}

// adapted returns what the registry answers for a call.
func adapted(t *testing.T, in *input, call func(ctx context.Context) error) observed {
	t.Helper()
	ctx := t.Context()
	if in.Args != nil {
		ctx = adapter.WithCall(ctx, adapter.Call{Arguments: in.Args})
	}
	_, err := adapter.Do(ctx, adapters.Default().For("call"), func(ctx context.Context) (struct{}, error) { return struct{}{}, call(ctx) })
	if err == nil {
		return observed{"success": true}
	}
	te, ok := toolerr.Find(err)
	require.True(t, ok)
	return of(te)
}

// overHTTP calls with a client whose transport records.
func overHTTP(call caller) func(*testing.T, *input) observed {
	return func(t *testing.T, in *input) observed {
		hc := &http.Client{
			Transport:     httpadapter.Transport{Base: replier(func(*http.Request) *http.Response { return in.response() })},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
		return adapted(t, in, func(ctx context.Context) error { return call(ctx, hc, in) })
	}
}

func get(ctx context.Context, hc *http.Client, in *input) (*http.Response, error) {
	host := in.Host
	if host == "" {
		host = "service.test"
	}
	path := in.Path
	if path == "" {
		path = "/v1/items"
	}
	var body io.Reader
	if in.Method == http.MethodPost || in.Method == http.MethodPatch {
		body = strings.NewReader(string(in.Args))
	}
	req, err := http.NewRequestWithContext(ctx, in.Method, "http://"+host+path, body)
	if err != nil {
		return nil, err
	}
	return hc.Do(req)
}

// checkedBody is a program that looks into the body of a success for an error.
func checkedBody(ctx context.Context, hc *http.Client, in *input) error {
	resp, err := get(ctx, hc, in)
	if err != nil {
		return err
	}
	if err := httpadapter.CheckResponse(resp); err != nil {
		return err
	}
	return httpadapter.CheckBody(resp, errors.New("no data"))
}

// refresh asks for a token with a refresh token.
func refresh(ctx context.Context, hc *http.Client, in *input) error {
	host := in.Host
	if host == "" {
		host = "service.test"
	}
	config := oauth2.Config{ClientID: "c", ClientSecret: "s", Endpoint: oauth2.Endpoint{TokenURL: "https://" + host + in.Path, AuthStyle: oauth2.AuthStyleInParams}}
	_, err := config.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, hc), &oauth2.Token{RefreshToken: "r"}).Token()
	return err
}

// kept is a client of which only a text is left.
func kept(t *testing.T, in *input) observed {
	return adapted(t, in, func(context.Context) error { return errors.New(in.Error) })
}

// late asks a server that answers after the client's deadline.
func late(t *testing.T, in *input) observed {
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	t.Cleanup(s.Close)
	return adapted(t, in, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, in.Method, s.URL+in.Path, strings.NewReader(string(in.Args)))
		if err != nil {
			return err
		}
		_, err = (&http.Client{Transport: httpadapter.Transport{}, Timeout: 100 * time.Millisecond}).Do(req)
		return err
	})
}

// askClickHouse returns what the native client returns.
func askClickHouse(t *testing.T, in *input) observed {
	code, err := strconv.Atoi(text(in.Code))
	require.NoError(t, err)
	return adapted(t, in, func(context.Context) error {
		return &clickhouse.Exception{Code: int32(code), Name: "DB::Exception", Message: text(in.Message)}
	})
}

func checked(ctx context.Context, hc *http.Client, in *input) error {
	resp, err := get(ctx, hc, in)
	if err != nil {
		return err
	}
	return httpadapter.CheckResponse(resp)
}

func checkedByGoogle(ctx context.Context, hc *http.Client, in *input) error {
	resp, err := get(ctx, hc, in)
	if err != nil {
		return err
	}
	return googleapi.CheckResponse(resp)
}

// keepText is a client that keeps only a text.
func keepText(ctx context.Context, hc *http.Client, in *input) error {
	resp, err := get(ctx, hc, in)
	if err != nil {
		return err
	}
	return fmt.Errorf("service: unexpected status code %d", resp.StatusCode)
}

var asked = openai.ChatCompletionNewParams{Model: "m", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hello")}}

func openaiClient(hc *http.Client) openai.Client {
	return openai.NewClient(option.WithBaseURL("https://gateway.test/v1"), option.WithHTTPClient(hc), option.WithMaxRetries(0), option.WithAPIKey("k"))
}

func askOpenAI(ctx context.Context, hc *http.Client, _ *input) error {
	c := openaiClient(hc)
	completion, err := c.Chat.Completions.New(ctx, asked)
	if err == nil && len(completion.Choices) == 0 { // as a program must
		err = httpadapter.CheckBody(&http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(completion.RawJSON()))}, errors.New("no choices"))
	}
	return err
}

func askResponses(ctx context.Context, hc *http.Client, _ *input) error {
	c := openaiClient(hc)
	return c.Post(ctx, "responses", map[string]any{"model": "m", "input": "hello"}, new(any))
}

func streamOpenAI(ctx context.Context, hc *http.Client, _ *input) error {
	c := openaiClient(hc)
	s := c.Chat.Completions.NewStreaming(ctx, asked)
	defer func() { _ = s.Close() }()
	for s.Next() {
	}
	if s.Err() == nil {
		return errors.New("the stream has no event")
	}
	return s.Err()
}

func otherClient(hc *http.Client) *other.Client {
	config := other.DefaultConfig("k")
	config.BaseURL, config.HTTPClient = "https://gateway.test/v1", hc
	return other.NewClientWithConfig(config)
}

var askedOther = other.ChatCompletionRequest{Model: "m", Messages: []other.ChatCompletionMessage{{Role: "user", Content: "hello"}}}

func askOther(ctx context.Context, hc *http.Client, _ *input) error {
	resp, err := otherClient(hc).CreateChatCompletion(ctx, askedOther)
	if err == nil && len(resp.Choices) == 0 {
		err = errors.New("no choices")
	}
	return err
}

func streamOther(ctx context.Context, hc *http.Client, _ *input) error {
	s, err := otherClient(hc).CreateChatCompletionStream(ctx, askedOther)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	for err == nil {
		_, err = s.Recv()
	}
	return err
}

func askAnthropic(ctx context.Context, hc *http.Client, _ *input) error {
	c := anthropic.NewClient(anthropicoption.WithAPIKey("k"), anthropicoption.WithHTTPClient(hc), anthropicoption.WithMaxRetries(0))
	_, err := c.Messages.New(ctx, anthropic.MessageNewParams{Model: "m", MaxTokens: 16, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("hello"))}})
	return err
}

func askGemini(ctx context.Context, hc *http.Client, _ *input) error {
	c, err := genai.NewClient(ctx, &genai.ClientConfig{APIKey: "k", Backend: genai.BackendGeminiAPI, HTTPClient: hc})
	if err != nil {
		return err
	}
	_, err = c.Models.GenerateContent(ctx, "m", genai.Text("hello"), nil)
	return err
}

func askMachinebox(ctx context.Context, hc *http.Client, _ *input) error {
	var data struct{ Me struct{ ID string } }
	return machinebox.NewClient("https://shop.myshopify.com/graphql.json", machinebox.WithHTTPClient(hc)).Run(ctx, machinebox.NewRequest("{ me { id } }"), &data)
}

func askHasura(ctx context.Context, hc *http.Client, _ *input) error {
	var data struct{ Me struct{ ID string } }
	return hasura.NewClient("https://shop.myshopify.com/graphql.json", hc).Query(ctx, &data, nil)
}

// lost closes the connection after the request.
func lost(t *testing.T, in *input) observed {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = conn.Close()
		}
	}))
	t.Cleanup(s.Close)
	return adapted(t, in, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, in.Method, s.URL, strings.NewReader("{}"))
		if err != nil {
			return err
		}
		_, err = (&http.Client{Transport: httpadapter.Transport{}}).Do(req)
		return err
	})
}

func refused(t *testing.T, in *input) observed {
	return adapted(t, in, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, in.URL, nil)
		if err != nil {
			return err
		}
		_, err = (&http.Client{Transport: httpadapter.Transport{}}).Do(req)
		return err
	})
}

// proxied asks a proxy that refuses to connect to a host.
func proxied(t *testing.T, in *input) observed {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range in.Headers {
			w.Header().Set(name, value)
		}
		w.WriteHeader(in.Status)
	}))
	t.Cleanup(s.Close)
	proxy, err := url.Parse(s.URL)
	require.NoError(t, err)
	hc := &http.Client{Transport: httpadapter.Transport{Base: &http.Transport{Proxy: http.ProxyURL(proxy)}}}
	return adapted(t, in, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://service.test/v1", nil)
		if err != nil {
			return err
		}
		_, err = hc.Do(req)
		return err
	})
}

// postgres returns what a pooler or a server sends.
func postgres(t *testing.T, in *input) observed {
	return adapted(t, in, func(context.Context) error {
		return &pgconn.PgError{Severity: text(in.Severity), SeverityUnlocalized: text(in.Severity), Code: text(in.Code), Message: text(in.Message), Routine: text(in.Routine)}
	})
}

// askRedis asks a server that answers every command with one line.
func askRedis(t *testing.T, in *input) observed {
	client := redis.NewClient(&redis.Options{
		MaxRetries: -1, Protocol: 2, DisableIdentity: true,
		Dialer: func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			go func() {
				buffer := make([]byte, 1<<10)
				for {
					if _, err := theirs.Read(buffer); err != nil {
						return
					}
					if _, err := io.WriteString(theirs, in.Line+"\r\n"); err != nil {
						return
					}
				}
			}()
			return ours, nil
		},
	})
	t.Cleanup(func() { _ = client.Close() })
	return adapted(t, in, func(ctx context.Context) error { return client.Get(ctx, "k").Err() })
}

func quoted(s string) json.RawMessage {
	b, _ := json.Marshal(s)
	return b
}

// A driver's error that lost its type has the same meaning by its text.
func TestTextsOfDrivers(t *testing.T) {
	for _, err := range []error{
		&mysql.MySQLError{Number: 1226, SQLState: [5]byte{'4', '2', '0', '0', '0'}, Message: "m"},
		&mysql.MySQLError{Number: 1213, SQLState: [5]byte{'4', '0', '0', '0', '1'}, Message: "m"},
		&pgconn.PgError{Severity: "ERROR", Code: "40001", Message: "m"},
		&pgconn.PgError{Severity: "FATAL", Code: "53399", Message: "m"},
		mssql.Error{Number: 1205, Message: "Transaction (Process ID 62) was deadlocked on lock resources with another process"},
		mongo.CommandError{Code: 112, Name: "WriteConflict", Message: "m"},
	} {
		r := adapters.Default().For("call")
		want, ok := toolerr.Find(r.Adapt(t.Context(), err))
		require.True(t, ok)
		got, ok := toolerr.Find(r.Adapt(t.Context(), errors.New(err.Error())))
		require.True(t, ok)
		assert.Equal(t, []any{want.Kind(), want.VendorCode(), want.CanRetry(), want.Effect()}, []any{got.Kind(), got.VendorCode(), got.CanRetry(), got.Effect()}, err.Error())
		assert.NotEqual(t, toolerr.KindToolFatal, got.Kind())
	}
	for _, text := range []string{"Error 1226", "Error 1020: Access denied", "Error 1213 (x): m", "Error reading (40001): x", "Error reading: x", "ERROR: x (SQLSTATE", "(x) y", "(", "mssql: x"} {
		te, _ := toolerr.Find(adapters.Default().For("call").Adapt(t.Context(), errors.New(text)))
		assert.Equal(t, toolerr.KindToolFatal, te.Kind(), text)
	}
}
