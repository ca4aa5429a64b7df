package spec

import "github.com/errand-go/errand/internal/refusal"

// These types describe how a vendor refuses the values of a call, for [Spec.Refusals].
type (
	// Refusals has a vendor's codes (Codes) and sentences (Texts), and the form of its bodies
	// (Body). Its method Refusal reads the members that a client's error keeps, for
	// [Error.Refusal].
	Refusals = refusal.Dialect
	// RefusalCode is a row of Refusals.Codes: the rule, the places and the limit that codes
	// imply.
	RefusalCode = refusal.Coded
	// RefusalList is the usual form of bodies: a list of statements, each with a place, a code
	// and a sentence in members. Its method Read can be Refusals.Body.
	RefusalList = refusal.List
	// Statement is what a vendor states: the places, the code, the sentence and the value.
	Statement = refusal.Statement
)
