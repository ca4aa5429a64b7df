// Clients makes the errors that vendors' clients return for responses, and prints
// each response with what the vendor's adapter says of the error. The clients are
// stand-ins with the names, the fields and the methods of the real ones; the
// module conformance/vendorproof drives those.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/anthropics/anthropic-sdk-go"
	"github.com/elastic/go-elasticsearch/typedapi/types"
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
	"github.com/hashicorp/vault/api"
	"github.com/minio/minio-go"
	"github.com/openai/openai-go"
	"github.com/openai/openai-go/packages/ssestream"
	"github.com/slack-go/slack"
	"github.com/stripe/stripe-go"
	"github.com/twilio/twilio-go/client"
	"google.golang.org/genai"
	k8s "k8s.io/apimachinery/pkg/api/errors"
)

// A pair is a response and what the adapter says.
type pair struct {
	Service, Response string
	Report            *toolerr.Report
}

var (
	outside  = []string{"", "xyzzy", "list_not_found", "invalid_emoji", "too_many_users", "DiskNotFound", "QueueAlreadyExists"}
	statuses = []int{400, 401, 402, 403, 404, 409, 422, 429, 500, 503, 529}
	headers  = []http.Header{
		{},
		{"Retry-After": {"9"}},
		{"Retry-After": {"9"}, "X-Should-Retry": {"false"}, "Stripe-Should-Retry": {"false"}},
		{"X-Should-Retry": {"true"}, "Stripe-Should-Retry": {"true"}},
	}
	details = []string{
		`[]`,
		`[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"3.5s"}]`,
		`[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"RequestsPerDay"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"3s"}]`,
		`[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]`,
		`[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"XYZZY"}]`,
	}
)

const stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nRetry-After: 5\r\n\r\n"

func response(status int, h http.Header, body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d x\r\n", status)
	_ = h.Write(&b)
	return b.String() + "\r\n" + body
}

func quoted(word string) string {
	raw, _ := json.Marshal(word)
	return string(raw)
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for _, a := range adapters.All() {
		make, ok := vendors[a.Slug()]
		if !ok {
			continue
		}
		words := outside
		for _, row := range a.(adapter.Tabled).Table().Rows() {
			words = append(words[:len(words):len(words)], row.VendorCode)
		}
		for _, word := range words {
			make(word, func(response string, err error) {
				p := pair{Service: a.Slug(), Response: response}
				if te := a.FromError(err); te != nil {
					r := te.Report()
					p.Report = &r
				}
				if err := out.Encode(p); err != nil {
					log.Fatal(err)
				}
			})
		}
	}
}

