package adapter

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

// A Table lists a vendor's stable codes and their meanings. Each vendor has one, in the
// file table.go of its package. The documentation is rendered from it. The zero Table has
// no rows.
type Table struct {
	vendor *vendor
	rows   []Row
	byCode map[string]int
}

// A vendor is the owner of a table.
type vendor struct{ slug, display string }

// Retry is the retry advice of a [Row].
type Retry uint8

// The retry advice of a row.
const (
	RetryByKind  Retry = iota // the advice of the kind
	RetryNever                // no retry helps
	RetryMayHelp              // a retry may help
)

// A Row is the meaning of one code.
type Row struct {
	// VendorCode is the vendor's code, exactly as the vendor writes it. The agent sees it
	// as vendor_code.
	VendorCode string
	// VendorCodes lists codes with the same meaning. [NewTable] makes one row of each, with
	// the code as its VendorCode. A row has either VendorCode or VendorCodes.
	VendorCodes []string
	// Kind is the kind of errors with the code.
	Kind toolerr.Kind
	// Code is errand's code, which the agent reads as error_code, if the kind's code would
	// be misleading. "" means the kind's code, or external_service_error for a row of
	// [toolerr.KindToolRetry], because the service failed and not the tool.
	Code toolerr.Code
	// Message is the message for the agent. The zero Message means the text of kind and
	// status. A row of [toolerr.KindToolRetry] needs a message that names what to change or
	// to wait for.
	Message toolerr.Message
	// Hint is advice for the model, if the model can do something.
	Hint toolerr.Message
	// Retry overrides the retry advice of the kind; the zero value does not.
	Retry Retry
	// Effect overrides the effect of the kind; [toolerr.EffectUnset] does not.
	Effect toolerr.Effect
	// Guidance overrides the guidance of kind and status; "" does not.
	Guidance toolerr.Guidance
	// UserAction means that a person must sign in, or grant or upgrade something.
	UserAction bool
	// Unanswered marks a code that does not show that the service answered: errand's own
	// code for an error that the client makes itself, or a code that a service sends when
	// the client ends the call. The report of such an error has no vendor code. If the
	// context has ended, the [Chain] returns the cancellation or timeout instead of the
	// row.
	Unanswered bool
	// Source is the vendor's page or the SDK's source that documents the code, with
	// version or date.
	Source string

	vendor *vendor
}

// NewTable returns the table of a vendor. slug is the slug of its adapter, and display the
// vendor's name in the fixed texts ("Upstream Google request failed …"). Slug, display and
// every code must be identifiers of at most 64 characters of [A-Za-z0-9_.:-]. Every kind
// must be one of package toolerr. Every code must be listed once and have a source, and
// every row of [toolerr.KindToolRetry] must have a message. Anything else is a programming
// error and panics.
func NewTable(slug, display string, rows ...Row) Table {
	t := Table{vendor: &vendor{mustIdent("slug", slug), mustIdent("display name", display)}, byCode: make(map[string]int, len(rows))}
	for _, row := range expanded(slug, rows) {
		mustIdent("code", row.VendorCode)
		if _, twice := t.byCode[row.VendorCode]; twice {
			panic("adapter: the table of " + slug + " lists " + row.VendorCode + " twice")
		}
		if !row.Kind.Known() {
			panic("adapter: the table of " + slug + " has no kind for " + row.VendorCode)
		}
		if row.Source == "" {
			panic("adapter: the table of " + slug + " has no source for " + row.VendorCode)
		}
		if row.Kind == toolerr.KindToolRetry {
			if row.Message.IsZero() {
				panic("adapter: the table of " + slug + " has no message for " + row.VendorCode + ", which asks for a retry")
			}
			row.Code = cmp.Or(row.Code, toolerr.CodeExternalServiceError)
		}
		row.vendor = t.vendor
		t.byCode[row.VendorCode] = len(t.rows)
		t.rows = append(t.rows, row)
	}
	return t
}

// expanded returns rows with one vendor code each.
func expanded(slug string, rows []Row) []Row {
	var all []Row
	for _, row := range rows {
		codes := row.VendorCodes
		if codes == nil {
			codes = []string{row.VendorCode}
		} else if row.VendorCode != "" {
			panic("adapter: a row in the table of " + slug + " has both VendorCode and VendorCodes: " + row.VendorCode)
		}
		row.VendorCodes = nil
		for _, row.VendorCode = range codes {
			all = append(all, row)
		}
	}
	return all
}

func mustIdent(what, s string) string {
	if !identifier(s) {
		panic("adapter: the " + what + " " + strconv.Quote(s) + " of a table is not at most 64 characters of [A-Za-z0-9_.:-], or has the form of a credential")
	}
	return s
}

// Slug returns the slug of the vendor's adapter.
func (t Table) Slug() string {
	if t.vendor == nil {
		return ""
	}
	return t.vendor.slug
}

// Display returns the vendor's name in the fixed texts.
func (t Table) Display() string {
	if t.vendor == nil {
		return ""
	}
	return t.vendor.display
}

// Rows returns the rows in the order they were given.
func (t Table) Rows() []Row { return slices.Clone(t.rows) }

// Lookup returns the row of a code, compared exactly.
//
//go:noinline
func (t Table) Lookup(code string) (Row, bool) {
	i, ok := t.byCode[code]
	if !ok {
		return Row{}, false
	}
	return t.rows[i], true
}

// CanRetry reports whether a retry may help: by the field Retry, or else by the kind.
func (r Row) CanRetry() bool {
	if r.Retry == RetryByKind {
		return r.Kind.CanRetry()
	}
	return r.Retry == RetryMayHelp
}

// Error returns the error of the row, with err as its cause. The agent sees VendorCode.
// Options are applied after the row.
func (r Row) Error(err error, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	var room [20]toolerr.Option // on the stack, for most callers
	all := append(room[:0],
		toolerr.WithCause(err),
		toolerr.WithVendorType(err),
		toolerr.WithListedCode(r.VendorCode),
		toolerr.WithCode(r.Code),
		toolerr.WithHint(r.Hint),
		toolerr.WithEffect(r.Effect),
		toolerr.WithGuidance(r.Guidance))
	if r.vendor != nil {
		all = append(all, toolerr.WithService(r.vendor.slug), toolerr.WithUpstreamName(toolerr.Ident(r.vendor.display)))
	}
	if r.Retry != RetryByKind {
		all = append(all, toolerr.WithCanRetry(r.CanRetry()))
	}
	if r.UserAction {
		all = append(all, toolerr.WithUserAction())
	}
	if r.Unanswered {
		all = append(all, toolerr.WithVendorCode(""))
	}
	return toolerr.New(r.Kind, r.Message, append(all, opts...)...)
}

// Tabled is an adapter with a table, which docs and the conformance kit read, with [As].
type Tabled interface {
	Adapter
	Table() Table
}
