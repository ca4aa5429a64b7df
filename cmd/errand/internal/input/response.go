package input

import (
	"bytes"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// A Response is the last response of an input.
type Response struct {
	// Proto is the protocol in the status line: "HTTP/2".
	Proto string
	// Status is the number of the status line.
	Status int
	// Header holds the fields; names in canonical form, folded lines joined.
	Header http.Header
	// Body is what follows the empty line, without chunks and gzip.
	Body []byte
	// Line is the number of the status line.
	Line int
	// Earlier are the statuses of the responses before it: redirects,
	// 100-continue, a proxy's answer to CONNECT.
	Earlier []int
	// Cut reports whether the input continues after the part that was read.
	Cut bool
	// Encoding is the remaining encoding of the body; "" if it can be read.
	Encoding string
	// Short is the sign that the body is truncated; "" if there is none.
	Short string
}

// maxHead is the maximum size of a response's headers.
const maxHead = 1 << 20

// statusLine describes the beginning of an input.
const statusLine = "a status line such as HTTP/1.1 429 Too Many Requests"

// parseResponse parses responses and returns the last one. A status line directly after the
// empty line at the end of the headers begins the next response: in this form, curl and
// others print earlier responses.
func parseResponse(data []byte) (*Response, error) {
	s := &scanner{rest: data, line: 1}
	for len(s.rest) > 0 && strings.TrimSpace(s.peek()) == "" {
		s.next()
	}
	var earlier []int
	for {
		r, err := s.response()
		if err != nil {
			return nil, err
		}
		r.Earlier = earlier
		next, more := s.following(r)
		if !more {
			if r.Status < 200 {
				return nil, &Error{
					Line: s.line, Expected: "the response that follows an interim " + strconv.Itoa(r.Status),
				}
			}
			r.Body = s.rest
			r.decode(data)
			return r, nil
		}
		s.skip(next)
		earlier = append(earlier, r.Status)
	}
}

// following returns the offset of the next response.
func (s *scanner) following(r *Response) (offset int, more bool) {
	if isStatusLine(s.peek()) {
		return 0, true
	}
	// A response with its body, and another response after it.
	length, err := strconv.Atoi(r.Header.Get("Content-Length"))
	if err != nil || length <= 0 || length >= len(s.rest) {
		return 0, false
	}
	behind := scanner{rest: s.rest[length:]}
	return length, isStatusLine(behind.peek())
}

// response parses a status line and headers.
func (s *scanner) response() (*Response, error) {
	r := &Response{Line: s.line, Header: http.Header{}}
	begin := len(s.rest)
	line := s.peek()
	if len(s.rest) == 0 {
		return nil, &Error{Line: s.line, Expected: statusLine, Hint: "save one with curl -i URL"}
	}
	var bad *Error
	if r.Proto, r.Status, bad = parseStatus(line); bad != nil {
		bad.Line = s.line
		return nil, bad
	}
	s.next()
	last := "" // name of the field that a folded line continues
	for len(s.rest) > 0 {
		at, line := s.line, s.peek()
		s.next()
		if begin-len(s.rest) > maxHead {
			return nil, &Error{Line: at, Expected: "the empty line that ends the headers, within 1 MiB", Found: "more headers"}
		}
		switch {
		case line == "":
			return r, nil
		case line[0] == ' ' || line[0] == '\t':
			if last == "" {
				return nil, &Error{Line: at, Expected: "a header such as Retry-After: 30", Found: quote(line), Hint: "an indented line continues a header, and there is none above"}
			}
			values := r.Header[last]
			values[len(values)-1] = strings.TrimSpace(values[len(values)-1] + " " + strings.TrimSpace(line))
		default:
			name, value, bad := parseHeader(line)
			if bad != nil {
				bad.Line = at
				return nil, bad
			}
			r.Header.Add(name, value)
			last = name
		}
	}
	return r, nil
}

// parseStatus parses a status line. Its error has no line yet.
func parseStatus(line string) (proto string, status int, bad *Error) {
	refuse := func(expected string) *Error {
		return &Error{Expected: expected, Found: quote(line), Hint: statusHint(line)}
	}
	proto, rest, _ := strings.Cut(line, " ")
	if !isProto(proto) {
		return "", 0, refuse(statusLine)
	}
	number, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	if len(number) != 3 || strings.Trim(number, "0123456789") != "" || number[0] == '0' {
		return "", 0, refuse("a status of three digits after " + proto)
	}
	status, _ = strconv.Atoi(number)
	return strings.ToUpper(proto), status, nil
}

// statusHint guesses what the input is instead.
func statusHint(line string) string {
	switch {
	case strings.HasPrefix(line, "* "), strings.HasPrefix(line, "> "), strings.HasPrefix(line, "< "):
		return "this looks like curl -v: use curl -i"
	case strings.HasPrefix(line, "curl: "):
		return "this is curl's own error: there was no response"
	case strings.HasPrefix(line, "<"):
		return "this looks like a body: " + bodyHint
	case requestLine.MatchString(line):
		return "this is a request: errand reads responses"
	}
	return "if it is the text of an error: errand explain TEXT"
}

// bodyHint is the advice about a body without its status and headers.
const bodyHint = "use curl -i, which prints status and headers too, or name the status with --status"

var requestLine = regexp.MustCompile(`^[A-Z]+ \S+ HTTP/`)

func isStatusLine(line string) bool {
	_, _, bad := parseStatus(line)
	return bad == nil
}

// isProto reports whether word is HTTP/2 or HTTP/1.1, in any case.
func isProto(word string) bool {
	version, ok := cutPrefixFold(word, "HTTP/")
	if !ok {
		return false
	}
	major, minor, dotted := strings.Cut(version, ".")
	return isDigit(major) && (!dotted || isDigit(minor))
}

func isDigit(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '9' }

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// parseHeader parses a header line. Its error has no line yet.
func parseHeader(line string) (name, value string, bad *Error) {
	name, value, found := strings.Cut(line, ":")
	switch {
	case !found:
		return "", "", &Error{
			Expected: "a header such as Retry-After: 30, or the empty line before the body", Found: quote(line),
			Hint: "if this is the body, an empty line is missing above",
		}
	case !isToken(name):
		return "", "", &Error{
			Expected: "the name of a header (RFC 9110 section 5.1), directly followed by a colon", Found: quote(line),
		}
	}
	return http.CanonicalHeaderKey(name), strings.TrimSpace(value), nil
}

// isToken reports whether s is a token of RFC 9110 section 5.6.2.
func isToken(s string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(marks, c) >= 0:
		default:
			return false
		}
	}
	return s != ""
}

// A scanner reads lines that end in LF or CRLF.
type scanner struct {
	rest []byte
	line int // number of the next line
}

// peek returns the next line without its end.
func (s *scanner) peek() string {
	line := s.rest
	if i := bytes.IndexByte(s.rest, '\n'); i >= 0 {
		line = s.rest[:i]
	}
	return string(bytes.TrimSuffix(line, []byte("\r")))
}

// next skips a line.
func (s *scanner) next() {
	i := bytes.IndexByte(s.rest, '\n')
	if i < 0 {
		s.rest = nil
		return
	}
	s.rest = s.rest[i+1:]
	s.line++
}

// skip skips n bytes.
func (s *scanner) skip(n int) {
	s.line += bytes.Count(s.rest[:n], []byte("\n"))
	s.rest = s.rest[n:]
}
