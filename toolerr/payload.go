package toolerr

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/jsonvalue"
)

// A Payload is the object that a model reads as the result of a tool call. It is flat JSON:
// first success and error, then the other members of an error, then the tool's own result.
// [Result] makes it, and encoding it cannot fail.
//
// The payload of a failure fits in 544 bytes if its texts are errand's own, it has no result
// and no problems, slug and name of the service have at most 16 bytes, and the vendor's
// code at most 40.
type Payload struct {
	success bool
	failed  *ToolRuntimeError // nil on success; a nil error is a failure of unknown kind
	output  json.RawMessage   // the tool's result, or nil
	nested  bool              // output is under "data"
	text    string            // the tool's result, if it is a string
}

// A member is one of errand's keys in the payload of a failure.
type member struct {
	key   string
	value func(b []byte, e *ToolRuntimeError) []byte // appends nothing if the member is left out
}

// members are the members of a failure, in order. The first two are in every payload; for a
// success they are successMembers.
var members = [...]member{
	{"success", func(b []byte, _ *ToolRuntimeError) []byte { return append(b, "false"...) }},
	{"error", func(b []byte, e *ToolRuntimeError) []byte {
		var text [128]byte
		return appendString(b, e.appendTold(text[:0]))
	}},
	{"error_code", func(b []byte, e *ToolRuntimeError) []byte { return appendString(b, e.Code()) }},
	{"kind", func(b []byte, e *ToolRuntimeError) []byte { return appendString(b, e.trait.kind) }},
	{"can_retry", func(b []byte, e *ToolRuntimeError) []byte { return strconv.AppendBool(b, e.repeats()) }},
	{"retry_after_ms", func(b []byte, e *ToolRuntimeError) []byte {
		if !e.hasWait || !e.repeats() { // a wait suggests a retry
			return b
		}
		return strconv.AppendInt(b, e.retryAfter.Milliseconds(), 10)
	}},
	{"status_code", func(b []byte, e *ToolRuntimeError) []byte {
		if e.status == 0 {
			return b
		}
		return strconv.AppendInt(b, int64(e.status), 10)
	}},
	{"service", func(b []byte, e *ToolRuntimeError) []byte { return appendGiven(b, e.service) }},
	{"vendor_code", func(b []byte, e *ToolRuntimeError) []byte { return appendGiven(b, e.listedCode) }},
	{"effect", func(b []byte, e *ToolRuntimeError) []byte {
		if !e.doubtful() {
			return b
		}
		return appendString(b, EffectUnknown)
	}},
	{"requires_user_action", func(b []byte, e *ToolRuntimeError) []byte {
		if !e.userAction {
			return b
		}
		return append(b, "true"...)
	}},
	{"hint", func(b []byte, e *ToolRuntimeError) []byte { return appendGiven(b, e.Hint().text) }},
	{"problems", appendProblems},
	{"reference", func(b []byte, e *ToolRuntimeError) []byte { return appendGiven(b, e.Reference()) }},
	{"upstream_message", func(b []byte, e *ToolRuntimeError) []byte { return appendGiven(b, e.resolved().Upstream.text) }},
}

const (
	successMembers = `"success":true,"error":null`
	keyData        = "data" // the key of a result that needs its own
)

// ReservedKeys returns errand's own keys of a payload, in their order. If a tool's result
// has one of these keys, in any letter case, the result is nested under "data".
func ReservedKeys() []string {
	keys := make([]string, len(members))
	for i := range members {
		keys[i] = members[i].key
	}
	return keys
}

func appendGiven(b []byte, s string) []byte {
	if s == "" {
		return b
	}
	return appendString(b, s)
}

func appendProblems(b []byte, e *ToolRuntimeError) []byte {
	next := byte('[')
	for _, problems := range [...][]Problem{e.stated(), e.resolved().Problems} {
		for _, p := range problems {
			b = append(b, next)
			if next = ','; e.parts {
				raw, _ := json.Marshal(p.report(false)) // it has only texts and numbers
				b = append(b, raw...)
				continue
			}
			b = appendString(append(b, `{"path":`...), p.Path)
			b = append(appendString(append(b, `,"problem":`...), p.Problem.text), '}')
		}
	}
	if next == ',' {
		b = append(b, ']')
	}
	return b
}

