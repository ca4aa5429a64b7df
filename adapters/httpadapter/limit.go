package httpadapter

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/quoted"
	"github.com/errand-go/errand/toolerr"
)

// A Limit is what the body of a response states beside its status, above all about a limit.
// Codes, sentences and numbers are read at fixed places.
type Limit struct {
	// Wait is the time until a retry may help; 0 if none is named.
	Wait time.Duration
	// Exceeded means that the one request is larger than the limit.
	Exceeded bool
	// None means that no wait of a run lifts the limit: it is 0, or it is that of a week, a
	// month or an account. Daily means that it is that of a day, and Short that it is that of
	// a shorter time, or of requests at the same time.
	None, Daily, Short bool

	code, phrase string // rows of codes that the codes and the sentence have, or ""
	denied       string // the row of denied that they have, or ""
	first        string // the first code as the service wrote it, or ""
	spoken       bool   // the code is a short sentence
	fault        bool   // the body is a fault of SOAP, whose status is always 500
	quotes       int    // the status that the sentence quotes, or 0
}

// Row returns the row for a response with the status, and whether the body states more than
// the status. inText reports whether only the sentence has it, without a code. Beside 401 and
// 403, and within a success, a sentence also states what the key or the account lacks.
func (l Limit) Row(status int) (row adapter.Row, inText, ok bool) {
	row, inText, ok = l.row(status)
	if refused := status == http.StatusUnauthorized || status == http.StatusForbidden; !ok && (refused || status <= http.StatusOK) {
		row, ok = denied.Lookup(l.denied)
		return row, true, ok && (refused || row.Fact != toolerr.FactWrongKey && strings.Count(l.denied, "_") > 1) // in a success, a user may be the call's
	}
	return row, inText, ok
}

func (l Limit) row(status int) (row adapter.Row, inText, ok bool) {
	if l.fault {
		status = http.StatusBadRequest
	}
	if row, ok = codes.Lookup(l.code); ok && counts(status, row) && (status != http.StatusTooManyRequests || !l.None) {
		return row, l.spoken, true
	}
	if l.quotes == http.StatusTooManyRequests && status == http.StatusBadRequest { // of the service behind a gateway
		row, ok = codes.Lookup(rateLimited)
		return row, true, ok
	}
	if status >= 500 {
		if row, ok = codes.Lookup(l.phrase); ok && row.Fact == toolerr.FactNoSpace {
			return row, true, true
		}
		row, ok = codes.Lookup(gateways[l.quotes])
		return row, true, ok && l.code == ""
	}
	row, ok = codes.Lookup(l.phrase)
	ok = ok && ((row.Fact == toolerr.FactToolMistake) == retires(status) || ofAccount[row.Fact]) && (status == http.StatusTooManyRequests || counts(status, row))
	switch status {
	case 0, http.StatusOK, http.StatusUnauthorized, http.StatusForbidden, http.StatusPreconditionFailed, http.StatusGone, 420, http.StatusUpgradeRequired: // 0 within a success
	case http.StatusTooManyRequests:
		ok = ok && counts(status, row) && !l.None && !l.Short
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusNotFound, http.StatusUnprocessableEntity: // a request may be about money
		ok = ok && (row.Fact != toolerr.FactAccountEmpty || strings.Contains(l.phrase, "credit") || strings.Count(l.phrase, "_") > 2)
	case http.StatusConflict, http.StatusLocked:
		ok = ok && row.Fact == toolerr.FactLocked
	default:
		ok = false
	}
	return row, true, ok
}

// retires reports whether a response with the status may be about an address or a version of
// the interface itself. Beside other statuses, the same words are about a version of a thing.
func retires(status int) bool {
	return status == http.StatusGone || status == http.StatusUpgradeRequired
}

