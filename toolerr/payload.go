package toolerr

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
)

// A Payload is the object a model reads as the result of a tool call: flat
// JSON, success and error first, then what else an error has to say, then the
// tool's own result. It is made by [Result] and cannot fail to encode.
//
// A failure whose text is errand's own, without a result, hint and problems,
// fits in 400 bytes where slug and name of the service have at most 16 and the
// vendor's code at most 40.
type Payload struct {
	failed  *ToolRuntimeError // nil on success
	members []member
}

// member is one key of the object, in order.
type member struct {
	key string
	raw json.RawMessage
}

// The keys of the contract. A result that has one of them is nested.
const (
	keySuccess    = "success"
	keyError      = "error"
	keyCode       = "error_code"
	keyKind       = "kind"
	keyCanRetry   = "can_retry"
	keyRetryAfter = "retry_after_ms"
	keyStatus     = "status_code"
	keyService    = "service"
	keyVendorCode = "vendor_code"
	keyEffect     = "effect"
	keyUserAction = "requires_user_action"
	keyHint       = "hint"
	keyProblems   = "problems"
	keyData       = "data"
)

var reserved = []string{
	keySuccess, keyError, keyCode, keyKind, keyCanRetry, keyRetryAfter, keyStatus, keyService,
	keyVendorCode, keyEffect, keyUserAction, keyHint, keyProblems,
}

// Result turns what a tool function returned into what the model reads.
//
// A nil err is success. An err that is no [ToolRuntimeError] and wraps none
// says the fixed text of a fatal error and nothing of its own. The fields of
// out stand beside success and error, on failure too, so that partial results
// survive. On failure a zero out is left out, since it would state facts. An out that is not an object, or that has a key
// the contract uses (compared without case, because Go decodes without case),
// stands whole under "data".
//
// An out that cannot be encoded makes a success a
// [KindToolBadOutputValue] failure, and is left out of a failure.
func Result(out any, err error) Payload {
	if err == nil {
		data, encodeErr := encodeResult(out, false)
		if encodeErr == nil {
			return Payload{members: append([]member{
				{keySuccess, json.RawMessage("true")},
				{keyError, json.RawMessage("null")},
			}, data...)}
		}
		return failure(New(KindToolBadOutputValue, Message{}, WithCause(encodeErr)), nil)
	}
	te, ok := Find(err)
	if !ok {
		te = foreign(err)
	}
	data, encodeErr := encodeResult(out, true)
	if encodeErr != nil {
		data = nil
	}
	return failure(te, data)
}

// foreign is the error for one that was not adapted: of the bare [Kind] in its
// tree, or fatal.
func foreign(err error) *ToolRuntimeError {
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

func failure(e *ToolRuntimeError, data []member) Payload {
	e = e.self()
	members := make([]member, 0, 8+len(data))
	add := func(key string, value any) { members = append(members, member{key, encode(value)}) }
	add(keySuccess, false)
	add(keyError, e.Error())
	add(keyCode, e.Code())
	add(keyKind, e.kind)
	add(keyCanRetry, e.canRetry)
	if e.hasWait && e.canRetry { // a wait holds out a repeat
		add(keyRetryAfter, e.retryAfter.Milliseconds())
	}
	if e.status != 0 {
		add(keyStatus, e.status)
	}
	if e.service != "" {
		add(keyService, e.service)
	}
	if e.listedCode != "" {
		add(keyVendorCode, e.listedCode)
	}
	if effect := e.Effect(); effect == EffectUnknown {
		add(keyEffect, effect)
	}
	if e.userAction {
		add(keyUserAction, true)
	}
	if !e.hint.IsZero() {
		add(keyHint, e.hint)
	}
	if len(e.problems) > 0 {
		add(keyProblems, e.problems)
	}
	return Payload{failed: e, members: append(members, data...)}
}

// IsError reports whether the payload says that the call failed.
func (p Payload) IsError() bool { return p.failed != nil || p.members == nil }

// Err returns the error the payload was made from; nil on success.
func (p Payload) Err() *ToolRuntimeError {
	if p.members == nil {
		return New(KindUnknown, Message{})
	}
	return p.failed
}

// MarshalJSON writes the object: success, error, then a fixed order. It never
// returns an error. The zero Payload is a failure of unknown kind.
func (p Payload) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range p.all() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(m.key))
		b.WriteByte(':')
		b.Write(m.raw)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// String returns the object as JSON, which is what models without an error
// channel are sent.
func (p Payload) String() string {
	b, _ := p.MarshalJSON()
	return string(b)
}

// Map returns the object as a map, for SDKs that want one: whole numbers that
// fit are int64, others float64.
func (p Payload) Map() map[string]any {
	m := make(map[string]any, len(p.members))
	for _, member := range p.all() {
		m[member.key] = decode(member.raw)
	}
	return m
}

func (p Payload) all() []member {
	if p.members == nil {
		return failure(nil, nil).members
	}
	return p.members
}

// usesReserved reports whether key is one of the contract's, in any case.
func usesReserved(key string) bool {
	for _, r := range reserved {
		if strings.EqualFold(r, key) {
			return true
		}
	}
	return false
}