var vendors = map[string]func(word string, add func(response string, err error)){
	"_slack": func(word string, add func(string, error)) {
		if word != "" {
			add(response(200, nil, `{"ok":false,"error":`+quoted(word)+`,"needed":"x,chat:write"}`), slack.SlackErrorResponse{Err: word, Needed: "x,chat:write"})
		}
		for _, status := range statuses {
			if status != 429 {
				add(response(status, nil, word), slack.StatusCodeError{Code: status})
			}
		}
	},
	"_microsoft": func(word string, add func(string, error)) {
		for _, status := range statuses {
			for _, h := range headers {
				add(response(status, h, `{"error":{"code":`+quoted(word)+`,"details":[{"code":"BlobNotFound"}]}}`),
					&azcore.ResponseError{ErrorCode: word, StatusCode: status, RawResponse: &http.Response{StatusCode: status, Header: h}})
			}
		}
	},
	"_anthropic": func(word string, add func(string, error)) {
		for _, raw := range []string{
			`{"type":"error","error":{"type":` + quoted(word) + `}}`,
			`{"type":"error","error":{"type":"rate_limit_error","details":{"error_code":` + quoted(word) + `}}}`,
		} {
			if word != "" {
				add(stream+"event: error\ndata: "+raw+"\n\n", &anthropic.Error{StatusCode: 200, Raw: raw, Response: &http.Response{Header: headers[1]}})
			}
			for _, status := range statuses {
				for _, h := range headers {
					add(response(status, h, raw), &anthropic.Error{StatusCode: status, Raw: raw, Response: &http.Response{Header: h}})
				}
			}
		}
	},
	"_openai": func(word string, add func(string, error)) {
		for _, typ := range []string{"invalid_request_error", "server_error", "x"} {
			for _, code := range []string{quoted(word), "400", "404", "429", "502", "7", "null"} {
				raw := `{"error":{"message":"m","type":"` + typ + `","code":` + code + `}}`
				add(stream+"data: "+raw+"\n\n", &ssestream.StreamError{Event: ssestream.Event{Data: []byte(raw)}})
			}
			for _, status := range statuses {
				for _, h := range headers {
					add(response(status, h, `{"error":{"message":"m","type":"`+typ+`","code":`+quoted(word)+`}}`),
						&openai.Error{StatusCode: status, Code: word, Type: typ, Response: &http.Response{Header: h}})
				}
			}
		}
	},
	"_gemini": func(word string, add func(string, error)) {
		for _, d := range details {
			for _, status := range statuses {
				object := fmt.Sprintf(`{"code":%d,"message":"m","status":%s,"details":%s}`, status, quoted(word), d)
				var e genai.APIError
				if err := json.Unmarshal([]byte(object), &e); err != nil {
					log.Fatal(err)
				}
				add(response(status, nil, `{"error":`+object+`}`), e)
				add(stream+`data: {"error":`+object+"}\r\n\r\n", e)
			}
		}
	},
	"_stripe": func(word string, add func(string, error)) {
		for _, status := range statuses {
			for _, h := range headers {
				last := &stripe.APIResponse{Header: h}
				add(response(status, h, `{"error":{"type":"invalid_request_error","code":`+quoted(word)+`}}`),
					&stripe.Error{HTTPStatusCode: status, Type: "invalid_request_error", Code: word, LastResponse: last})
				add(response(status, h, `{"error":{"type":"card_error","code":"card_declined","decline_code":`+quoted(word)+`}}`),
					&stripe.Error{HTTPStatusCode: status, Type: "card_error", Code: "card_declined", DeclineCode: word, LastResponse: last})
			}
		}
	},
	"_kubernetes": func(word string, add func(string, error)) {
		for _, status := range statuses {
			const object = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%s,"code":%d%s}`
			add(response(status, nil, fmt.Sprintf(object, quoted(word), status, "")), &k8s.StatusError{ErrStatus: k8s.Status{Reason: word, Code: int32(status)}})
			field := &k8s.StatusDetails{Causes: []k8s.StatusCause{{Type: "FieldValueRequired"}}}
			add(response(status, nil, fmt.Sprintf(object, quoted(word), status, `,"details":{"causes":[{"reason":"FieldValueRequired"}]}`)),
				&k8s.StatusError{ErrStatus: k8s.Status{Reason: word, Code: int32(status), Details: field}})
			d := &k8s.StatusDetails{RetryAfterSeconds: 4, Causes: []k8s.StatusCause{{Type: "DisruptionBudget"}}}
			add(response(status, nil, fmt.Sprintf(object, quoted(word), status, `,"details":{"retryAfterSeconds":4,"causes":[{"reason":"DisruptionBudget"}]}`)),
				&k8s.StatusError{ErrStatus: k8s.Status{Reason: word, Code: int32(status), Details: d}})
		}
	},
	"_vault": func(word string, add func(string, error)) {
		for _, status := range append(statuses, 412, 472, 473) {
			add(response(status, nil, `{"errors":[]}`), &api.ResponseError{StatusCode: status})
		}
	},
	"_elastic": func(word string, add func(string, error)) {
		created := "[7]: version conflict, document already exists (current version [1])"
		for _, status := range statuses {
			own := types.ErrorCause{Type: word, Reason: &created}
			caused := types.ErrorCause{Type: "x", CausedBy: &types.ErrorCause{Type: "y", CausedBy: &types.ErrorCause{Type: word}}}
			root := types.ErrorCause{Type: "x", RootCause: []types.ErrorCause{{Type: "y"}, {Type: word}}}
			for _, e := range []struct {
				raw   string
				cause types.ErrorCause
			}{
				{`{"type":` + quoted(word) + `}`, types.ErrorCause{Type: word}},
				{`{"type":` + quoted(word) + `,"reason":` + quoted(created) + `}`, own},
				{`{"type":"x","root_cause":[{"type":"y"},{"type":` + quoted(word) + `}]}`, root},
				{`{"type":"x","caused_by":{"type":"y","caused_by":{"type":` + quoted(word) + `}}}`, caused},
				{`"no handler"`, types.ErrorCause{}},
			} {
				add(response(status, nil, fmt.Sprintf(`{"error":%s,"status":%d}`, e.raw, status)), &types.ElasticsearchError{ErrorCause: e.cause, Status: status})
			}
		}
	},
	"_minio": func(word string, add func(string, error)) {
		for _, status := range append(statuses, 200) {
			e := minio.ErrorResponse{Code: word, RequestID: "r", Server: "MinIO", StatusCode: status}
			add(response(status, nil, "<?xml version=\"1.0\"?><Error><Code>"+word+"</Code></Error>"), e)
			if word != "" && status != 200 {
				add(response(status, http.Header{"X-Minio-Error-Code": {word}}, ""), e)
			}
		}
	},
	"_twilio": func(word string, add func(string, error)) {
		for _, status := range statuses {
			number, ok := 0, true
			if word != "" {
				number, ok = numbers[word]
			}
			if !ok {
				continue
			}
			add(response(status, nil, fmt.Sprintf(`{"code":%d,"message":"m","status":%d}`, number, status)), &client.TwilioRestError{Code: number, Status: status})
			add(response(status, nil, fmt.Sprintf(`{"code":%d,"httpStatusCode":%d}`, number, status)), &client.RestErrorV1{Code: number, HttpStatusCode: status})
		}
	},
}
