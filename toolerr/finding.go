package toolerr

// A Finding is one thing that a service refused in a call, as data: what an adapter
// reads from a vendor's error. Its texts are the service's own. They are for
// developers, and select what a model is told: package adapter compares them with the
// arguments of the call ([Problem]).
type Finding struct {
	// Rule is which rule was broken; "" is [RuleBadValue].
	Rule Rule
	// Fields are what the service calls the places that broke it: a field such as
	// "items[0].price", a JSON pointer, a parameter. There are two for a rule between
	// two values, such as a start after an end. Only a place that the service names in
	// a member of its own belongs here, or one that a known text of it has in a known
	// place.
	Fields []string
	// Word is the offending name: a column, a function, an option.
	Word string
	// Value is the value that was refused.
	Value string
	// Names are the names that the service suggests or allows.
	Names []string
	// Limit is the maximum or the minimum, in decimal. Beyond means that the value must
	// not even reach it.
	Limit  string
	Beyond bool
	// At is a position in a text of the caller's, such as an SQL statement.
	At Position
}

// A Position is a place in a text, by the number of a character or by line and column;
// all start at 1, and 0 is unknown.
type Position struct {
	Offset, Line, Column int
}

// A Refusal is what a service said about a call that it refused.
type Refusal struct {
	// Findings are what is wrong with the call.
	Findings []Finding
	// Message is the service's own sentence about it, "" if there is none.
	Message string
}

// A Refuser is an error, or a response, that tells on demand what was refused: reading
// a body takes time that an error without a reader should not cost. Refusal is called
// again for each reader, and returns the same each time.
type Refuser interface{ Refusal() Refusal }

// WithRefusal records what was refused. Developers read it in [Report]. What a model
// reads of it depends on the call: see package adapter. A nil r means nothing is known.
func WithRefusal(r Refuser) Option { return Option{value: r, set: setRefuser} }

func setRefuser(b *box, o Option) { b.p.refuser, _ = o.value.(Refuser) }

// WithFindings records what was refused, as [WithRefusal] does.
func WithFindings(findings ...Finding) Option {
	if len(findings) == 0 {
		return Option{}
	}
	return WithRefusal(Refusal{Findings: findings})
}

// Refusal returns r, which makes a Refusal a [Refuser].
func (r Refusal) Refusal() Refusal { return r }

// Refuses reports whether e may say what was refused. It costs nothing.
func (e *ToolRuntimeError) Refuses() bool { return e.self().private().refuser != nil }

// Refusal returns what was refused, with the service's own texts as they came. They
// are for programs and developers; package adapter decides what a model reads of them.
func (e *ToolRuntimeError) Refusal() (r Refusal) {
	refuser := e.self().private().refuser
	if refuser == nil {
		return Refusal{}
	}
	defer func() {
		if recover() != nil {
			r = Refusal{}
		}
	}()
	return refuser.Refusal()
}

// A Resolution is what a model reads of a refusal, in one call.
type Resolution struct {
	// Call identifies the call: it is compared with ==, and never shown. Nil means that
	// nothing was resolved.
	Call any
	// Problems are what the model should change.
	Problems []Problem
	// Message is what the error says in this call, such as one of [Errorf]. It takes the
	// place of the message, or of the problem of [InvalidInputf].
	Message Message
	// Upstream is the service's own message, where the tool's author allowed it.
	Upstream Message
}

// WithResolution records what a model reads of a refusal. It replaces an earlier
// resolution, and nothing else: the problems that a tool reports by itself stay.
// Package adapter uses it; an adapter has no call to resolve anything for.
func WithResolution(r Resolution) Option {
	return Option{value: r, set: setResolution}
}

func setResolution(b *box, o Option) {
	r, _ := o.value.(Resolution)
	if r.Call == nil {
		b.e.resolution = nil
		return
	}
	r.Problems = fewProblems(r.Problems)
	b.e.resolution = &r
}

// Resolution returns what was resolved, the zero Resolution if nothing was. An error that
// was restored from a report belongs to a call that is over.
func (e *ToolRuntimeError) Resolution() Resolution {
	if r := e.self().resolution; r != nil {
		return *r
	}
	return Resolution{}
}

// over is the call of an error that was restored from a report.
type over struct{}
