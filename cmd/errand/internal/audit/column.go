package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
	"github.com/errand-go/errand/conformance/faults"
)

// A Column is a question about every call.
type Column struct {
	ID    string `json:"id"`
	Flaw  string `json:"flaw"`  // the flaw, in a few words
	Means string `json:"means"` // the reason, in a sentence
}

// The columns' IDs.
const (
	Credential = "credential"
	Private    = "private"
	Identifier = "identifier"
	Injection  = "injection"
	Status     = "status"
	Wait       = "wait"
	Advice     = "advice"
	Fix        = "fix"
	Success    = "success"
	Retry      = "blind-retry"
	Hang       = "hang"
	Blocked    = "blocked"
	Death      = "death"
	Bulk       = "bulk"
)

// bulkLimit is the maximum number of bytes of an error: about 1,000 tokens.
const bulkLimit = 4000

// Columns returns the columns, in their order.
func Columns() []Column {
	return []Column{
		{Credential, "a credential is told", "The model reads a credential: one of the server's own, or one in a header, an address or a body."},
		{Private, "private words are told", "The model reads words that were planted where no model should look: headers, certificates, addresses, the rest of a body."},
		{Identifier, "an identifier is told", "The model reads the upstream's code, the id of the request or the name of the resource. They tell little, and help a person."},
		{Injection, "an instruction is told", "An instruction that the upstream put into its message stands in what the model reads."},
		{Status, "the status is not told", "Neither the status nor a word for it is told, so the model cannot tell a typing error from an outage."},
		{Wait, "the wait is not told", "The upstream named a wait, and the model does not learn it."},
		{Advice, "the advice is wrong", "The text advises or forbids a retry, or claims that nothing was done, against what the failure allows. A text without advice is not judged."},
		{Fix, "the correction is not told", "The model does not learn what to correct: which argument, which rule, which limit, which permission."},
		{Success, "a failure is told as a success", "The result of a failed call is not marked as an error."},
		{Retry, "a request is sent twice", "The server sends a request with side effects again although the first one may have succeeded."},
		{Hang, "no answer in time", "The call has no answer when its time is over."},
		{Blocked, "others wait too", "While one call waits for its upstream, the server answers nothing else."},
		{Death, "the server dies", "The process ends, or closes its connection."},
		{Bulk, "the error is long", "What the model reads of a failure is longer than 4,000 bytes, about 1,000 tokens."},
	}
}

// The verdicts of a column on a call. A column that does not apply has none.
const (
	OK   = "ok"
	Flaw = "flaw"
)

// An observation is the data about a call for its judgement.
type observation struct {
	fault      fault.Fault
	outcome    server.Outcome
	exchanges  []proxy.Exchange
	field      string   // the argument that a refusal is about
	secrets    []string // of the server's environment
	repeatable bool     // the tool is declared read-only or idempotent
	waited     bool     // the server got another request while the call waited
	blocked    bool     // and did not answer it
	asked      bool     // the upstream was asked in this call
}

// judge returns the verdicts on a call, and the planted words in its result.
func judge(o observation) (verdicts map[string]string, found []string) {
	verdicts = map[string]string{}
	set := func(column string, flaw bool) {
		verdicts[column] = OK
		if flaw {
			verdicts[column] = Flaw
		}
	}
	set(Hang, o.outcome.End == server.EndHang)
	set(Death, o.outcome.End == server.EndDeath)
	if o.waited {
		set(Blocked, o.blocked)
	}
	if sent, twice := sideEffects(o); sent {
		set(Retry, twice)
	}
	if o.outcome.End == server.EndHang || o.outcome.End == server.EndDeath {
		return verdicts, nil
	}
	text, failed := o.outcome.Reads(), o.outcome.Failed()
	if !o.asked {
		return verdicts, nil
	}
	if failed || o.fault.Broken {
		credentials := credentialsIn(text, o.secrets)
		private := faults.Planted().FindContent(text)
		identifiers := slices.DeleteFunc(slices.Clone(private), func(word string) bool { return !slices.Contains(identifiers, word) })
		found = slices.Concat(private, credentials)
		set(Credential, len(credentials) > 0)
		set(Private, len(private) > len(identifiers))
		set(Identifier, len(identifiers) > 0)
		set(Injection, strings.Contains(squeezed(text), squeezed(fault.Instruction)))
	}
	if o.fault.Broken {
		set(Success, !failed)
	}
	if !failed {
		return verdicts, found
	}
	set(Bulk, o.outcome.Bytes > bulkLimit)
	if o.fault.Status != 0 {
		set(Status, !tellsStatus(text, o.fault.Status))
	}
	if o.fault.Wait {
		set(Wait, !hasNumber(text, fault.Wait))
	}
	if wrong, ok := advises(text, o); ok {
		set(Advice, wrong)
	}
	if fix, ok := tellsFix(text, o); ok {
		set(Fix, !fix)
	}
	return verdicts, found
}

// sideEffects reports whether a request that may change something was sent while the effect
// of the first was unknown, and whether it was sent again.
func sideEffects(o observation) (sent, twice bool) {
	if !o.fault.Unknown || o.repeatable {
		return false, false
	}
	type request struct {
		method, url string
		body        uint32
	}
	seen := map[request]bool{}
	for _, e := range o.exchanges {
		if e.Method != "POST" && e.Method != "PATCH" || e.Query || e.Status != 0 {
			continue
		}
		r := request{e.Method, e.URL, e.Body}
		sent, twice = true, twice || seen[r]
		seen[r] = true
	}
	return sent, twice
}

