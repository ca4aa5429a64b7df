package toolerr

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/redact"
)

// Extra is further information about the failed call, for programs and developers. Of its
// fields, the agent sees only Service.
type Extra struct {
	// Service is the slug of the adapter that recognised the error.
	Service string `json:"service,omitempty"`
	// GoType is the Go type of the vendor's error.
	GoType string `json:"go_type,omitempty"`
	// VendorCode is the vendor's code, as the server sent it.
	VendorCode string `json:"vendor_code,omitempty"`
	// Endpoint is the endpoint of the call: scheme, host and the words of the path.
	Endpoint string `json:"endpoint,omitempty"`
	// HTTPMethod is the method of the request.
	HTTPMethod string `json:"http_method,omitempty"`
	// RequestID is the id that the service gave the request.
	RequestID string `json:"request_id,omitempty"`
	// Metadata has the values of [WithMetadata].
	Metadata map[string]string `json:"metadata,omitempty"`
}

// Extra returns further information about the failed call, with credentials redacted.
func (e *ToolRuntimeError) Extra() Extra {
	e = e.self()
	p := e.private()
	x := Extra{
		Service:    e.service,
		VendorCode: cleanLine(p.vendorCode),
		Endpoint:   p.url,
		HTTPMethod: e.HTTPMethod(),
		RequestID:  cleanLine(p.requestID),
		Metadata:   p.metadataTexts(),
	}
	if p.vendorType != nil {
		x.GoType = p.vendorType.String()
	}
	if !p.reduced {
		x.Endpoint = redact.Endpoint(p.url)
	}
	return x
}

// A Report has everything in an error except its cause, with credentials redacted: the
// developer's view, for storage and for other processes. To compare errors, compare their
// reports.
type Report struct {
	Kind               Kind            `json:"kind"`
	Class              Class           `json:"class"`
	Code               Code            `json:"code"`
	Message            string          `json:"message"`
	DeveloperMessage   string          `json:"developer_message,omitempty"`
	CanRetry           bool            `json:"can_retry"`
	Repeats            bool            `json:"repeats,omitempty"`        // what a model reads as can_retry
	RetryAfterMS       *int64          `json:"retry_after_ms,omitempty"` // nil: upstream named no wait
	StatusCode         int             `json:"status_code,omitempty"`
	Hint               string          `json:"hint,omitempty"`
	Effect             Effect          `json:"effect,omitempty"`
	Guidance           Guidance        `json:"guidance"`
	Access             *Access         `json:"access,omitempty"` // nil if the error is not about access
	RequiresUserAction bool            `json:"requires_user_action,omitempty"`
	VendorCode         string          `json:"vendor_code,omitempty"` // the code the agent sees; Extra.VendorCode is what the server sent
	Problems           []ReportProblem `json:"problems,omitempty"`
	Refusal            *ReportRefusal  `json:"refusal,omitempty"`
	Reference          string          `json:"reference,omitempty"` // see [ToolRuntimeError.Reference]
	Aborts             bool            `json:"aborts,omitempty"`
	Extra              Extra           `json:"extra,omitzero"`
}

// A ReportProblem is a [Problem] as text. Resolved marks a problem that was made of a
// [Finding], for the call that failed; [FromReport] leaves it out.
type ReportProblem struct {
	Path    string `json:"path"`
	Problem string `json:"problem"`
	Parts
	Resolved bool `json:"resolved,omitempty"`
}

func (p Problem) report(resolved bool) ReportProblem {
	return ReportProblem{Path: p.Path, Problem: p.Problem.text, Parts: p.Parts(), Resolved: resolved}
}

// A ReportRefusal is a [Refusal], with credentials redacted.
type ReportRefusal struct {
	Findings []ReportFinding `json:"findings,omitempty"`
	Message  string          `json:"message,omitempty"`
}

// A ReportFinding is a [Finding] with credentials redacted.
type ReportFinding struct {
	Rule   Rule     `json:"rule"`
	Fields []string `json:"fields,omitempty"`
	Word   string   `json:"word,omitempty"`
	Value  string   `json:"value,omitempty"`
	Names  []string `json:"names,omitempty"`
	Limit  string   `json:"limit,omitempty"`
	Beyond bool     `json:"beyond,omitempty"`
	Offset int      `json:"offset,omitempty"`
	Line   int      `json:"line,omitempty"`
	Column int      `json:"column,omitempty"`
}

// maxFindings is the maximum number of findings in a report.
const maxFindings = 16

// report returns the redacted form of a refusal, or nil if it is empty.
func (r Refusal) report() *ReportRefusal {
	out := &ReportRefusal{Message: clean(r.Message, maxDeveloper)}
	for _, f := range r.Findings[:min(len(r.Findings), maxFindings)] {
		out.Findings = append(out.Findings, ReportFinding{
			Rule: f.rule(), Fields: cleanLines(f.Fields), Word: cleanLine(f.Word), Value: f.reportValue(),
			Names: cleanLines(f.Names), Limit: cleanLine(f.Limit), Beyond: f.Beyond,
			Offset: f.At.Offset, Line: f.At.Line, Column: f.At.Column,
		})
	}
	if out.Message == "" && out.Findings == nil {
		return nil
	}
	return out
}

