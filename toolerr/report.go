package toolerr

import (
	"fmt"
	"time"

	"github.com/errand-go/errand/internal/redact"
)

// Extra is what is known about the call that failed. Programs and developers
// read it; of its fields the agent sees service alone.
type Extra struct {
	// Service is the slug of the adapter that recognised the error.
	Service string `json:"service,omitempty"`
	// GoType is the Go type of the vendor's error.
	GoType string `json:"go_type,omitempty"`
	// VendorCode is the vendor's code, as the server sent it.
	VendorCode string `json:"vendor_code,omitempty"`
	// Endpoint is scheme, host and the words of the path that was called.
	Endpoint string `json:"endpoint,omitempty"`
	// HTTPMethod is the method of the request.
	HTTPMethod string `json:"http_method,omitempty"`
	// RequestID is the id the service gave the request.
	RequestID string `json:"request_id,omitempty"`
}

// Extra returns what is known about the call that failed, with credentials
// redacted.
func (e *ToolRuntimeError) Extra() Extra {
	e = e.self()
	p := e.private()
	x := Extra{
		Service:    e.service,
		GoType:     p.typeName,
		VendorCode: cleanLine(p.vendorCode),
		Endpoint:   p.endpoint,
		HTTPMethod: cleanLine(p.method),
		RequestID:  cleanLine(p.requestID),
	}
	if p.vendorType != nil {
		x.GoType = fmt.Sprint(p.vendorType)
	}
	if p.rawURL != "" && p.endpoint == "" {
		x.Endpoint = redact.Endpoint(p.rawURL)
	}
	return x
}

// A Report is everything an error says, for storage and for other processes:
// the developer's view, with credentials redacted. Compare errors by it.
type Report struct {
	Kind               Kind            `json:"kind"`
	Class              Class           `json:"class"`
	Code               Code            `json:"code"`
	Message            string          `json:"message"`
	DeveloperMessage   string          `json:"developer_message,omitempty"`
	CanRetry           bool            `json:"can_retry"`
	RetryAfterMS       *int64          `json:"retry_after_ms,omitempty"` // nil: upstream named no wait
	StatusCode         int             `json:"status_code,omitempty"`
	Hint               string          `json:"hint,omitempty"`
	Effect             Effect          `json:"effect,omitempty"`
	Guidance           Guidance        `json:"guidance"`
	RequiresUserAction bool            `json:"requires_user_action,omitempty"`
	VendorCode         string          `json:"vendor_code,omitempty"` // the code the agent sees; Extra.VendorCode is what the server sent
	Problems           []ReportProblem `json:"problems,omitempty"`
	Aborts             bool            `json:"aborts,omitempty"`
	Extra              Extra           `json:"extra,omitzero"`
}

// A ReportProblem is a [Problem] as text.
type ReportProblem struct {
	Path    string `json:"path"`
	Problem string `json:"problem"`
}

// Report returns everything e says except its cause.
func (e *ToolRuntimeError) Report() Report {
	e = e.self()
	r := Report{
		Kind:               e.kind,
		Class:              e.Class(),
		Code:               e.Code(),
		Message:            e.Error(),
		DeveloperMessage:   e.DeveloperMessage(),
		CanRetry:           e.canRetry,
		StatusCode:         e.status,
		Hint:               e.hint.text,
		Effect:             e.Effect(),
		Guidance:           e.Guidance(),
		RequiresUserAction: e.userAction,
		VendorCode:         e.listedCode,
		Aborts:             e.aborts,
		Extra:              e.Extra(),
	}
	if e.hasWait {
		ms := e.retryAfter.Milliseconds()
		r.RetryAfterMS = &ms
	}
	for _, p := range e.problems {
		r.Problems = append(r.Problems, ReportProblem{Path: p.Path, Problem: p.Problem.text})
	}
	return r
}

// FromReport restores an error from its report, all but the cause. The texts of
// the report are trusted as those of [UncheckedMessage] are: a report belongs
// in storage that only the program writes to. Class follows from the kind; an
// unknown kind is [KindUnknown], and an unknown code, effect or guidance is
// left out.
func FromReport(r Report) *ToolRuntimeError {
	opts := []Option{
		WithDeveloperMessage(r.DeveloperMessage),
		WithCanRetry(r.CanRetry),
		WithStatus(r.StatusCode),
		WithHint(UncheckedMessage(r.Hint)),
		WithCode(r.Code),
		WithService(r.Extra.Service),
		WithRequestID(r.Extra.RequestID),
		WithVendorCode(r.Extra.VendorCode),
		WithEffect(r.Effect),
		WithGuidance(r.Guidance),
	}
	if r.RetryAfterMS != nil {
		ms := min(max(*r.RetryAfterMS, 0), maxWait.Milliseconds())
		opts = append(opts, WithRetryAfter(time.Duration(ms)*time.Millisecond))
	}
	if r.RequiresUserAction {
		opts = append(opts, WithUserAction())
	}
	if r.Aborts {
		opts = append(opts, withAborts())
	}
	b := build(r.Kind, false, UncheckedMessage(r.Message), opts)
	if shown(r.VendorCode) {
		b.e.listedCode = r.VendorCode
	}
	b.p.typeName = cleanLine(r.Extra.GoType)
	b.p.method = r.Extra.HTTPMethod
	b.p.endpoint = redact.Endpoint(r.Extra.Endpoint)
	var problems []Problem
	for _, p := range r.Problems {
		problems = append(problems, Problem{Path: p.Path, Problem: UncheckedMessage(p.Problem)})
	}
	b.e.problems = fewProblems(problems)
	return &b.e
}
