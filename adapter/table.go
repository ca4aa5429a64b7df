package adapter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// A Table lists a vendor's stable codes and their meanings. Each vendor has one, in the
// file table.go of its package. The documentation is rendered from it. The zero Table has
// no rows.
type Table struct {
	vendor   *vendor
	rows     []Row
	byCode   map[string]int
	byNumber map[int]string
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
	// as vendor_code. The vendor's numbers for the code may follow: "not_found 404 1010".
	VendorCode string
	// VendorCodes lists codes with the same meaning. [NewTable] makes one row of each, with
	// the code as its VendorCode. A row has either VendorCode or VendorCodes.
	VendorCodes []string
	// Numbers are the numbers that follow the code; [NewTable] sets them.
	Numbers []int
	// Fact is what the code states. Kind, advice and texts of an error with the code follow
	// from it.
	Fact toolerr.Fact
	// Rule is the rule that the request broke, if the code states one, and Field the place:
	// the vendor's name of a field, or of several with spaces between them, "" if it is not
	// known. Limit is the maximum or minimum, in decimal. An adapter of package spec makes a [toolerr.Finding] of them for an error that
	// names nothing more precise.
	Rule         toolerr.Rule
	Field, Limit string
	// Message and Hint replace the texts of the fact, where the code tells the model more.
	Message, Hint toolerr.Message
	// Unlike is the reason why the row differs from its fact: Kind, Code, Retry, Effect,
	// Guidance and UserAction overrule the fact, and need the reason. [NewTable] sets those
	// that are not set.
	Unlike     string
	Kind       toolerr.Kind
	Code       toolerr.Code
	Retry      Retry
	Effect     toolerr.Effect
	Guidance   toolerr.Guidance
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
// every code must be identifiers of at most 64 characters of [A-Za-z0-9_.:-]. Every code
// must be listed once, and have a fact and a source. A row must have a reason if it differs
// from its fact, and none if it does not. Anything else is a programming error and panics.
func NewTable(slug, display string, rows ...Row) Table {
	t := Table{vendor: &vendor{mustIdent("slug", slug), mustIdent("display name", display)}, byCode: map[string]int{}, byNumber: map[int]string{}}
	for _, row := range expanded(slug, rows) {
		row.VendorCode, row.Numbers = numbered(row.VendorCode)
		row, fault := row.complete()
		_, twice := t.byCode[row.VendorCode]
		for _, number := range row.Numbers {
			twice = twice || t.byNumber[number] != ""
			t.byNumber[number] = row.VendorCode
		}
		if twice {
			fault = "a code or a number that another row has"
		}
		if fault != "" {
			panic("adapter: in the table of " + slug + ", " + row.VendorCode + " has " + fault)
		}
		row.vendor = t.vendor
		t.byCode[row.VendorCode] = len(t.rows)
		t.rows = append(t.rows, row)
	}
	return t
}

// complete returns r with the values of its fact where r has none, and what is wrong with r.
func (r Row) complete() (Row, string) {
	m, ok := r.Fact.Meaning()
	r.Kind, r.Code, r.Effect, r.Guidance = cmp.Or(r.Kind, m.Kind), cmp.Or(r.Code, m.Code), cmp.Or(r.Effect, m.Effect), cmp.Or(r.Guidance, m.Guidance)
	r.Message, r.Hint, r.UserAction = cmp.Or(r.Message, m.Message), cmp.Or(r.Hint, m.Hint), r.UserAction || m.UserAction
	if r.Retry == RetryByKind && m.CanRetry != r.Kind.CanRetry() {
		r.Retry = RetryNever
		if m.CanRetry {
			r.Retry = RetryMayHelp
		}
	}
	as := r.Kind == m.Kind && r.Code == m.Code && r.CanRetry() == m.CanRetry && r.Effect == m.Effect && r.Guidance == m.Guidance && r.UserAction == m.UserAction
	switch {
	case !ok:
		return r, "no fact"
	case r.Source == "":
		return r, "no source"
	case !r.Kind.Known():
		return r, "an unknown kind"
	case as && r.Unlike != "":
		return r, "a reason to differ from its fact, and does not differ"
	case !as && r.Unlike == "":
		return r, "no reason to differ from its fact"
	}
	return r, ""
}

// expanded returns rows with one vendor code each.
//
//go:noinline
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

// numbered returns a code without the numbers that follow it, and the numbers.
func numbered(code string) (string, []int) {
	var numbers []int
	name, rest, _ := strings.Cut(code, " ")
	for _, field := range strings.Fields(rest) {
		number, err := strconv.Atoi(field)
		if err != nil {
			panic("adapter: " + strconv.Quote(code) + " is not a code and its numbers")
		}
		numbers = append(numbers, number)
	}
	return mustIdent("code", name), numbers
}

func mustIdent(what, s string) string {
	if !identifier(s) {
		panic("adapter: the " + what + " " + strconv.Quote(s) + " of a table is not at most 64 characters of [A-Za-z0-9_.:-], or has the form of a credential")
	}
	return s
}

// Slug returns the slug of the vendor's adapter.
func (t Table) Slug() string { return t.names().slug }

// Display returns the vendor's name in the fixed texts.
func (t Table) Display() string { return t.names().display }

// names returns the zero vendor for the zero Table.
func (t Table) names() vendor {
	if t.vendor == nil {
		return vendor{}
	}
	return *t.vendor
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

// Code returns the code that the table has for one of the vendor's numbers, or "".
func (t Table) Code(number int) string { return t.byNumber[number] }

// Finding returns the rule that the request broke, and whether the code states one.
func (r Row) Finding() (toolerr.Finding, bool) {
	return toolerr.Finding{Rule: r.Rule, Fields: strings.Fields(r.Field), Limit: r.Limit}, r.Rule != ""
}

// broken are the rules that a request with a fact broke.
var broken = map[toolerr.Fact]toolerr.Rule{ //nolint:exhaustive // the facts about a request that imply a rule
	toolerr.FactNotFound: toolerr.RuleNotFound, toolerr.FactExists: toolerr.RuleExistsAlready, toolerr.FactWrongState: toolerr.RuleWrongState,
	toolerr.FactStale: toolerr.RuleStale, toolerr.FactOutdated: toolerr.RuleStale,
}

// Finding returns the rule that the request broke by a code, or by the number of a code: the
// row's, or the rule that follows from its fact.
func (t Table) Finding(code string) (toolerr.Finding, bool) {
	row, ok := t.Lookup(code)
	if number, err := strconv.Atoi(code); err == nil && !ok {
		row, _ = t.Lookup(t.byNumber[number])
	}
	f, _ := row.Finding()
	f.Rule = cmp.Or(f.Rule, broken[row.Fact])
	return f, f.Rule != ""
}

// Error returns the error of the row, with err as its cause. The agent sees VendorCode.
// Options are applied after the row.
func (r Row) Error(err error, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	var room [20]toolerr.Option // on the stack, for most callers
	all := append(room[:0],
		toolerr.WithCause(err),
		toolerr.WithVendorType(err),
		toolerr.WithNote(note.Code(r.VendorCode)),
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
	if r.Fact.AboutAccess() {
		all = append(all, toolerr.WithAccess(toolerr.Access{Fact: r.Fact}))
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
