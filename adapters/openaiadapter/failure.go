package openaiadapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// An event is a response's body, or the event of an error inside a stream.
type event struct{ Error failure }

// A failure is an error object (OpenAI API reference, errors).
type failure struct {
	Code    code   `json:"code"`
	Type    string `json:"type"`
	Param   string `json:"param"`
	Message string `json:"message"`
}

// A code is a word, or the number that a compatible server sends: the status of a server
// behind it (OpenRouter API, errors in streams; vLLM's ErrorInfo).
type code string

// UnmarshalJSON reads a string or a whole number, and ignores any other value.
func (c *code) UnmarshalJSON(raw []byte) error {
	if _, err := strconv.Atoi(string(raw)); err == nil {
		*c = code(raw)
		return nil
	}
	_ = json.Unmarshal(raw, (*string)(c)) // the members after it are read in any case
	return nil
}

// isFailure reports whether an error of the SDK, or a body, has any information. The zero
// Error has none, nor has the body of a success.
func isFailure(a *spec.Answer) bool { return !a.Empty() }

var textType = shape.TypeOf(errors.New(""))

// readUnsent reads the error of a request that the SDK refuses to send, if it wraps a text
// of the SDK. Any other error belongs to another adapter, such as that of a credential
// provider. A previous request may have been answered, by a redirect.
func readUnsent(a *spec.Answer) bool {
	a.Kind = toolerr.KindNetworkTransportUnmapped
	a.Retry(false)
	a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	e, _ := a.Node.(error)
	return shape.TypeOf(errors.Unwrap(e)) == textType
}

// readEvent reads the event of a StreamError. For any content, the stream has failed.
func readEvent(a *spec.Answer) bool {
	data, _ := shape.Field[[]byte](a.Node, "Event.Data")
	a.Codes, a.Limit = spec.JSON[event](data).Error.codes(), httpadapter.LimitIn(data)
	readStatus(a)
	return true
}

func (f failure) codes() []string { return []string{string(f.Code), f.Type} }

// statuses are the statuses that compatible servers write as a word: in an error inside of a
// success they are all that there is (OpenRouter, Typed error codes; LiteLLM, Error Reference;
// Mistral AI, Error glossary; Claude API, Errors).
var statuses = map[string]int{
	"invalid_request": 400, "refusal": 400, "precondition_failed": 412, "payload_too_large": 413, "unprocessable": 422, "unmapped": 500,
	"authentication": 401, "authentication_error": 401, "auth_error": 401, "payment_required": 402, "billing_error": 402,
	"permission_denied": 403, "permission_error": 403, "permissions_error": 403, "not_found": 404, "not_found_error": 404,
	"too_many_requests": 429, "rate_limited": 429, "throttling_error": 429, "model_rate_limit": 429,
	"api_error": 500, "server": 500, "internal_server_error": 500, "provider_unavailable": 502,
	"provider_overloaded": 503, "overloaded_error": 503, "service_unavailable": 503, "timeout": 504, "timeout_error": 504,
}

// readStatus sets the status of an error inside of a success, unless the table lists a code:
// the number that a code is, or the one that a word stands for. The headers are those of the
// success.
func readStatus(a *spec.Answer) {
	for _, code := range a.Codes {
		row, listed := table.Lookup(code)
		if listed && row.VendorCode != invalidRequest || max(a.Status, a.Stated) >= 300 {
			return
		}
		number, _ := spec.ParseStatus(code)
		if status := max(number, statuses[code]); status >= 400 && status <= 599 {
			a.RequestID, a.Stated, a.Header = httpadapter.RequestID(a.Header), status, nil
		}
	}
}

// inStream recognises an error inside a stream that has no type (openai-go v1.12.0 and
// v2.7.1, packages/ssestream). Other SDKs' texts begin in the same way, so an error object
// of OpenAI must follow, not a whole event.
func inStream(e error) *spec.Answer {
	object, ok := strings.CutPrefix(e.Error(), "received error while streaming: ")
	if !ok || spec.Wraps(e) {
		return nil
	}
	members := spec.JSON[map[string]json.RawMessage]([]byte(object))
	if !bytes.HasPrefix(members["message"], []byte{'"'}) || members["code"] == nil && members["type"] == nil {
		return nil
	}
	a := &spec.Answer{Codes: spec.JSON[failure]([]byte(object)).codes(), Limit: httpadapter.LimitIn([]byte(object))}
	readStatus(a)
	return a
}

// details are the fields of an Error that its text does not contain in v3.
var details = []string{"Type", "Code", "Param", "Message"}

// refusal returns the refusal of a parameter in an Error, or in an error object.
func refused(node any) toolerr.Refusal {
	code, _ := shape.Field[string](node, "Code")
	param, _ := shape.Field[string](node, "Param")
	text, _ := shape.Field[string](node, "Message")
	return refusals.Refusal(text, refusal.Statement{Fields: []string{param}, Code: code, Text: text})
}

// streamRefusal returns the refusal of a parameter in the event of a StreamError.
func streamRefusal(node any) toolerr.Refusal {
	data, _ := shape.Field[[]byte](node, "Event.Data")
	return refused(spec.JSON[event](data).Error)
}

// describe adds the fields of an Error to the developer message.
func describe(a *spec.Answer) bool {
	readStatus(a)
	if _, decoded := a.Node.(failure); decoded {
		return isFailure(a)
	}
	if raw, ok := shape.Call(a.Node, func(x interface{ RawJSON() string }) string { return x.RawJSON() }); ok {
		a.Limit = httpadapter.LimitIn([]byte(raw))
	} else {
		message, _ := shape.Field[string](a.Node, "Message")
		a.Limit = httpadapter.LimitOf(message, a.Codes...)
	}
	lines := []string{cut(errtree.Text(a.Err))}
	for _, field := range details {
		if value, _ := shape.Field[string](a.Node, field); value != "" {
			lines = append(lines, strings.ToLower(field)+": "+cut(value))
		}
	}
	a.Add(toolerr.WithDeveloperMessage(strings.Join(lines, "\n")))
	return isFailure(a)
}

// describeOther is describe for go-openai's error, whose code may be a number. An error in
// the middle of a stream has no status, and may have neither code nor type.
func describeOther(a *spec.Answer) bool {
	if number, ok := shape.Field[int](a.Node, "Code"); ok {
		a.Codes = append([]string{strconv.Itoa(number)}, a.Codes...)
	}
	describe(a)
	return true
}

// readOther reads go-openai's RequestError.
func readOther(a *spec.Answer) bool {
	body, _ := shape.Field[[]byte](a.Node, "Body")
	a.Limit = httpadapter.LimitIn(body)
	return isFailure(a)
}

// bodyRefusal returns the refusal in the body of go-openai's RequestError.
func bodyRefusal(node any) toolerr.Refusal {
	body, _ := shape.Field[[]byte](node, "Body")
	return refusal.Read(body, refusals.Read)
}

// cut returns at most 8 KiB of a text and a byte, which is more than is ever shown: a
// credential that is cut here is removed there.
func cut(text string) string { return text[:min(len(text), 8<<10+1)] }