// Result returns the object that the model reads for the result and the error of a tool
// function.
//
// If err is nil, the call succeeded. If no error in the tree of err is a [ToolRuntimeError]
// or a [Kind], the model reads the fixed text of a fatal error, and nothing of err.
//
// The fields of out are members of the object, beside success and error. After a failure,
// partial results are kept too. But if out is the zero value of its type, it is left out of
// a failure, because it would state facts, such as "no results". An empty list that is not
// nil is a result, and stays. If out is not an object, or has a key of [ReservedKeys] (in
// any letter case, because Go decodes without case), the whole of it becomes the member
// "data".
//
// If out cannot be encoded, a success becomes a failure of [KindToolBadOutputValue], and a
// failure has no result.
func Result(out any, err error) Payload {
	output, encodeErr := encodeOutput(out, err != nil)
	p := Payload{output: output, nested: nests(output)}
	p.text, _ = out.(string)
	switch {
	case err != nil:
		p.failed = findOrMake(err)
	case encodeErr != nil:
		p.failed = New(KindToolBadOutputValue, Message{}, WithCause(encodeErr))
	default:
		p.success = true
	}
	return p
}

// findOrMake returns the ToolRuntimeError in err. Without one, it returns an error of the
// bare [Kind] in the tree, or a fatal one.
func findOrMake(err error) *ToolRuntimeError {
	if te, ok := Find(err); ok {
		return te
	}
	kind := KindToolFatal
	errtree.Walk(err, func(e error) bool {
		k, ok := e.(Kind) //nolint:errorlint // one node of a walk
		if ok {
			kind = k
		}
		return !ok
	})
	return New(kind, Message{}, WithCause(err))
}

// WithError returns the payload of a failure: the error e, and the result of p, which is
// not encoded again.
func (p Payload) WithError(e *ToolRuntimeError) Payload {
	p.success, p.failed = false, e
	return p
}

// WithParts returns the payload with the [Parts] of each problem beside its sentence. It is
// longer, and tells no more: a model may correct its call more reliably with it.
func (p Payload) WithParts() Payload {
	if p.success {
		return p
	}
	e := *p.failed.self()
	e.parts, p.failed = true, &e
	return p
}

// IsError reports whether the call failed.
func (p Payload) IsError() bool { return !p.success }

// Err returns the error of which the payload was made; nil after a success.
func (p Payload) Err() *ToolRuntimeError {
	if p.success {
		return nil
	}
	return p.failed.self()
}

// Output returns the JSON of the tool's result, whether it is nested in the payload or not;
// nil if there is none. Do not change it.
func (p Payload) Output() json.RawMessage { return p.output }

// AppendJSON appends the object to b: success and error first, then the other members in a
// fixed order. The zero Payload is a failure of unknown kind.
func (p Payload) AppendJSON(b []byte) []byte {
	const ofSuccess, ofFailure = 64, 512 // the usual number of bytes besides the tool's result
	if p.success {
		b = append(slices.Grow(b, ofSuccess+len(p.output)), "{"+successMembers...)
	} else {
		b = appendFailure(slices.Grow(b, ofFailure+len(p.output)), p.failed.self())
	}
	switch {
	case p.nested:
		b = append(append(b, `,"`+keyData+`":`...), p.output...)
	case len(p.output) > len("{}"):
		return append(append(b, ','), p.output[1:]...)
	}
	return append(b, '}')
}

// appendFailure appends an opening brace and the members of e.
func appendFailure(b []byte, e *ToolRuntimeError) []byte {
	next := byte('{')
	for i := range members {
		start := len(b)
		b = append(append(append(b, next, '"'), members[i].key...), `":`...)
		value := len(b)
		if b = members[i].value(b, e); len(b) == value {
			b = b[:start]
		}
		next = ','
	}
	return b
}

// MarshalJSON returns what [Payload.AppendJSON] appends. It never returns an
// error.
func (p Payload) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

// String returns the object as JSON, for models without a separate channel for errors.
func (p Payload) String() string { return string(p.AppendJSON(nil)) }

// Map returns the object as a map, for SDKs that need one. Integers that fit are int64,
// other numbers are float64, and numbers that a float64 would change are json.Number.
func (p Payload) Map() map[string]any {
	v, _ := jsonvalue.Decode(p.AppendJSON(nil)) // it is valid JSON
	m, _ := v.(map[string]any)
	return m
}
