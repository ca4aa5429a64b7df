package base

import (
	"reflect"

	"github.com/errand-go/errand/toolerr"
)

// The tables of httpadapter, which docs/vendors/http.md shows, in order.
var (
	// FieldRules are for the fields that are read. The first field with a status decides. A
	// status below 300 beside the error of a decoder does not count.
	FieldRules []FieldRule
	// TransportRules are for failures below HTTP. If several errors in a tree match, the
	// first rule decides. A status comes before all of them.
	TransportRules []TransportRule
	// WaitSources are the headers with waits. The first readable header counts. The last
	// ones are about several quotas, and are read together: the longest wait of a used-up
	// quota counts.
	WaitSources []WaitSource
)

// Lost is httpadapter's error in place of one that a client of net/http reduced to its text,
// or nil if the text is not one of those.
var Lost func(text string) error

// A FieldRule describes a field in which errors of SDKs keep a part of a response.
type FieldRule struct {
	// Gives is what the field contains, such as "status".
	Gives string
	// Names are the names of the field, in any letter case. An empty list means any name.
	Names []string
	// Form is the type of the field, and the values that count.
	Form string
	// When and Unless are further conditions for and against the rule; "" means none.
	When, Unless string
	// Seen names SDKs that have the field. Tests drive their clients.
	Seen string

	Holds      func(reflect.Type) bool
	Applies    func(owner reflect.Type, f reflect.StructField) bool // further condition; nil: none
	Hidden     bool                                                 // unexported fields count too
	Alone      bool                                                 // used only if no other number is a status
	Least      int                                                  // the smallest status that is read
	Registered bool                                                 // only statuses that HTTP defines
}

// A TransportRule is the meaning of one kind of failure below HTTP.
type TransportRule struct {
	// Name names the rule: "certificate".
	Name string
	// Kind, CanRetry, Effect and Message are those of the resulting error. The zero Message
	// means the kind's text.
	Kind     toolerr.Kind
	CanRetry bool
	Effect   toolerr.Effect
	Message  toolerr.Message
	// Match describes how the failure is recognised.
	Match string
	// Why is the reason for the answer.
	Why string
}

// A WaitSource is a header in which services name a wait.
type WaitSource struct {
	// Header is the header's name; letter case does not matter.
	Header string
	// Forms describes how its value is read.
	Forms string
	// RateLimitOnly means that the header states when a quota starts again, which is a wait
	// only if the quota is the cause of the failure.
	RateLimitOnly bool
	// Source documents the meaning.
	Source string
}
