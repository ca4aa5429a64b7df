package toolerr

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// PlainText returns the failure as sentences for hosts whose results are texts: the reason that
// the tool states; the service's or the tool's text if the model may read it; without both, the
// message; whether the call may have been carried out; the hint; a line for each problem; and a line with the facts that are not in the first, such as "status 429;
// retry after 7 s".
func (e *ToolRuntimeError) PlainText() string {
	message, said := e.Message().String(), e.Resolution().Upstream.String()
	first, hint := e.Told(), e.Hint().String()
	doubt := strings.TrimLeft(strings.TrimPrefix(first, message), ". ")
	switch {
	case said == "":
	case e.States():
		first = message + "\n" + said
	default:
		first = said
	}
	lines := []string{first}
	if said != "" && doubt != "" && hint != hintFindOut.String() { // which says the same
		lines = append(lines, doubt)
	}
	if hint != "" {
		lines = append(lines, hint)
	}
	for _, p := range e.Problems() {
		if p.Path == "" {
			lines = append(lines, "- "+p.Problem.String())
		} else {
			lines = append(lines, "- "+p.Path+": "+p.Problem.String())
		}
	}
	if facts := e.facts(first); len(facts) > 0 {
		lines = append(lines, strings.Join(facts, "; "))
	}
	return strings.Join(lines, "\n")
}

// facts returns what the error states besides its texts and is not in the text.
func (e *ToolRuntimeError) facts(text string) (all []string) {
	if status := strconv.Itoa(e.StatusCode()); status != "0" && !strings.Contains(text, status) {
		all = append(all, "status "+status)
	}
	if code := e.VendorCode(); code != "" && !strings.Contains(text, code) {
		all = append(all, "code "+code)
	}
	wait, waits := e.RetryAfter()
	switch {
	case e.Repeats() && waits && !strings.HasPrefix(text, e.Message().String()): // the message ends with the wait
		all = append(all, "retry after "+strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)+" s")
	case e.Repeats() && !waits:
		all = append(all, "a retry may succeed")
	}
	if e.RequiresUserAction() {
		all = append(all, "a person has to act first")
	}
	return all
}

// Text returns the result for hosts whose results are texts: after a success the tool's own
// text, unchanged, or the JSON of another result; and after a failure the sentences of
// [ToolRuntimeError.PlainText].
func (p Payload) Text() string {
	if !p.success {
		return p.failed.self().PlainText()
	}
	if p.text != "" {
		return p.text
	}
	text := string(p.output)
	_ = json.Unmarshal(p.output, &text) // of a type whose JSON is a string
	return text
}