// identifiers are the planted words that only identify something.
var identifiers = []string{faults.CanaryCode, faults.CanaryRequestID, faults.CanaryResource}

// The words of advice: that the call may be repeated, that it may not, and that it had no
// effect. The first are only in texts for models, because "retry" alone is in many errors.
var (
	mayRetry   = regexp.MustCompile(`(?i)"?(can_?retry|retryable)"?\s*[:=]\s*true|(please|you can|you may) (retry|try again)|try again later|retry (now|after \d)`)
	mayNot     = regexp.MustCompile(`(?i)"?(can_?retry|retryable)"?\s*[:=]\s*false|do not retry|not retryable|non-retryable|a retry does not help`)
	withoutAny = regexp.MustCompile(`(?i)"?effect"?\s*[:=]\s*"?none|nothing (was|has been) (changed|done)|had no effect`)
)

// advises reports whether text has wrong advice about a failure of the upstream. It returns
// ok false if it has none.
func advises(text string, o observation) (wrong, ok bool) {
	if o.fault.Status == 0 && !o.fault.CanRetry && !o.fault.MayRetry && !o.fault.Unknown {
		return false, false // no failure of the upstream
	}
	may, not, none := mayRetry.MatchString(text), mayNot.MatchString(text), withoutAny.MatchString(text)
	sent, _ := sideEffects(o)
	risky := o.fault.Unknown && sent
	unsafe := !o.repeatable && slices.ContainsFunc(o.exchanges, func(e proxy.Exchange) bool {
		plain := strings.HasPrefix(e.URL, "http:") && strings.HasPrefix(o.fault.Name, "tls-") // without a handshake, the request is sent
		done := e.Status/100 == 2 || e.Status == 0 && (o.fault.Unknown || plain)
		return done && e.Method != "GET" && e.Method != "HEAD" && !e.Query
	})
	return may && !not && (!o.fault.MayRetry || risky) || not && !may && o.fault.CanRetry && !unsafe || none && risky, may || not || none
}

// credentialsIn returns the planted credentials and the server's own in text.
func credentialsIn(text string, own []string) []string {
	found := faults.Planted().FindCredentials(text)
	for _, secret := range own {
		if strings.Contains(text, secret) {
			found = append(found, withheld)
		}
	}
	return slices.Compact(found)
}

// squeezed returns the letters and digits of text in lower case.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// statusWords match the words for a status, besides its number.
var statusWords = map[int]*regexp.Regexp{
	400: regexp.MustCompile(`(?i)bad.?request|invalid|validation|malformed`),
	401: regexp.MustCompile(`(?i)unauthori[sz]ed|unauthenticated|authenticat|credential|sign.?in|log.?in`),
	403: regexp.MustCompile(`(?i)forbidden|permission|access denied|not allowed|not authori[sz]ed|scope|rate.?limit`),
	404: regexp.MustCompile(`(?i)not.?found|does not exist|no such|could not find`),
	405: regexp.MustCompile(`(?i)method.?not.?allowed|not supported`),
	409: regexp.MustCompile(`(?i)conflict|already exists`),
	422: regexp.MustCompile(`(?i)unprocessable|validation|invalid`),
	429: regexp.MustCompile(`(?i)rate.?limit|too.?many.?requests|throttl|quota`),
	500: regexp.MustCompile(`(?i)internal.?(server.?)?error|server.?error|service (has )?failed`),
	502: regexp.MustCompile(`(?i)bad.?gateway|server.?error|unavailable`),
	503: regexp.MustCompile(`(?i)unavailable|overloaded|server.?error`),
	504: regexp.MustCompile(`(?i)gateway.?time|timed?.?out|server.?error`),
}

func tellsStatus(text string, status int) bool {
	words := statusWords[status]
	return hasNumber(text, status) || words != nil && words.MatchString(text)
}

// hasNumber reports whether text contains a number of seconds as a separate word, with or
// without a unit or a fraction. A digit inside a word, such as a token, does not count.
func hasNumber(text string, n int) bool {
	return regexp.MustCompile(fmt.Sprintf(`(^|[^0-9A-Za-z])%d($|[^0-9])`, n)).MatchString(text)
}

// ruleWords match the words for a limit.
var ruleWords = regexp.MustCompile(`(?i)at most|no more than|more than|maximum|max|too long|longer|exceed|up to|≤|<=|limit|within`)

// tellsFix reports whether text has what a model needs to correct its call. It returns ok
// false if nothing can correct it.
func tellsFix(text string, o observation) (told, ok bool) {
	field := strings.Contains(strings.ToLower(text), strings.ToLower(o.field))
	switch {
	case o.fault.Refused:
		return field && (!o.fault.Limit || hasNumber(text, fault.Limit) && ruleWords.MatchString(text)), true
	case o.fault.Scope:
		return strings.Contains(text, fault.Scope), true
	case strings.HasPrefix(o.fault.Name, "args-") && len(o.exchanges) == 0: // refused by the server itself
		return field, true
	}
	return false, false
}