// counts reports whether a row may be true for a response with the status.
func counts(status int, row adapter.Row) bool {
	switch {
	case inProgress[row.VendorCode]: // within a success, the operation may be the call's own
		return status == http.StatusConflict || status == http.StatusLocked
	case row.Fact == toolerr.FactOverloaded: // rooms and disks have a capacity too
		return status <= http.StatusOK || status == http.StatusTooManyRequests || status == 498 || status >= 500
	case status == http.StatusTooManyRequests:
		return row.Fact != toolerr.FactRateLimit && row.Fact != toolerr.FactQuota && row.VendorCode != quotaExceeded && row.VendorCode != upgradePlan
	case status == http.StatusPaymentRequired:
		return ofAccount[row.Fact]
	case status >= 500: // a failed call of the service itself
		return ofAccount[row.Fact] || row.Fact == toolerr.FactRateLimit || row.Fact == toolerr.FactNoSpace
	case row.Fact == toolerr.FactToolMistake:
		return retires(status)
	case row.Fact == toolerr.FactNotFound:
		return status <= http.StatusOK || status == http.StatusBadRequest || row.UserAction
	case row.Fact == toolerr.FactNoSpace, row.Fact == toolerr.FactQuota && status == http.StatusRequestEntityTooLarge:
		return false
	case row.VendorCode == limitExceeded: // beside other statuses, the limit may be that of a value
		return status == http.StatusForbidden
	}
	return true
}

// containers are members that have an error, or its parts; metadata and headers are
// OpenRouter's (API, Errors).
var containers = [...]string{"error", "errors", "err", "fault", "detail", "response", "extensions", "data", "details", "meta", "metadata", "baseresp", "headers", "parameters", "loc", "errormessages", "errorextra", "oerrordetails", "json"}

// The members with codes, sentences and waits, in lower case without underscores and hyphens.
var (
	codeMembers = [...]string{"code", "type", "status", "reason", "reasons", "error", "errors", "errorcode", "errortype", "name", "title", "ecode", "errcode", "errortag", "tag", "fault", "id", "oerrorcode"}
	textMembers = [...]string{"message", "msg", "errmsg", "errormsg", "statusmsg", "detail", "error", "errors", "errordescription", "description", "details", "errormessage", "err", "errormessages", "info", "information", "period", "reason", "title", "userpresentablemessage"}
	waitMembers = [...]string{"retryafter", "retryafterseconds", "retryinseconds", "resetsinseconds", "resetsat", "resetat", "estimatedtime", "xratelimitreset", "retryafterms", "ratereset"}
)

// said collects what a body states.
type said struct {
	codes []string
	text  strings.Builder
	wait  time.Duration

	keyless bool // the tool sent no key
}

// LimitIn reads a body, or the error object in it.
func LimitIn(body []byte) Limit {
	body = bytes.TrimSpace(body[:min(len(body), maxLimit)])
	switch {
	case !slices.ContainsFunc(stems[:], func(stem string) bool { return containsStem(body, stem) }):
		return Limit{}
	case body[0] == '{', body[0] == '[':
		return ofJSON(body)
	}
	return ofText(string(body))
}

func ofJSON(body []byte) Limit {
	n, _ := jsontree.Parse(string(body), jsontree.Limits{Depth: 16, Values: len(body)})
	var s said
	s.read(n, 0)
	l := LimitOf(s.text.String(), s.codes...)
	if s.keyless && l.code == "" {
		l.code, l.spoken = "invalid_api_key", true
	}
	l.Wait = cmp.Or(s.wait, costOf(n.At("extensions", "cost")), l.Wait)
	return l
}

func float(n jsontree.Node) float64 {
	f, _ := strconv.ParseFloat(n.Scalar(), 64)
	return f
}

// costOf returns the time until a query is allowed (Shopify GraphQL Admin API, rate limits).
func costOf(cost jsontree.Node) time.Duration {
	lacks := float(cost.Member("requestedQueryCost")) - float(cost.At("throttleStatus", "currentlyAvailable"))
	rate := float(cost.At("throttleStatus", "restoreRate"))
	if lacks <= 0 || rate <= 0 {
		return 0
	}
	return min(time.Duration(lacks/rate*float64(time.Second)), maxWait)
}

// ofText reads a body that is not JSON: a text, the XML of Amazon S3 (Error responses), or a fault
// of SOAP 1.1, whose code may have a prefix.
func ofText(text string) Limit {
	if strings.HasPrefix(text, "<") {
		_, code, coded := strings.Cut(text, "<Code>")
		if !coded {
			_, code, _ = strings.Cut(text, "<faultcode>")
		}
		code, _, _ = strings.Cut(code[:min(len(code), maxCode)], "</")
		l := LimitOf("", code[strings.LastIndexByte(code, ':')+1:])
		l.fault = !coded
		return l
	}
	return LimitOf(text[:min(len(text), maxMarked)])
}

