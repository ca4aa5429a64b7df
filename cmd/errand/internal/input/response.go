package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Response is the last response of an input.
type Response struct {
	// Proto is the protocol in the status line: "HTTP/2".
	Proto string
	// Status is the number of the status line.
	Status int
	// Header holds the fields; names in canonical form, folded lines joined.
	Header http.Header
	// Body is what follows the empty line.
	Body []byte
	// Earlier are the statuses of the responses before it: redirects,
	// 100-continue, a proxy's answer to CONNECT.
	Earlier []int
	// Encoded reports whether the body is compressed, which curl decodes with --compressed.
	Encoded bool
}

// statusLine is the beginning of a response.
var statusLine = regexp.MustCompile(`^(?i:HTTP)/\d(?:\.\d)? +[1-9]\d\d(?: [^\n]*)?(?:\r?\n|$)`)

// parseResponse parses responses and returns the last one. A status line directly after the
// empty line at the end of the headers begins the next response: in this form, curl and
// others print earlier responses.
func parseResponse(data []byte) (*Response, error) {
	rest := bytes.TrimLeft(data, "\r\n")
	var earlier []int
	for {
		r, behind, err := parseOne(rest)
		if err != nil {
			return nil, err
		}
		r.Earlier, rest = earlier, behind
		// A response with its body, and another response after it.
		if length, err := strconv.Atoi(r.Header.Get("Content-Length")); err == nil && length > 0 && length < len(rest) && statusLine.Match(rest[length:]) {
			rest = rest[length:]
		}
		if !statusLine.Match(rest) {
			if r.Status < 200 {
				return nil, &Error{Expected: "the response that follows an interim " + strconv.Itoa(r.Status)}
			}
			r.Body = behind
			r.Encoded = r.Header.Get("Content-Encoding") != "" && !utf8.Valid(r.Body)
			return r, nil
		}
		earlier = append(earlier, r.Status)
	}
}

// parseOne parses a status line and headers, and returns what is behind them.
func parseOne(data []byte) (r *Response, behind []byte, err error) {
	line := statusLine.Find(data)
	if line == nil {
		return nil, nil, noStatusLine(data)
	}
	words := strings.Fields(string(line))
	r = &Response{Proto: strings.ToUpper(words[0])}
	r.Status, _ = strconv.Atoi(words[1])
	left := bytes.NewReader(data[len(line):])
	buffered := bufio.NewReader(left)
	header, err := textproto.NewReader(buffered).ReadMIMEHeader()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, &Error{
			Expected: "headers such as Retry-After: 30, and an empty line before the body", Found: quote(err.Error()),
			Hint: "if this is the body, an empty line is missing above",
		}
	}
	r.Header = http.Header(header)
	return r, data[len(data)-left.Len()-buffered.Buffered():], nil
}

// noStatusLine returns the error of an input that is not a response, with a guess of what
// it is instead.
func noStatusLine(data []byte) *Error {
	first, _, _ := strings.Cut(string(data), "\n")
	e := &Error{Expected: "a status line such as HTTP/1.1 429 Too Many Requests", Hint: "save one with curl -i URL"}
	if len(data) == 0 {
		return e
	}
	e.Found, e.Hint = quote(strings.TrimSuffix(first, "\r")), "if it is the text of an error: errand explain TEXT"
	switch {
	case strings.HasPrefix(first, "* "), strings.HasPrefix(first, "> "), strings.HasPrefix(first, "< "):
		e.Hint = "this looks like curl -v: use curl -i"
	case strings.HasPrefix(first, "curl: "):
		e.Hint = "this is curl's own error: there was no response"
	case strings.HasPrefix(first, "<"), strings.HasPrefix(first, "{"), strings.HasPrefix(first, "["):
		e.Hint = "this looks like a body: use curl -i, which prints status and headers too, or name the status with --status"
	case requestLine.MatchString(first):
		e.Hint = "this is a request: errand reads responses"
	}
	return e
}

var requestLine = regexp.MustCompile(`^[A-Z]+ \S+ HTTP/`)
