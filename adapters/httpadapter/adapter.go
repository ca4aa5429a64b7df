package httpadapter

import (
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of net/http and of the packages below it, and errors
// of other libraries that have an HTTP status in a method or a field. Put it last in a
// chain, because a vendor's adapter is more exact about its own errors. The zero value is
// ready to use.
//
// If an error in the tree has a status from 300 up, the status decides, at any place in the
// tree. Otherwise the first rule for failures below HTTP that fits decides.
// docs/vendors/http.md lists the rules, and the fields in which a status is found. Errors
// that may come from anywhere (those of decoders and of files, and io.EOF) are recognised only
// inside a *url.Error or a *BodyError.
//
// If a tool of an MCP server marked its result as a failure, there is only a text. As a
// last resort, Adapter reads the status, the rate limit and the wait in it: words such as
// "status code 503", "rate limit exceeded" and "retry after 30s".
//
// FromError has no context. It returns a CANCELED error for every context.Canceled, and
// adapter.Chain corrects the kind.
type Adapter struct{}

const slug = "_http"

// service is the option of every error.
var service = toolerr.WithService(slug)

func init() { //nolint:gochecknoinits // a chain without adapters asks this one, and all find responses
	base.Adapters[base.HTTP] = Adapter{}
	base.Responses.In, base.Responses.Of, base.Lost = carriesResponse, responseIn, flattened
	base.FieldRules, base.TransportRules = fieldRules, rules[1:]
	for i := range waitSources {
		base.WaitSources = append(base.WaitSources, waitSources[i].WaitSource)
	}
}

// responseIn returns the parts of a response by which its vendor is recognised.
func responseIn(e error) (host string, header map[string][]string, body []byte, ok bool) {
	r, ok := ResponseOf(e)
	if !ok {
		return "", nil, nil, false
	}
	return r.Host, r.Header, r.Body, true
}

// Slug returns "_http".
func (Adapter) Slug() string { return slug }

// FromError returns the error that err becomes, or nil if err is not an error of HTTP.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var s sights
	for e := range adapter.Tree(err) {
		if s.look(e); s.node != nil {
			break
		}
	}
	switch {
	case s.node != nil:
		return s.upstream(err)
	case s.rule != 0:
		return s.transport(err)
	case s.marked != nil:
		return s.fromMarked(err)
	}
	return nil
}

// ReadText returns findings from the text of an error, by the sentences that services,
// programs and parsers write.
func (Adapter) ReadText(text string) []toolerr.Finding { return refusal.Text(text) }

// upstream returns the error of a response's status.
func (s *sights) upstream(err error) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{toolerr.WithVendorType(s.node), service, {}, {}, {}}
	if s.url != "" {
		opts[2] = toolerr.WithEndpoint(s.method, s.url)
	}
	if s.requestID != "" {
		opts[3] = toolerr.WithRequestID(s.requestID)
	}
	if r, ok := ResponseOf(s.node); ok && len(r.Body) > 0 {
		l := LimitIn(r.Body)
		if row, inText, ok := l.Row(s.status); ok {
			return s.coded(err, l, row, inText, opts)
		}
		opts[4] = toolerr.WithRefusal(r)
		opts = append(opts, advice(s.status, s.header, r.Body, l)...)
	}
	return fromStatus(err, s.status, s.header, s.wait, time.Time{}, opts)
}

// coded returns the error of a row. Only a rate limit has a wait.
func (s *sights) coded(err error, l Limit, row adapter.Row, inText bool, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	if s.status >= 300 {
		opts = append(opts, toolerr.WithStatus(s.status))
	}
	if id := RequestID(s.header); id != "" && s.requestID == "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	if inText {
		row.VendorCode = ""
	}
	if s.status < 300 { // the service answered, and refused
		opts = append(opts, toolerr.WithVendorCode(l.first), toolerr.WithEffect(toolerr.EffectNone))
	}
	if row.Fact == toolerr.FactRateLimit {
		if wait, ok := RetryAfter(http.StatusTooManyRequests, s.header, time.Time{}); ok {
			opts = append(opts, toolerr.WithRetryAfter(wait))
		}
		opts = append(opts, l.Options(s.header)...)
	}
	return row.Error(err, opts...)
}

// transport returns the error of a failure below HTTP.
func (s *sights) transport(err error) *toolerr.ToolRuntimeError {
	r := &rules[s.rule]
	opts := []toolerr.Option{
		toolerr.WithCause(err),
		toolerr.WithVendorType(s.ruledBy),
		toolerr.WithUpstreamName(upstreamName),
		service,
		toolerr.WithCanRetry(r.CanRetry),
		toolerr.WithEffect(r.Effect),
		{},
		{},
	}
	switch {
	case s.rule == invalidURL:
		// The text has the URL, or the part of a password that was parsed as a port. Redaction
		// cannot recognise it.
		opts[6] = toolerr.WithDeveloperMessage("A URL does not parse. It is withheld, since it may hold a password.")
	case s.url != "":
		opts[6] = toolerr.WithEndpoint(s.method, s.url)
	}
	if s.beforeConnection && s.rule == canceled {
		opts[7] = toolerr.WithEffect(toolerr.EffectNone)
	}
	if s.rule == refusedByProxy {
		opts[7] = toolerr.WithUserAction()
	}
	if r, ok := ResponseOf(s.ruledBy); ok && r.stated != 0 {
		opts[7] = toolerr.WithRefusal(r)
	}
	if s.rule == brokenBody {
		if refused, json := decoder.Refused(err); refused {
			return decoder.Undecodable(json, opts...)
		}
	}
	return toolerr.New(r.Kind, r.Message, opts...)
}

// methodOf returns the method for the Op of a *url.Error, or "" if it is not one of RFC
// 9110. The first letter of Op is in lower case if the caller wrote the method so.
func methodOf(op string) string {
	if op != "" && op[0] >= 'a' {
		op = strings.ToUpper(op[:1]) + op[1:]
	}
	return methods[op]
}

// methods maps the Op of a *url.Error to methods.
var methods = map[string]string{
	"Get": http.MethodGet, "Head": http.MethodHead, "Post": http.MethodPost, "Put": http.MethodPut,
	"Patch": http.MethodPatch, "Delete": http.MethodDelete, "Options": http.MethodOptions, "Trace": http.MethodTrace,
}
