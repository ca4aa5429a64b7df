package toolerr

// The sentences errand says by itself, besides the fixed text of each kind.
const (
	templateStatus      literal = "Upstream %s request failed with status code %s (%s)."
	templateStatusPlain literal = "Upstream %s request failed with status code %s."
	templateWait        literal = " Retry after %s."
	templateNow         literal = " Retry now."
	templateNoRetry     literal = "The tool did not succeed." // of a KindToolRetry that cannot be repeated
)

// unnamed is the upstream's name when no adapter gave one.
const unnamed literal = "HTTP"

// Message returns the text the agent reads: what the error was given, or a
// fixed text made of its kind, status and wait.
func (e *ToolRuntimeError) Message() Message {
	e = e.self()
	if !e.message.IsZero() {
		return e.message
	}
	m := e.kind.Message()
	if e.kind == KindToolRetry && !e.canRetry {
		m = Msg(templateNoRetry)
	}
	class := e.kind.Class()
	upstream := class == ClassUpstream || class == ClassRateLimit
	if upstream && e.status != 0 {
		name := e.upstream
		if name.form == argMissing {
			name = Name(unnamed)
		}
		m = Msgf(templateStatusPlain, name, Int(e.status))
		if phrase := e.phrase(); phrase != "" {
			m = Msgf(templateStatus, name, Int(e.status), Name(phrase))
		}
	}
	if e.hasWait && e.canRetry {
		if e.retryAfter == 0 {
			m.text += string(templateNow)
		} else {
			m.text += Msgf(templateWait, Wait(e.retryAfter)).text
		}
	}
	return m
}

// phrase puts the status into words: the status's own, unless the kind says
// something else, as that of a throttle with status 400 does.
func (e *ToolRuntimeError) phrase() literal {
	if row := status(e.status); row.kind == e.kind {
		return row.phrase
	}
	return e.kind.trait().phrase
}

// Error returns the text of [ToolRuntimeError.Message] and nothing else.
func (e *ToolRuntimeError) Error() string { return e.Message().text }

// Templates returns every sentence errand says by itself: the fixed text of
// each kind, and the templates for statuses and waits, whose verbs are %s. A
// message of a conforming adapter is one of them, perhaps followed by a wait,
// or a row of its table.
func Templates() []string {
	var all []string
	for _, k := range Kinds() {
		all = append(all, string(k.trait().text))
	}
	return append(all, string(templateStatus), string(templateStatusPlain), string(templateWait), string(templateNow), string(templateNoRetry))
}
