package openaimodel_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net/http"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// TestMain lets more of the suites' faults run at once than there are processors:
// they are waited for, and there are suites of five clients. Fuzzing has workers
// instead.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.fuzz").Value.String() == "" {
		if err := flag.Set("test.parallel", "8"); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// shape is how OpenAI writes its bodies.
func shape(d dialect) faults.Shape {
	return faults.Shape{
		Name: "openai",
		Error: func(a faults.Answer) faults.Content {
			return faults.Content{Type: "application/json", Body: []byte(encode(object{"error": object{
				"message": a.Message + " " + a.Resource, "type": "invalid_request_error", "param": nil, "code": a.Code,
			}}))}
		},
		Success: func(faults.Request) faults.Content {
			said := words{text: faults.CanaryBody}
			if !d.stream {
				return faults.Content{Type: "application/json", Body: []byte(encode(d.object(said)))}
			}
			var b bytes.Buffer
			for _, e := range d.pieces(said) {
				b.WriteString(framed(e))
			}
			return faults.Content{Type: "text/event-stream", Body: b.Bytes()}
		},
	}
}

const (
	byText  = "the SDK says so by a text alone; the model, which has the response, is asked in the other suite"
	swallow = "the SDK takes it for an answer; the model is asked in the other suite"
	badURL  = "the SDK says by a text alone that the base URL cannot be parsed, before it makes a request"
	coerced = "the SDK reads a number where a text is due"
	inBody  = "net/http reports the end of a client's time now as its own, now as the context's; the model knows that it was in the body"
	origin  = "the SDK follows no redirect to another origin, and never meets the refusal"
	early   = "a stream that ends early is no error of the model: the loop sees that there is no finish"
)

func client(target conformance.Target, base http.RoundTripper) openai.Client {
	c := *target.Client
	c.Transport = base
	return openai.NewClient(option.WithBaseURL(target.URL), option.WithAPIKey(faults.CredentialBearer),
		option.WithHTTPClient(&c), option.WithMaxRetries(0))
}

// The SDK itself, without the model, through all that a server can do.
func TestConformanceOfTheSDK(t *testing.T) {
	skip := map[string]string{
		"fault/status-300":                swallow,
		"fault/status-304":                byText,
		"fault/status-503-truncated-body": byText,
		"fault/redirect-no-location-302":  byText,
		"fault/json-array":                swallow,
		"fault/json-wrong-type":           coerced,
		"fault/json-empty":                byText,
		"fault/json-html":                 byText,
		"fault/json-truncated":            byText,
		"fault/client-timeout-in-body":    inBody,
		"fault/truncated-body":            byText,
		"fault/truncated-chunked":         byText,
		"fault/malformed-chunk":           byText,
		"fault/bad-gzip":                  byText,
	}
	suite(t, dialect{}, rowCases(t), skip, func(ctx context.Context, target conformance.Target) error {
		c := client(target, target.Client.Transport)
		_, err := c.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{
			Model: "gpt-test", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(faults.CanaryResource)},
		})
		return err
	})
}

// The model, in every dialect.
func TestConformanceOfTheModel(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		skip := map[string]string{
			"law/rows":              "every row is a case of the SDK's suite",
			"fault/json-wrong-type": coerced,
		}
		if d.stream {
			for _, name := range []string{"array", "empty", "truncated"} {
				skip["fault/json-"+name] = early
			}
		}
		suite(t, d, nil, skip, func(ctx context.Context, target conformance.Target) error {
			m := d.model(client(target, httpadapter.Transport{Base: target.Client.Transport}))
			err := agenttest.AssertModelSound(ctx, t, m, question(d)).Err
			if hard, ok := errors.AsType[*agent.RunError](err); ok {
				return hard.Detail()
			}
			return err
		})
	})
}

func suite(t *testing.T, d dialect, cases []conformance.Case, skip map[string]string, call func(context.Context, conformance.Target) error) {
	skip["fault/redirect-refused"] = origin
	for _, name := range []string{"fault/url-bad-ipv6", "fault/url-control-char", "fault/url-bad-port"} {
		skip[name] = badURL
	}
	conformance.Suite{
		Adapter:  openaiadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "openai/chat",
		Shape:    shape(d),
		Have:     []faults.Need{faults.NeedJSON, faults.NeedBody},
		Cases:    cases,
		Skip:     skip,
		Call:     call,
	}.Run(t)
}

// rowCases are the errors of the real client for each code of the table.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	var cases []conformance.Case
	for _, row := range (openaiadapter.Adapter{}).Table().Rows() {
		s := newServer(t, refusal(http.StatusTeapot, faults.CanaryMessage, "", row.VendorCode))
		d := dialect{}
		if row.VendorCode == "invalid_request_error" { // says something only where there is no status
			s = newServer(t, events(`{"error":{"type":"invalid_request_error","message":"`+faults.CanaryMessage+`"}}`))
			d.stream = true
		}
		c := s.client()
		var err error
		if d.stream {
			stream := c.Chat.Completions.NewStreaming(t.Context(), openai.ChatCompletionNewParams{Model: "gpt-test"})
			for stream.Next() {
				t.Error("an event that is no error")
			}
			err = stream.Err()
		} else {
			_, err = c.Chat.Completions.New(t.Context(), openai.ChatCompletionNewParams{Model: "gpt-test"}, option.WithMaxRetries(0))
		}
		status := http.StatusTeapot
		if d.stream {
			status = 0
		}
		cases = append(cases, conformance.Case{Name: row.VendorCode, Err: err, Want: conformance.Want{
			Kind: row.Kind, CanRetry: row.Kind.CanRetry(), Status: status,
			Effect: toolerr.New(row.Kind, toolerr.Message{}).Effect(),
		}})
	}
	return cases
}
