package httpadapter

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/redact"
)

// A BodyError is a failure to read or decode the body of a response, for example because
// the connection broke or the content has another format. Without it, errors of readers and
// decoders do not show that they come from a response. [Transport] makes one if a read
// fails, and [CheckBody] makes one of any other error.
//
// Its Error is the method and the route, followed by the text of the cause.
type BodyError struct {
	cause  error
	answer func() *Response
}

// CheckBody returns err as a *BodyError, which marks it as an error of reading or decoding
// the body of resp. It returns nil for nil. Call it with the error of whatever reads the
// body:
//
//	err = httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&out))
//
// Without CheckBody, no adapter recognises a *json.SyntaxError, because it could also come
// from a local file. An error that is already a BodyError or a *StatusError, or is not
// about a response, is returned unchanged.
//
// If the body of a success is JSON that states a failure, such as {"error": …}, adapters read
// it. CheckBody reads what is left of it.
func CheckBody(resp *http.Response, err error) error {
	if err == nil || resp == nil || known(err) {
		return err
	}
	e := bodyError(resp, err)
	if resp.StatusCode < 300 && resp.Body != nil && strings.Contains(resp.Header.Get("Content-Type"), "json") {
		if body := peek(resp); statesFailure(body) {
			e.answer().Body = body
		}
	}
	return e
}

func bodyError(resp *http.Response, err error) *BodyError {
	r := &Response{Status: resp.StatusCode, Header: resp.Header}
	r.setRequest(resp.Request)
	return &BodyError{cause: err, answer: r.self}
}

// statesFailure reports whether a body has an error, denies success, has the number of an
// error, which is 0 for a success (WeChat, Return codes; Baidu AI Cloud and MiniMax, Error codes),
// or is a sentence about a limit in place of data (Alpha Vantage).
func statesFailure(body []byte) bool {
	n, _ := jsontree.Parse(string(body), jsontree.Limits{Depth: 16, Values: len(body)})
	return max(float(n.Member("errcode")), float(n.Member("error_code")), float(n.At("base_resp", "status_code"))) > 0 || n.Member("ok").Text == "false" || n.Member("status").Str() == "error" || n.Member("success").Text == "false" ||
		len(n.Kids) == 1 && statesLimit(strings.ToLower(n.Kids[0].Str())) ||
		slices.ContainsFunc([]jsontree.Node{n.Member("error"), n.Member("errors"), n.Member("error_message"), n.At("Response", "Error")}, func(e jsontree.Node) bool { return len(e.Kids) > 0 || e.Str() != "" })
}

// checkSuccess returns an error if an answer with a 2xx status states that the request failed: as
// GraphQL and JSON-RPC do, with errors and no data, or by an error or a denied success without
// anything else. It reads only bodies whose length is known, or that are compressed, and no lines
// of JSON, because others may be streams.
func checkSuccess(resp *http.Response) error {
	r, n := resp.Request, resp.ContentLength
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if r == nil || resp.Body == nil || n == 0 || n > maxBody || n < 0 && !resp.Uncompressed || !isOf(kind, "json") && !isOf(kind, "xml") {
		return nil
	}
	body := peek(resp)
	if isOf(kind, "xml") {
		if !isFailure(body) {
			return nil
		}
		e := bodyError(resp, errors.New("it states that the request failed"))
		e.answer().Body, e.answer().stated = body, failedInBody
		return e
	}
	if !slices.ContainsFunc([]string{`"error`, `"Error"`, `"fail`, `"code"`, `_code"`, "false"}, func(s string) bool { return bytes.Contains(body, []byte(s)) }) {
		return nil
	}
	root, _ := jsontree.Parse(string(body), jsontree.Limits{Depth: 16, Values: len(body)})
	if len(root.Kids) == 1 && root.Kids[0].IsObject() && root.Kids[0].Key != "error" { // an envelope
		root = root.Kids[0]
	}
	stated := statedBy(root, r.Method)
	if stated == 0 {
		return nil
	}
	e := bodyError(resp, errors.New("it states that the request failed"))
	e.answer().Body, e.answer().stated = body, stated
	return e
}

// isOf reports whether a content type is that of a format.
func isOf(kind, format string) bool {
	return strings.HasSuffix(kind, "/"+format) || strings.HasSuffix(kind, "+"+format)
}

