// Package input parses the input of `errand classify`: an HTTP response in the form of
// `curl -i`, the body of one, or a saved report. For any other input it returns an error with the number of
// the line and the expected text.
package input

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// MaxBytes is the maximum size of an input. The rest of a body would not be shown anyway.
const MaxBytes = 8 << 20

// An Input is either a response or a report.
type Input struct {
	Response *Response
	Report   *toolerr.Report
}

// An Error is the error of an input that cannot be parsed.
type Error struct {
	// Line is the line, counted from 1.
	Line int
	// Expected describes the valid text.
	Expected string
	// Found is the text that was found, cut; "" at the end of the input.
	Found string
	// Hint is a possible reason; "" if there is none.
	Hint string
}

// Error names the line, and the expected and the found text.
func (e *Error) Error() string {
	found := "the end of the input"
	if e.Found != "" {
		found = e.Found
	}
	text := fmt.Sprintf("line %d: expected %s, found %s", e.Line, e.Expected, found)
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

// Read reads an input to its end. With a status, the input is the body of a response with
// that status. Its errors are *[Error] and those of r.
func Read(r io.Reader, status int) (Input, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return Input{}, err
	}
	cut := len(data) > MaxBytes
	data = data[:min(len(data), MaxBytes)]
	if status != 0 {
		return Input{Response: &Response{Status: status, Header: http.Header{}, Body: data, Cut: cut}}, nil
	}
	in, err := Parse(data)
	if in.Response != nil {
		in.Response.Cut = in.Response.Cut || cut
	}
	return in, err
}

// byteOrderMark is what some editors write before UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// Parse reads an input. Its errors are *[Error].
func Parse(data []byte) (Input, error) {
	if bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		return Input{}, &Error{
			Line: 1, Expected: "UTF-8 text", Found: "UTF-16",
			Hint: "PowerShell's > writes UTF-16: use curl.exe -i -o FILE",
		}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	first := bytes.TrimLeft(data, " \t\r\n")
	if len(first) > 0 && (first[0] == '{' || first[0] == '[') {
		report, err := parseReport(data)
		return Input{Report: report}, err // one of the two is nil
	}
	response, err := parseResponse(data)
	return Input{Response: response}, err
}

const (
	maxFound  = 60
	maxQuoted = 4 << 10 // size of the text that is checked for credentials
)

// quote returns the beginning of a text without credentials: if a request was pasted
// instead of a response, it may contain a token.
func quote(text string) string {
	if text == "" {
		return "an empty line"
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "bytes that are not text"
	}
	text = Redacted(text[:min(len(text), maxQuoted)])
	if len(text) > maxFound {
		cut := maxFound
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		return strconv.Quote(text[:cut]) + "…"
	}
	return strconv.Quote(text)
}

// Redacted returns text without likely credentials, in the form for developers. It cuts a
// long text.
func Redacted(text string) string {
	if text == "" {
		return ""
	}
	return toolerr.Fatal(toolerr.Message{}, toolerr.WithDeveloperMessage(text)).DeveloperMessage()
}
