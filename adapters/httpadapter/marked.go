package httpadapter

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// maxMarked is the number of bytes that are read of a text.
const maxMarked = 2 << 10

// fromMarked returns the error that the text of a marked result states, or nil. Only the
// tool's text is left, so it is read, unlike the text of other errors. This is a last
// resort.
func (s *sights) fromMarked(err error) *toolerr.ToolRuntimeError {
	text := s.marked.Text
	m := readMarked(text[:min(len(text), maxMarked)])
	if m.exchange != nil && (m.exchange.rule != unmapped || m.status == 0 && !m.limited) {
		s.look(m.exchange)
		return s.transport(err).With(toolerr.WithVendorType(s.marked))
	}
	if m.status == 0 && !m.limited {
		return nil
	}
	opts := []toolerr.Option{service, toolerr.WithVendorType(s.marked), toolerr.WithRefusal(refusal.Read([]byte(text)))}
	if m.exchange != nil {
		opts = append(opts, toolerr.WithEndpoint(m.exchange.method, m.exchange.url))
	}
	if !m.limited {
		return fromStatus(err, m.status, nil, m.wait, time.Time{}, opts)
	}
	opts = append(opts, toolerr.WithStatus(m.status))
	return fromStatus(err, 0, nil, m.wait, time.Time{}, opts)
}

// A statement is the content of a text about a failure.
type statement struct {
	status   int // 0 if the text has none, or several
	limited  bool
	wait     time.Duration // of a rate limit or a failed server
	exchange *flattenedError
}

func readMarked(text string) (m statement) {
	folded := strings.ToLower(text)
	if len(folded) != len(text) { // offsets must be the same
		return m
	}
	m.exchange = exchangeIn(text)
	m.status = statusNamed(folded)
	switch m.status {
	case 0, http.StatusBadRequest, http.StatusForbidden, http.StatusTooManyRequests:
		m.limited = m.status == http.StatusTooManyRequests || statesLimit(folded)
	}
	if m.limited || m.status >= 500 {
		m.wait = waitIn(folded)
	}
	return m
}

// exchangeIn parses the error of net/http's client at the end of a text or of one of its
// lines, such as `Get "https://…": EOF`, or that of a body that failed; see flattened.
func exchangeIn(text string) *flattenedError {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if before, after, ok := strings.Cut(line, ": "+bodyFailed); ok {
			url := before[strings.LastIndexByte(before, ' ')+1:]
			method := strings.TrimSuffix(before[:len(before)-len(url)], " ")
			e, _ := flattened(bodyFailed + after).(*flattenedError)
			if method = method[strings.LastIndexByte(method, ' ')+1:]; e != nil && isToken(method) {
				e.method, e.url = method, url
			}
			return e
		}
		first := len(line)
		for op := range methods {
			for _, begin := range [...]string{` "http`, ` "/`} { // a redirect can be to a path
				if i := strings.Index(line, op+begin); i >= 0 && (i == 0 || line[i-1] == ' ') {
					first = min(first, i)
				}
			}
		}
		if e, ok := flattened(line[first:]).(*flattenedError); ok && first < len(line) {
			return e
		}
	}
	return nil
}

// limitPhrases are tools' phrases for a service's rate limit. They make a marked result a
// rate limit, unless one of the conditions precedes them.
var limitPhrases = [...]struct{ text, source string }{
	{"rate limit exceeded", "github-mcp-server 1.10.1, pkg/errors; slack-go v0.17.3 and v0.35.0, misc.go; terraform-mcp-server 1.2.0, pkg/client/ratelimit.go"},
	{"rate limit already exceeded", "GitHub's GraphQL API, message of RATE_LIMIT"},
	{"standard api rate limit is", "Alpha Vantage, member Information of a success"},
	{"rate limit reached", "OpenAI's API, message of a 429"},
	{"exceeded a secondary rate limit", "GitHub's REST API, message of a 403"},
	{"rate limited", "common"},
	{"request limit reached", "Baidu AI Cloud, Error codes 17 and 18"},
	{"daily quota limit", "WeChat, Return codes: 45009"},
	{"ratelimited", "Slack's Web API, code"},
	{"the frequency limit", "Feishu and Lark, message API: 230020"},
	{"too many concurrent", "Amazon ECS API, ClientException; ElevenLabs, Errors"},
	{"too many requests", "RFC 6585 section 4; k8s.io/apimachinery v0.37.2, pkg/api/errors"},
}

// conditions are words before a phrase that show that it is not a statement.
var conditions = [...]string{"not", "no", "if", "when", "unless", "until", "avoid", "be", "get", "getting", "send", "sending", "make", "making"}

func statesLimit(text string) bool {
	for _, p := range limitPhrases {
		if states(text, p.text) {
			return true
		}
	}
	return false
}

