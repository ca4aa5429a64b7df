package agenthttp

import (
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// The media types of error responses.
const (
	typeJSON    = "application/json"
	typeProblem = "application/problem+json" // RFC 9457
)

// A problem is an error response in the format of RFC 9457. Beside code and requestId it
// has the members that errand reads in responses of services: retryable, retry_after and
// owner_action_required, which Cloudflare sends to agents, and errors (RFC 9457 section 3).
// Unknown members are omitted.
type problem struct {
	Type                string  `json:"type"`
	Title               string  `json:"title"`
	Status              int     `json:"status"`
	Detail              string  `json:"detail"`
	Code                string  `json:"code"`
	RequestID           string  `json:"requestId"`
	Retryable           *bool   `json:"retryable,omitempty"`
	RetryAfter          *int64  `json:"retry_after,omitempty"` // seconds
	OwnerActionRequired bool    `json:"owner_action_required,omitempty"`
	Errors              []entry `json:"errors,omitempty"`
}

// An entry is one problem of a request body.
type entry struct {
	Detail  string       `json:"detail"`
	Pointer string       `json:"pointer"` // a JSON pointer as a URI fragment (RFC 6901 section 6)
	Code    toolerr.Rule `json:"code"`
}

// problem returns the failure in the format of RFC 9457. The type is about:blank. The code
// has more detail than the status.
func (f failure) problem(requestID string) problem {
	p := problem{
		Type: "about:blank", Title: http.StatusText(f.status), Status: f.status, Detail: f.text, Code: f.code, RequestID: requestID,
		Retryable: f.retryable, OwnerActionRequired: f.owner,
	}
	if f.waits {
		s := seconds64(f.wait)
		p.RetryAfter = &s
	}
	for _, at := range f.places {
		fragment := url.URL{Fragment: at.pointer}
		p.Errors = append(p.Errors, entry{at.rule.Message(at.detail).String(), fragment.String(), at.rule})
	}
	return p
}

// seconds64 returns a duration in whole seconds, rounded up.
func seconds64(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// A place is a value in a request body that violates a rule.
type place struct {
	pointer string
	rule    toolerr.Rule
	detail  toolerr.Detail
}

// at adds the place of an invalid value, and returns the refusal, which must be one that
// invalid returned for this request.
func (r *refusal) at(pointer string, rule toolerr.Rule, detail toolerr.Detail) *refusal {
	r.places = append(r.places, place{pointer, rule, detail})
	return r
}

// ownersKinds are the errors that only the owner of the server can fix.
var ownersKinds = []agent.ErrorKind{agent.ErrProviderAuth, agent.ErrConfig, agent.ErrSchemaInvalid, agent.ErrTemplate}

// retryable reports whether the same request may succeed later; nil means unknown. It is
// true only if nothing was done yet: a run that failed later may have called tools.
func retryable(kind agent.ErrorKind, status int, detail *toolerr.ToolRuntimeError) *bool {
	switch {
	case kind == agent.ErrSessionBusy:
		return go126.New(true)
	case kind == agent.ErrStaleSession, detail != nil && detail.CanRetry():
		return nil
	case status < http.StatusInternalServerError, status == http.StatusNotImplemented, slices.Contains(ownersKinds, kind):
		return go126.New(false)
	}
	return nil
}

// prefersProblem reports whether a client prefers the format of RFC 9457: its Accept
// headers (RFC 9110 section 12.5.1) give it a higher quality than application/json, or the
// same quality by name.
func prefersProblem(h http.Header) bool {
	problem, named := quality(h, typeProblem)
	plain, _ := quality(h, typeJSON)
	return problem > plain || named && problem == plain && problem > 0
}

// quality returns the quality that a client gives to a media type, by the most specific
// range that matches, and whether that range is the type itself. Without a match the
// quality is 0.
func quality(h http.Header, mediaType string) (q float64, named bool) {
	family, _, _ := strings.Cut(mediaType, "/")
	specific := 0
	for accepted := range strings.SplitSeq(strings.Join(h.Values("Accept"), ","), ",") {
		accepted, parameters, err := mime.ParseMediaType(accepted)
		if err != nil {
			continue
		}
		rank := map[string]int{"*/*": 1, family + "/*": 2, mediaType: 3}[accepted]
		if rank <= specific {
			continue
		}
		specific, q = rank, 1
		if text, given := parameters["q"]; given {
			if q, err = strconv.ParseFloat(text, 64); err != nil || q < 0 || q > 1 {
				q = 0
			}
		}
	}
	return q, specific == 3
}