// isFailure reports whether the root of an XML document is that of a failure: Amazon S3's and other
// services' Error and ErrorResponse, SOAP's Fault, and OGC's exception reports (WMS 1.3.0, OWS 1.1.0).
func isFailure(body []byte) bool {
	text := string(body)
	for _, end := range [...]string{"?>", "-->", "?>"} { // the prolog
		if text = strings.TrimSpace(text); strings.HasPrefix(text, "<?") || strings.HasPrefix(text, "<!--") {
			_, text, _ = strings.Cut(text, end)
		}
	}
	name := strings.TrimPrefix(strings.TrimSpace(text), "<")
	name = name[:max(strings.IndexAny(name, " \t\r\n/>"), 0)]
	switch name[strings.IndexByte(name, ':')+1:] {
	case "Error", "ErrorResponse", "Fault", "ServiceExceptionReport", "ExceptionReport":
		return true
	}
	return false
}

// statedBy returns the rule of an answer that states a failure, and 0 for any other. GraphQL's
// answers have no members of their own (October 2021, section 7.1): of the errors of others, it is
// not known that nothing was done.
func statedBy(root jsontree.Node, method string) rule {
	failure, data := root.Member("error"), root.Member("data")
	if !failure.Exists() {
		failure = root.Member("Error") // Tencent Cloud
	}
	if root.Member("jsonrpc").Exists() && failure.IsObject() {
		if slices.Contains([]string{"-32700", "-32600", "-32601", "-32602"}, failure.Member("code").Text) {
			return refusedInBody
		}
		return failedInBody
	}
	listed := slices.ContainsFunc(root.Member("errors").Kids, func(e jsontree.Node) bool { return e.Member("message").IsString() })
	none := !slices.ContainsFunc(data.Kids, func(k jsontree.Node) bool { return k.Kind != 'n' })
	refused := data.IsArray() && !none && !slices.ContainsFunc(data.Kids, func(k jsontree.Node) bool { return k.Member("status").Str() != "error" }) // Zoho's records
	denied := refused || denies(root) || failure.IsObject() && len(failure.Kids) > 0 && root.Member("result").Kind == 'n'                            // JSON-RPC 1.0
	status := root.Member("status").Str()
	stated := denied || status == "error" || status == "fail" || len(failure.Kids) > 0 || failure.Str() != "" || float(root.Member("code")) >= 400 && !data.Exists()
	switch {
	case !listed && !stated, !refused && data.Exists() && data.Kind != 'n' && (!data.IsObject() || !none):
		return 0
	case slices.ContainsFunc(root.Kids, func(k jsontree.Node) bool {
		data := k.IsObject() || k.IsArray()
		return !besideFailure[k.Key] && k.Kind != 'n' && (data || !denied) && (k.Key != "id" || method != http.MethodPost)
	}):
		return 0
	case listed && !data.Exists() && !slices.ContainsFunc(root.Kids, func(k jsontree.Node) bool { return k.Key != "errors" && k.Key != "extensions" }):
		return refusedInBody
	}
	return failedInBody
}

// denies reports whether an answer denies its success, or has the number of an error (Bybit).
func denies(root jsontree.Node) bool {
	return root.Member("stat").Str() == "fail" || root.Member("ok").Text == "false" || root.Member("success").Text == "false" || max(float(root.Member("ret_code")), float(root.Member("retCode"))) > 0
}

// besideFailure are the members of an answer that states a failure and has nothing else.
var besideFailure = map[string]bool{
	"errors": true, "data": true, "extensions": true, "error": true, "Error": true, "RequestId": true, "ok": true, "success": true, "code": true, "status": true, "message": true, "messages": true, "msg": true, "reason": true, "reasons": true, "description": true,
	"error_code": true, "error_description": true, "request_id": true, "requestId": true, "timestamp": true, "path": true, "servedby": true, "warnings": true, "response_metadata": true, "version": true,
}

// known reports whether err already contains its response.
func known(err error) bool {
	for e := range adapter.Tree(err) {
		switch e.(type) {
		case *BodyError, *StatusError:
			return true
		}
	}
	return false
}

// bodyFailed is the beginning of a BodyError's text.
const bodyFailed = "the response's body failed"

func (e *BodyError) about() *Response {
	if e == nil || e.answer == nil {
		return &Response{}
	}
	return e.answer()
}

// Error returns the method and the route of the request, and the text of the cause.
func (e *BodyError) Error() string {
	text := bodyFailed
	if a := e.about(); isToken(a.Method) {
		if endpoint := redact.Endpoint(a.URL); endpoint != "" {
			text = a.Method + " " + endpoint + ": " + text
		}
	}
	if e == nil || e.cause == nil {
		return text
	}
	return text + ": " + e.cause.Error()
}

// Unwrap returns the error of the reader or the decoder.
func (e *BodyError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.cause
}

// Timeout reports whether the cause is a timeout, as net.Error's does.
func (e *BodyError) Timeout() bool {
	for inner := range adapter.Tree(e.Unwrap()) {
		if t, ok := inner.(interface{ Timeout() bool }); ok && t.Timeout() {
			return true
		}
	}
	return false
}
