package httpadapter

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// A Limit is what the body of a rate limit states beside the status. It is read at fixed
// places, and only as numbers.
type Limit struct {
	// Wait is the time until a retry may help; 0 if none is named.
	Wait time.Duration
	// Exceeded means that the one request is larger than the limit.
	Exceeded bool
	// None means that the limit is 0, so that it never allows a request.
	None bool
}

// A limitBody has the members of a body that are read: of OpenAI's form and Google's, also
// in a list; of OpenRouter (API, Errors: metadata.headers); and of Shopify (GraphQL Admin
// API, rate limits).
type limitBody struct {
	Message  string          `json:"message"`
	Error    json.RawMessage `json:"error"`
	Metadata struct {
		Headers map[string]string `json:"headers"`
	} `json:"metadata"`
	Errors     []json.RawMessage `json:"errors"`
	Extensions struct {
		Cost struct {
			Requested float64 `json:"requestedQueryCost"`
			Status    struct {
				Available float64 `json:"currentlyAvailable"`
				PerSecond float64 `json:"restoreRate"`
			} `json:"throttleStatus"`
		} `json:"cost"`
	} `json:"extensions"`
}

// limitWords are in what is read. They keep most bodies from being decoded.
var limitWords = [...]string{`"metadata"`, `"throttleStatus"`, "etry", "again", "ait ", "equested", "imit: 0", "eset"}

// LimitIn reads the body of a rate limit, or the error object in it.
func LimitIn(body []byte) Limit {
	in := func(word string) bool { return bytes.Contains(body, []byte(word)) }
	if !slices.ContainsFunc(limitWords[:], in) {
		return Limit{}
	}
	if body = bytes.TrimSpace(body); bytes.HasPrefix(body, []byte("[")) {
		var all []json.RawMessage
		if json.Unmarshal(body, &all) != nil || len(all) == 0 {
			return Limit{}
		}
		body = all[0]
	}
	var b limitBody
	_ = json.Unmarshal(body, &b) // a member of another type is left out
	if cost := b.Extensions.Cost; len(b.Errors) > 0 && cost.Requested > cost.Status.Available && cost.Status.PerSecond > 0 {
		return Limit{Wait: min(time.Duration((cost.Requested-cost.Status.Available)/cost.Status.PerSecond*float64(time.Second)), maxWait)}
	}
	if len(b.Metadata.Headers) > 0 {
		h := http.Header{}
		for name, value := range b.Metadata.Headers {
			h.Set(name, value)
		}
		wait, _ := RetryAfter(http.StatusTooManyRequests, h, time.Time{})
		return Limit{Wait: wait}
	}
	if len(b.Error) > 0 && b.Error[0] == '{' {
		return LimitIn(b.Error)
	}
	if b.Message == "" {
		_ = json.Unmarshal(b.Error, &b.Message)
	}
	return LimitOf(b.Message)
}

// LimitOf reads the sentence of a rate limit. "Limit 30000, Requested 30601" is larger than
// the limit, as OpenAI and Groq write it, and "limit: 0" is none, as Gemini does. Waits are
// read as in the text of a tool of an MCP server, and as a time of RFC 3339, as Gmail writes
// it.
func LimitOf(sentence string) (l Limit) {
	text := strings.ToLower(sentence)
	limit, limited := numberAfter(text, "limit")
	requested, asked := numberAfter(text, "requested")
	l.None = limited && limit == 0
	l.Exceeded = limited && asked && requested > limit && !l.None
	if l.Wait = waitIn(text); l.Wait == 0 {
		if _, at, found := strings.Cut(text, "retry after "); found {
			at, _, _ = strings.Cut(at, " ")
			if m, ok := durationOrDate(strings.TrimRight(at, ".")); ok {
				l.Wait = m.wait(&fields{}, time.Time{})
			}
		}
	}
	return l
}

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

// Options returns the options for a rate limit with the headers h. A wait in the headers
// comes before the one of the body.
func (l Limit) Options(h http.Header) []toolerr.Option {
	switch _, named := RetryAfter(http.StatusTooManyRequests, h, time.Time{}); {
	case l.None:
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithUserAction(), toolerr.WithHint(toolerr.FactPlanLimit.Hint())}
	case l.Exceeded:
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.FactTooLarge.Hint())}
	case l.Wait > 0 && !named:
		return []toolerr.Option{toolerr.WithRetryAfter(l.Wait)}
	}
	return nil
}
