package toolerr

// A Finding is one thing that a service refused in a call, as data: an adapter reads it
// from a vendor's error. Its texts are the service's own, and are for developers. Package
// adapter compares them with the arguments of the call, and makes a [Problem] for the
// model, of errand's words and words of the call.
type Finding struct {
	// Rule is the rule that was broken; "" is [RuleBadValue].
	Rule Rule
	// Fields are the service's names of the places that broke the rule: a field such as
	// "items[0].price", a JSON pointer, a parameter. A rule between two values, such as a
	// start after an end, has two. Record only a place that the service names in a member
	// for places, or at a known position of a known text.
	Fields []string
	// Word is the offending name: a column, a function, an option.
	Word string
	// Value is the value that was refused.
	Value string
	// Names are the names that the service suggests or allows.
	Names []string
	// Limit is the maximum or the minimum, in decimal. Beyond means that the limit itself
	// is not allowed either.
	Limit  string
	Beyond bool
	// At is a position in a text of the call, such as an SQL statement.
	At Position
}

// A Position is a place in a text: the number of a character, or a line and a column. All
// numbers start at 1, and 0 means unknown.
type Position struct {
	Offset int `json:"offset,omitempty"`
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

// message returns the position in words, the zero Message if it is not known.
func (p Position) message(received bool) Message {
	where := Arg{form: argText}
	if received {
		where = Name(" of the text that the service received")
	}
	switch {
	case p.Line > 0 && p.Column > 0:
		return Msgf("line %s, column %s%s", Int(p.Line), Int(p.Column), where)
	case p.Line > 0:
		return Msgf("line %s%s", Int(p.Line), where)
	case p.Offset > 0:
		return Msgf("character %s%s", Int(p.Offset), where)
	}
	return Message{}
}

// A Refusal is what a service answered about a call that it refused.
type Refusal struct {
	// Findings are what is wrong with the call.
	Findings []Finding
	// Message is the service's own sentence about it, "" if there is none.
	Message string
	// Rest has the other sentences and codes of the answer, a line each.
	Rest string
	// Indirect is true if the text is not an answer to the call, such as what a program of the
	// tool wrote. It may be about something else, so that a model reads of a finding only if
	// the call has its word, its value, its place or its position.
	Indirect bool
}

// A Refuser returns a [Refusal] on demand, so that the body of a response is read only if a
// payload or a report needs it. Refusal may be called more than once, and must return the
// same each time.
type Refuser interface{ Refusal() Refusal }

// WithRefusal records what the service refused. Developers read it in [Report]. The part
// that a model reads depends on the call: see package adapter. A nil r means that nothing
// is known.
func WithRefusal(r Refuser) Option { return Option{value: r, set: setRefuser} }

func setRefuser(b *box, o Option) { b.p.refuser, _ = o.value.(Refuser) }

// WithFindings records what the service refused, like [WithRefusal].
func WithFindings(findings ...Finding) Option {
	if len(findings) == 0 {
		return Option{}
	}
	return WithRefusal(Refusal{Findings: findings})
}

// Refusal returns r, which makes a Refusal a [Refuser].
func (r Refusal) Refusal() Refusal { return r }

// Refuser returns the argument of [WithRefusal], or nil if e has none. It does not read
// the refusal, and so costs nothing. Its method may panic; [ToolRuntimeError.Refusal]
// recovers from that.
func (e *ToolRuntimeError) Refuser() Refuser { return e.self().private().refuser }

// Refusal returns what the service refused, with the service's texts unchanged. It is for
// programs and developers. Package adapter decides what a model reads.
func (e *ToolRuntimeError) Refusal() (r Refusal) {
	refuser := e.Refuser()
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

// A Resolution is the result of resolving a refusal for one call: what a model reads about
// the refusal.
type Resolution struct {
	// Call identifies the call. It is compared with ==, and never shown. Nil means that
	// nothing was resolved.
	Call any
	// Problems are what the model should change.
	Problems []Problem
	// Message is the text of an error of [Errorf] in this call. It replaces the message, or
	// for [InvalidInputf] the problem.
	Message Message
	// Upstream is the service's own message, where the tool's author allowed it.
	Upstream Message
}

// WithResolution records what a model reads about a refusal. It replaces an earlier
// resolution, but not the problems that a tool reports itself. Package adapter uses it.
// Adapters do not, because they do not know the call.
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

// Resolution returns the resolution, or the zero Resolution if nothing was resolved. The
// resolution of an error that was restored from a report belongs to a call that has ended.
func (e *ToolRuntimeError) Resolution() Resolution {
	if r := e.self().resolution; r != nil {
		return *r
	}
	return Resolution{}
}

// over is the call of an error that was restored from a report.
type over struct{}