// maxCode is the number of bytes of the longest code that is read.
const maxCode = 64

// keyHeaders are the ends of the names of headers with a key, which FastAPI names as the place
// of an error. No argument of a call can correct a header.
var keyHeaders = [...]string{"authorization", "api-key", "apikey", "api-token", "access-token", "auth-token", "subscription-token"}

// read reads the members of an object, or of the first item of a list.
func (s *said) read(n jsontree.Node, depth int) {
	if n.Key == "loc" && len(n.Kids) == 2 && n.Kids[0].Str() == "header" && slices.ContainsFunc(keyHeaders[:], func(end string) bool { return strings.HasSuffix(strings.ToLower(n.Kids[1].Str()), end) }) {
		s.keyless = true
		return
	}
	for n.IsArray() && len(n.Kids) > 0 {
		name := n.Key
		n = n.Kids[0]
		n.Key = name
	}
	if inner, _ := jsontree.Parse(n.Str(), jsontree.Limits{Depth: 16, Values: maxMarked}); inner.IsObject() && depth < 4 { // a gateway quotes another's body
		inner.Key, n = n.Key, inner
	}
	if !n.IsObject() {
		s.member(folded(n.Key), n.Scalar())
		return
	}
	for _, k := range n.Kids {
		if leaf := !k.IsObject() && !k.IsArray(); leaf || depth < 4 && (slices.Contains(containers[:], folded(k.Key)) || slices.Contains(codeMembers[:], folded(k.Key))) {
			s.read(k, depth+1)
		}
	}
}

// member reads a member that is a text, a number or a word.
func (s *said) member(name, value string) {
	if value == "" {
		return
	}
	if name == "type" { // the URL of a problem (RFC 9457 section 3.1.1) ends in its name
		value = value[strings.LastIndexAny(value, "/#")+1:]
	}
	if slices.Contains(codeMembers[:], name) && len(value) <= maxCode && strings.Count(value, " ") <= 2 {
		s.codes = append(s.codes, value)
	}
	if slices.Contains(textMembers[:], name) && s.text.Len() < maxMarked {
		s.text.WriteString(value + ". ")
	}
	parse := reset
	if strings.HasSuffix(name, "ms") {
		parse = milliseconds
	}
	if m, ok := parse(value); ok && slices.Contains(waitMembers[:], name) {
		s.wait = m.wait(&fields{}, time.Time{})
	}
}

func folded(name string) string { return strings.ToLower(separators.Replace(name)) }

var separators = strings.NewReplacer("_", "", "-", "", ".", "", ":", "")

// LimitOf reads the sentence of an error and its codes. "Limit 30000, Requested 30601" is
// larger than the limit, as OpenAI and Groq write it, and "limit: 0" is none, as Gemini does.
// Waits are read as in the text of a tool of an MCP server, and as a time of RFC 3339, as
// Gmail writes it.
func LimitOf(sentence string, vendorCodes ...string) (l Limit) {
	text := strings.ToLower(sentence)
	limit, limited := numberAfter(text, "limit")
	requested, asked := numberAfter(text, "requested")
	l.None = limited && limit == 0
	l.Exceeded = limited && asked && requested > limit && !l.None
	l.Wait = waitIn(text)
	for _, item := range names(sentence) {
		sentence = strings.Replace(sentence, item, " ", 1)
	}
	said := words(sentence)
	var coded [][]string
	for _, code := range vendorCodes {
		coded = append(coded, words(code))
	}
	l.periods(" " + strings.Join(slices.Concat(append(coded, said)...), " ") + " ")
	if coded != nil {
		l.code, l.first = find(coded, 0, codeWords), vendorCodes[0]
	}
	if l.code == "" && len(said) <= 3 { // a sentence of so few words says nothing else
		l.code = find([][]string{said}, 0, codeWords)
		l.spoken = l.code != ""
	}
	l.denied = find(append(coded, said), 3, deniedWords)
	if l.phrase = find([][]string{said}, 3, sentenceWords); (l.phrase == "" || l.phrase == upgradePlan || inProgress[l.phrase]) && statesLimit(text) {
		l.phrase = rateLimited
	}
	if strings.Contains(text, "欠费") || strings.Contains(text, "余额不足") { // an unpaid bill, a balance that is too low (Zhipu, Error codes)
		l.phrase = "insufficient_balance"
	}
	byCode, _ := codes.Lookup(l.code)
	byWords, _ := codes.Lookup(l.phrase)
	if byCode.Fact == toolerr.FactMissingScope && byWords.Fact == toolerr.FactPlanLimit { // no grant gives a plan
		l.code = ""
	}
	l.None = l.None || (l.code == "" || l.spoken) && byWords.Fact == toolerr.FactPlanLimit && counts(http.StatusTooManyRequests, byWords)
	l.quotes = statusNamed(strings.ReplaceAll(text, "error code: ", "status code: "))
	return l
}

