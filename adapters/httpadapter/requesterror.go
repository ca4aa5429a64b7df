package httpadapter

import (
	"net/http"
	"slices"

	"github.com/errand-go/errand/internal/redact"
)

// A Defect is the reason why a request cannot be sent.
type Defect string

// The defects that [Transport] refuses. Their words are for developers.
const (
	DefectURL     Defect = "the request has no URL"
	DefectScheme  Defect = "the URL's scheme is missing, or is not http or https"
	DefectHost    Defect = "the URL has no host"
	DefectMethod  Defect = "the method is not a token (RFC 9110 section 9.1)"
	DefectHeader  Defect = "a header's name or value holds characters that are not allowed there (RFC 9110 section 5.5)"
	DefectContent Defect = "a content length is given, and no body"
)

// A RequestError is a request that [Transport] refused to send, because no retry of it can
// succeed. Nothing was sent.
type RequestError struct {
	// Defect is the reason.
	Defect Defect
	// Header is the name of the wrong header, if the reason is a header whose name can be
	// written.
	Header string

	method   string
	endpoint string // reduced
}

// Error returns method, route and reason, and no value of the request.
func (e *RequestError) Error() string {
	if e == nil {
		return ""
	}
	text := string(e.Defect)
	if e.Header != "" {
		text += ": " + e.Header
	}
	if e.endpoint != "" {
		text = e.method + " " + e.endpoint + ": " + text
	}
	return text
}

// refusal returns the defect of a request, or nil if it can be sent. If the base is not
// net/http's, the base checks schemes and hosts.
func refusal(r *http.Request, netHTTP bool, schemes []string) *RequestError {
	switch {
	case r.URL == nil:
		return refuse(r, DefectURL, "")
	case r.Method != "" && !isToken(r.Method):
		return refuse(r, DefectMethod, "")
	case netHTTP && !served(r.URL.Scheme, schemes):
		return refuse(r, DefectScheme, "")
	case netHTTP && r.URL.Host == "" && web(r.URL.Scheme):
		return refuse(r, DefectHost, "")
	case r.ContentLength > 0 && r.Body == nil:
		return refuse(r, DefectContent, "")
	}
	for _, h := range [...]http.Header{r.Header, r.Trailer} {
		for name, values := range h {
			if !isToken(name) {
				return refuse(r, DefectHeader, "")
			}
			for _, v := range values {
				if !fieldValue(v) {
					return refuse(r, DefectHeader, name)
				}
			}
		}
	}
	return nil
}

func refuse(r *http.Request, d Defect, header string) *RequestError {
	e := &RequestError{Defect: d, Header: header}
	if r.URL != nil && (r.Method == "" || isToken(r.Method)) {
		e.method, e.endpoint = method(r), redact.Endpoint(r.URL.String())
	}
	return e
}

func web(scheme string) bool { return scheme == "http" || scheme == "https" }

func served(scheme string, further []string) bool {
	return web(scheme) || slices.Contains(further, scheme)
}

// fieldValue reports whether v is valid as the value of a header: it has no control
// characters except tabs, as in net/http.
func fieldValue(v string) bool {
	for i := range len(v) {
		if c := v[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
