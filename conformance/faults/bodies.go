package faults

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceBody   = "the status was 2xx and the body is broken: the upstream acted, and its answer is lost"
	sourceDecode = "the upstream answered 200 with something else than was agreed: its failure, and it may have acted"
	brokeOff     = "without a record of the exchange nothing shows that the whole body arrived"
	needsToken   = "the request that needed the token had a safe method"
	asItCame     = "asks for no encoding, and its decoder gets the bytes as they came (aws-sdk-go-v2 dynamodb v1.73.0)"
	nakedError   = "body errors come without *url.Error: a reset or an EOF alone does not say that it was in a body"
	resumes      = "the reader of cloud.google.com/go/storage v1.69.0 asks for the rest, and makes a bare text of the 200 that it gets: no adapter claims it"
	reopening    = "the reader of cloud.google.com/go/storage v1.69.0 reopens for ever, without backoff: only the deadline stops it"
	flattened    = "x/oauth2 v0.37.0 makes a text of what failed while it read the body"
	emptyMeansOK = "the SDK returns a zero output and no error (aws-sdk-go-v2 dynamodb v1.73.0, sqs v1.52.9, sts v1.51.7)"
)

// readLimit is the number of bytes that the tool of "max-bytes" reads of a body.
const readLimit = 4 << 10

// notDecoded is the answer for a body that a decoder refused, if the method is not known to
// be safe.
var notDecoded = ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(false)

// undecodable is the answer for a success whose body is not the expected JSON.
var undecodable = notDecoded.
	Or("a request with a safe method can be retried", ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectNone).Retry(true))

// retriedToken is the answer for a token endpoint's success that is not the expected JSON,
// before the request that needs the token.
var retriedToken = ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(true)

func bodyFaults() []Fault {
	lost := unmapped.Or(nakedError, unreachable)
	resumed := map[string]Want{"google/gcs-reader": lost.Or(resumes, fatal.With(toolerr.EffectUnknown))}
	endless := map[string]string{"google/gcs-reader": reopening}
	reopens := map[string]Want{"google/gcs-reader": timedOut.
		Because(reopening).
		Or("the deadline can come between two attempts, and is then all there is", ForKind(toolerr.KindToolTimeout, toolerr.EffectUnknown)).
		Or("with a reader that gives up, the body's own error", unmapped, unreachable)}
	decodes := map[string]Want{"aws/dynamodb": undecodable.Because(asItCame).Or(brokeOff, unmapped)}
	maps.Copy(decodes, reopens)
	return []Fault{
		{
			Name: "reset-mid-body", Does: "200, half the body, RST",
			Want: lost, For: resumed, Source: sourceBody, Needs: []Need{NeedBody},
			run: cutBody(func(x *exchange, c Content) {
				x.write(x.head(http.StatusOK, nil, c, len(c.Body)) + string(half(c.Body)))
				x.reset()
			}),
		},
		{
			Name: "truncated-body", Does: "200, Content-Length lies, FIN",
			Want: lost, For: resumed, Source: sourceBody, Needs: []Need{NeedBody},
			run: cutBody(func(x *exchange, c Content) {
				x.write(x.head(http.StatusOK, nil, c, len(c.Body)) + string(half(c.Body)))
				x.finish()
			}),
		},
		{
			Name: "truncated-chunked", Does: "200, a chunked body without its last chunk",
			Want: lost, For: resumed, Source: sourceBody, Needs: []Need{NeedBody},
			run: cutBody(func(x *exchange, c Content) {
				x.write(x.head(http.StatusOK, nil, c, -1) + fmt.Sprintf("%x\r\n%s\r\n", len(half(c.Body)), half(c.Body)))
				x.finish()
			}),
		},
		{
			Name: "malformed-chunk", Does: "200, a chunk length that is not hexadecimal",
			Want: lost, For: reopens, Endless: endless, Source: sourceBody, Needs: []Need{NeedBody},
			run: cutBody(func(x *exchange, c Content) {
				x.write(x.head(http.StatusOK, nil, c, -1) + CanaryBody + "\r\n")
				x.finish()
			}),
		},
		{
			Name: "bad-gzip", Does: "200, Content-Encoding: gzip, and the body is not",
			Want: lost, For: decodes, Endless: endless, Source: sourceBody, Needs: []Need{NeedBody},
			Silent: map[string]string{"aws/s3": "asks for no encoding and hands the bytes on as they came (aws-sdk-go-v2 s3 v1.114.7)"},
			run: cutBody(func(x *exchange, c Content) {
				c.Header = []string{"Content-Encoding: gzip"}
				c.Body = []byte("not gzip: " + CanaryBody + ", " + CanaryMessage)
				x.respond(http.StatusOK, nil, c)
			}),
		},
		jsonFault("json-html", "200 with an HTML page where JSON was due (captive portal)", func(Content) Content { return htmlPage() }),
		jsonFault("json-truncated", "200 with JSON cut short, Content-Length honest", func(c Content) Content {
			c.Body = half(c.Body)
			return c
		}),
		jsonEmpty(),
		jsonWrongType(),
		jsonArray(),
		{
			Name: "max-bytes", Does: "200 with a body bigger than the tool's http.MaxBytesReader",
			Want: fatal.With(toolerr.EffectUnknown).
				Or("the tool's own limit is also a body that could not be read", unmapped.Retry(false)),
			For:    map[string]Want{"oauth2": fatal.With(toolerr.EffectUnknown).Or(flattened, unmapped)},
			Source: "a limit of the tool's own: the same call meets it again, and the upstream has acted", Needs: []Need{NeedBody},
			run: behaviour{
				wrap: onBody(func(b io.ReadCloser) io.ReadCloser { return http.MaxBytesReader(nil, b, readLimit) }),
				play: onRequest(func(x *exchange) {
					x.respond(http.StatusOK, nil, bigContent())
				}),
			},
		},
	}
}