// names returns the quoted texts that are names and ids. Their words are not the service's.
func names(sentence string) []string {
	items, _ := quoted.Texts(sentence)
	return slices.DeleteFunc(items, func(item string) bool { return strings.Contains(item, " ") })
}

// periods sets which period a limit has.
func (l *Limit) periods(text string) {
	in := func(period string) bool { return strings.Contains(text, period) }
	l.Short = slices.ContainsFunc(shortPeriods[:], in)
	l.Daily = !l.Short && slices.ContainsFunc(days[:], in)
	l.None = l.None || !l.Short && slices.ContainsFunc(longPeriods[:], in)
}

// find returns the first of the codes whose words one of the texts has, or "". Between two
// words there may be others, at most as many as between says. The codes for access are not
// parts of longer codes: invalid_grant_type is another mistake.
func find(texts [][]string, between int, among []worded) string {
	for i := range among {
		c := &among[i]
		for _, text := range texts {
			if follow(text, c.words, between) && (!c.whole || len(text) == len(c.words)) {
				return c.code
			}
		}
	}
	return ""
}

// A worded is a code with its words. Only a text of these words alone has it if whole is set.
type worded struct {
	code  string
	words []string
	whole bool
}

// codeWords are the codes; sentences have only those of sentenceWords, and beside 401 and
// 403 those of deniedWords.
var codeWords, sentenceWords, deniedWords = func() (all, said, lacks []worded) {
	for _, row := range denied.Rows() {
		lacks = append(lacks, worded{code: row.VendorCode, words: words(row.VendorCode)})
	}
	for _, row := range codes.Rows() {
		c := worded{row.VendorCode, words(row.VendorCode), row.Fact == toolerr.FactNotFound || row.Kind == toolerr.KindUpstreamAuthError && !ofAccount[row.Fact]}
		all = append(all, c)
		if long := len(c.words) > 3; long || ofAccount[row.Fact] || row.Fact == toolerr.FactNoSpace || row.Fact == toolerr.FactTooLarge || row.Fact == toolerr.FactLocked {
			c.whole = false
			said = append(said, c)
		}
	}
	return all, said, lacks
}()

// numberAfter returns the first whole number that follows a word, with or without a colon.
func numberAfter(text, word string) (int64, bool) {
	for {
		_, rest, found := strings.Cut(text, word)
		if !found {
			return 0, false
		}
		digits := strings.TrimLeft(rest, ": ")
		end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(digits)
		}
		fraction := end+1 < len(digits) && digits[end] == '.' && digits[end+1] >= '0' && digits[end+1] <= '9'
		if whole, _, ok := number(digits[:end]); ok && !fraction {
			return whole, true
		}
		text = rest
	}
}

// Lasts reports whether no wait of a run helps.
func (l Limit) Lasts(h http.Header) bool {
	l.Daily = l.Daily || usedUp(h, "day", "daily")
	_, named := RetryAfter(http.StatusTooManyRequests, h, time.Time{})
	return l.None || l.Exceeded || l.Daily && !named && l.Wait == 0
}

// Options returns the options for a rate limit with the headers h. A wait in the headers
// comes before the one of the body.
func (l Limit) Options(h http.Header) []toolerr.Option {
	_, named := RetryAfter(http.StatusTooManyRequests, h, time.Time{})
	switch {
	case l.None:
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithUserAction(), toolerr.WithHint(toolerr.FactPlanLimit.Hint())}
	case l.Exceeded:
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.FactTooLarge.Hint())}
	case l.Lasts(h):
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.FactDailyLimit.Hint())}
	case l.Wait > 0 && !named:
		return []toolerr.Option{toolerr.WithRetryAfter(l.Wait)}
	}
	return nil
}