// reportValue returns the refused value without credentials. The name of a field can show
// that the value is one.
func (f Finding) reportValue() string {
	for _, field := range f.Fields[:min(len(f.Fields), maxFindings)] {
		name := strings.TrimRight(field, `]"'`)
		name = name[strings.LastIndexAny(name, `/.["'`)+1:]
		if shown := metadataText(name, f.Value); shown != metadataText("", f.Value) {
			return shown
		}
	}
	return cleanLine(f.Value)
}

// rule returns the rule of a finding if it is one of the constants, and otherwise
// RuleBadValue.
func (f Finding) rule() Rule {
	if f.Rule.Known() {
		return f.Rule
	}
	return RuleBadValue
}

// cleanLines redacts short texts.
func cleanLines(texts []string) []string {
	var cleaned []string
	for _, t := range texts[:min(len(texts), maxFindings)] {
		cleaned = append(cleaned, cleanLine(t))
	}
	return cleaned
}

// refusal restores the Refusal of a report.
func (r *ReportRefusal) refusal() Refusal {
	out := Refusal{Message: r.Message}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, Finding{
			Rule: f.Rule, Fields: f.Fields, Word: f.Word, Value: f.Value, Names: f.Names, Limit: f.Limit, Beyond: f.Beyond,
			At: Position{Offset: f.Offset, Line: f.Line, Column: f.Column},
		})
	}
	return out
}

// Report returns everything in e except its cause.
func (e *ToolRuntimeError) Report() Report {
	e = e.self()
	r := Report{
		Kind:               e.trait.kind,
		Class:              e.Class(),
		Code:               e.Code(),
		Message:            e.ownMessage().text,
		DeveloperMessage:   e.DeveloperMessage(),
		CanRetry:           e.canRetry,
		Repeats:            e.repeats(),
		StatusCode:         e.status,
		Effect:             e.Effect(),
		Guidance:           e.Guidance(),
		RequiresUserAction: e.userAction,
		VendorCode:         e.listedCode,
		Reference:          e.Reference(),
		Aborts:             e.aborts,
		Extra:              e.Extra(),
	}
	if a, ok := e.Access(); ok {
		r.Access = &a
	}
	if !e.hint.IsZero() || !e.inDoubt() { // the hint of a doubt depends on the tool that is called
		r.Hint = e.Hint().text
	}
	if e.hasWait {
		ms := e.retryAfter.Milliseconds()
		r.RetryAfterMS = &ms
	}
	for _, p := range e.problems {
		r.Problems = append(r.Problems, p.report(false))
	}
	for _, p := range e.resolved().Problems {
		r.Problems = append(r.Problems, p.report(true))
	}
	r.Refusal = e.Refusal().report()
	return r
}

// FromReport restores an error from its report, without the cause, and without the problems
// that were resolved for the failed call. Its refusal is not resolved for another call. The
// texts of the report are trusted like those of [UncheckedMessage], so keep reports in
// storage to which only the program writes. The class follows from the kind. An unknown
// kind becomes [KindUnknown], and an unknown code, effect or guidance is ignored.
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
	for _, key := range slices.Sorted(maps.Keys(r.Extra.Metadata)) {
		opts = append(opts, WithMetadata(key, r.Extra.Metadata[key]))
	}
	if r.RetryAfterMS != nil {
		ms := min(max(*r.RetryAfterMS, 0), maxWait.Milliseconds())
		opts = append(opts, WithRetryAfter(time.Duration(ms)*time.Millisecond))
	}
	if r.RequiresUserAction {
		opts = append(opts, WithUserAction())
	}
	if r.Access != nil {
		opts = append(opts, WithAccess(*r.Access), WithCredentials(Credentials{Owner: r.Access.Owner}))
	}
	if isReference(r.Reference) {
		opts = append(opts, Option{text: r.Reference, set: setReference})
	}
	if r.Aborts {
		opts = append(opts, withAborts())
	}
	b := build(r.Kind, UncheckedMessage(r.Message))
	_ = b.apply(opts)
	if shown(r.VendorCode) {
		b.e.listedCode = r.VendorCode
	}
	b.p.vendorType = typeName(cleanLine(r.Extra.GoType))
	b.p.method = r.Extra.HTTPMethod
	b.p.url, b.p.reduced = redact.Endpoint(r.Extra.Endpoint), true
	if r.Refusal != nil {
		b.p.refuser = r.Refusal.refusal()
		b.e.resolution = &Resolution{Call: over{}}
	}
	var problems []Problem
	for _, p := range r.Problems {
		if p.Resolved {
			continue
		}
		problems = append(problems, p.restored())
	}
	b.e.problems = fewProblems(problems)
	b.e.repeatable = r.Repeats && !b.e.repeats()
	return &b.e
}

// typeName is the name of a Go type in a restored report.
type typeName string

func (n typeName) String() string { return string(n) }