// jsonFault answers 200 with a success that spoil has changed.
func jsonFault(name, does string, spoil func(Content) Content) Fault {
	want := undecodable.Or(brokeOff, unmapped)
	return Fault{
		Name: name, Does: does, Want: want, Source: sourceDecode, Needs: []Need{NeedJSON},
		For: map[string]Want{"oauth2/http": want.Or(needsToken, retriedToken)},
		run: cutBody(func(x *exchange, c Content) { x.respond(http.StatusOK, nil, spoil(c)) }),
	}
}

// jsonEmpty answers with a body that is not JSON.
func jsonEmpty() Fault {
	f := jsonFault("json-empty", "200 with an empty body", func(c Content) Content {
		c.Body = nil
		return c
	})
	f.Silent = map[string]string{"aws/dynamodb": emptyMeansOK, "aws/sqs": emptyMeansOK, "aws/sts": emptyMeansOK}
	return f
}

// jsonArray answers with JSON of another form.
func jsonArray() Fault {
	f := jsonFault("json-array", "200 with a JSON array where an object was due", func(c Content) Content {
		c.Body = []byte(`["` + CanaryBody + `"]`)
		return c
	})
	f.Silent = map[string]string{"aws/sts": "to a client of the query protocol a text without an XML element is a zero output and no error (aws-sdk-go-v2 sts v1.51.7)"}
	return f
}

// jsonWrongType answers with JSON whose values have other types.
func jsonWrongType() Fault {
	f := jsonFault("json-wrong-type", "200 with JSON values of another type than was due: numbers for strings, strings for all others", nil)
	f.run = cutBody(func(x *exchange, c Content) {
		body := wrongTypes(c.Body)
		if body == nil {
			x.site.cannot("the success of the shape " + x.site.shape.Name + " has no JSON member whose value could be of another type")
		} else {
			c.Body = body
		}
		x.respond(http.StatusOK, nil, c)
	})
	return f
}

// wrongTypes returns a JSON body whose values have other types, nil if that is not possible.
func wrongTypes(body []byte) []byte {
	var value any
	if json.Unmarshal(body, &value) != nil || !retype(value) {
		return nil
	}
	return jsonContent("", value).Body
}

// retype changes the type of each member of an object, or of the objects in a list, and
// reports whether there is one.
func retype(value any) (changed bool) {
	switch x := value.(type) {
	case map[string]any:
		for name, member := range x {
			switch member.(type) {
			case nil: // fits every type
				continue
			case string:
				x[name] = 42
			default:
				x[name] = CanaryBody
			}
			changed = true
		}
	case []any:
		for _, item := range x {
			changed = retype(item) || changed
		}
	}
	return changed
}

// cutBody reads a request and passes the expected success to answer.
func cutBody(answer func(*exchange, Content)) behaviour {
	return behaviour{play: onRequest(func(x *exchange) {
		answer(x, x.site.shape.Success(x.call()))
	})}
}

func half(b []byte) []byte { return b[:(len(b)+1)/2] }

// bigContent is a JSON object of more than readLimit bytes.
func bigContent() Content {
	many := make([]string, 2*readLimit/len(CanaryBody))
	for i := range many {
		many[i] = CanaryBody
	}
	b, err := json.Marshal(map[string]any{"padding": many, "name": CanaryBody})
	if err != nil {
		panic("faults: " + err.Error())
	}
	return Content{Type: "application/json", Body: b}
}

// onBody returns a round tripper of the tool that changes the body of each response.
func onBody(change func(io.ReadCloser) io.ReadCloser) func(http.RoundTripper) http.RoundTripper {
	return func(base http.RoundTripper) http.RoundTripper {
		return bodyChanger{base: base, change: change}
	}
}

type bodyChanger struct {
	base   http.RoundTripper
	change func(io.ReadCloser) io.ReadCloser
}

// RoundTrip changes the body of the response.
func (b bodyChanger) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.base.RoundTrip(r)
	if err == nil {
		resp.Body = b.change(resp.Body)
	}
	return resp, err
}

// CloseIdleConnections closes those of the base.
func (b bodyChanger) CloseIdleConnections() {
	if c, ok := b.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