// states reports whether a text contains a phrase as a statement.
func states(text, phrase string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(phrase)
		before := strings.TrimRight(text[:i], " ")
		word := before[strings.LastIndexAny(before, " \t\n,.;:(\"")+1:]
		if (i == 0 || !isWord(text[i-1])) && (from == len(text) || !isWord(text[from])) && !slices.Contains(conditions[:], word) {
			return true
		}
	}
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= 0x80
}

// statusWords precede a status.
var statusWords = [...]string{
	"status", "status code", "statuscode", "status_code", "http", "http/1.0", "http/1.1", "http/2", "http/2.0", "http error", "http status", "api error", "response code",
}

// statusNamed returns the status from 400 to 599 in a text, or 0 if there is none, or
// several. A number counts after a word for a status ("status code 503"), before the
// status's phrase ("503 Service Unavailable"), and after method and URL ("GET https://…:
// 503").
func statusNamed(text string) (status int) {
	for i := 0; i+3 <= len(text); i++ {
		if text[i] != '4' && text[i] != '5' || i > 0 && (isWord(text[i-1]) || strings.IndexByte("./$,%+", text[i-1]) >= 0) {
			continue
		}
		n, err := strconv.Atoi(text[i : i+3])
		rest := text[i+3:]
		if err != nil || rest != "" && (isWord(rest[0]) || strings.IndexByte("/%$", rest[0]) >= 0) || len(rest) > 1 && strings.IndexByte(".,:", rest[0]) >= 0 && rest[1] >= '0' && rest[1] <= '9' {
			continue
		}
		if !named(text[:i]) && !phrased(rest, n) && !requestedBefore(text[:i]) {
			continue
		}
		if status != 0 && status != n {
			return 0
		}
		status = n
	}
	return status
}

// named reports whether a text ends in a word for a status.
func named(before string) bool {
	before = strings.TrimRight(before, " :=([\"'#")
	return slices.ContainsFunc(statusWords[:], func(w string) bool {
		return strings.HasSuffix(before, w) && (len(before) == len(w) || !isWord(before[len(before)-len(w)-1]))
	})
}

// phrased reports whether a text begins with the phrase of a status.
func phrased(rest string, status int) bool {
	rest = strings.TrimLeft(rest, " :-(\"'")
	for _, phrase := range [...]string{http.StatusText(status), toolerr.StatusRuleOf(status).Phrase} {
		if phrase != "" && strings.HasPrefix(rest, strings.ToLower(phrase)) {
			return true
		}
	}
	return false
}

// requestedBefore reports whether a text ends in method, URL and a colon (google/go-github
// v89, ErrorResponse.Error).
func requestedBefore(before string) bool {
	before, ok := strings.CutSuffix(before, ": ")
	if !ok {
		return false
	}
	space := strings.LastIndexByte(before, ' ')
	if space < 0 || !strings.HasPrefix(before[space+1:], "http") || !strings.Contains(before[space+1:], "://") {
		return false
	}
	method := before[strings.LastIndexAny(before[:space], " \n")+1 : space]
	return slices.ContainsFunc([]string{"get", "head", "post", "put", "patch", "delete"}, func(m string) bool { return m == method })
}

// waitWords precede a wait.
var waitWords = [...]string{"retry after ", "retry-after: ", "retry_after: ", "retry in ", "retried in ", "try again in ", "try again after ", "wait ", "wait for ", "rate reset in ", "resets in ", "reset in ", "available in ", "request this after "}

// units are the units of a wait in words. Those of Go's notation are part of the number.
var units = map[string]time.Duration{
	"ms": time.Millisecond, "millisecond": time.Millisecond, "milliseconds": time.Millisecond, "s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
	"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute, "h": time.Hour, "hour": time.Hour, "hours": time.Hour,
}

// waitIn returns the longest wait in a text, at most a day, or 0.
func waitIn(text string) (longest time.Duration) {
	for _, w := range waitWords {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				break
			}
			rest = after
			longest = max(longest, waitAt(after))
		}
	}
	return min(longest, maxWait)
}

// waitAt parses a wait such as "30s", "1m30s" or "20 seconds", or a time of RFC 3339, at the beginning of a text.
func waitAt(text string) time.Duration {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'z') && r != '.' })
	if end < 0 {
		end = len(text)
	}
	first := strings.TrimRight(text[:end], ".")
	whole, _, _ := strings.Cut(text, " ")
	if m, ok := durationOrDate(strings.TrimRight(whole, ".,;:)]\"'}")); ok {
		return m.wait(&fields{}, time.Time{})
	}
	number := strings.TrimRight(first, "abcdefghijklmnopqrstuvwxyz")
	unit := first[len(number):]
	if unit == "" {
		unit = strings.TrimLeft(text[end:min(len(text), end+20)], " ")
		if i := strings.IndexFunc(unit, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
			unit = unit[:i]
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n < 0 || n > 1e6 {
		return 0
	}
	return time.Duration(n * float64(units[unit]))
}
