// Package input parses the input of `errand classify`: an HTTP response in the form of
// `curl -i`, or the body of one. For any other input it returns an error with the expected
// text.
package input

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// MaxBytes is the maximum size of an input.
const MaxBytes = 8 << 20

// An Error is the error of an input that cannot be parsed.
type Error struct {
	// Expected describes the valid text.
	Expected string
	// Found is the text that was found, cut; "" at the end of the input.
	Found string
	// Hint is a possible reason; "" if there is none.
	Hint string
}

// Error names the expected and the found text.
func (e *Error) Error() string {
	found := "the end of the input"
	if e.Found != "" {
		found = e.Found
	}
	text := fmt.Sprintf("expected %s, found %s", e.Expected, found)
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

// Read reads an input to its end. With a status, the input is the body of a response with
// that status. Its errors are *[Error] and those of r.
func Read(r io.Reader, status int) (*Response, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, &Error{Expected: "a response of at most 8 MiB", Found: "more"}
	}
	if status != 0 {
		return &Response{Status: status, Header: http.Header{}, Body: data}, nil
	}
	return Parse(data)
}

// byteOrderMark is what some editors write before UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// Parse reads an input. Its errors are *[Error].
func Parse(data []byte) (*Response, error) {
	if bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		return nil, &Error{Expected: "UTF-8 text", Found: "UTF-16", Hint: "PowerShell's > writes UTF-16: use curl.exe -i -o FILE"}
	}
	return parseResponse(bytes.TrimPrefix(data, []byte(byteOrderMark)))
}

// MaxCall is the maximum size of a call's arguments or schema. The library ignores longer
// ones, so [Object] refuses them.
const MaxCall = 256 << 10

// Object reads a JSON object, such as the arguments of a call; what names it. Its errors
// are *[Error] and those of r.
func Object(r io.Reader, what string) (json.RawMessage, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxCall+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxCall {
		return nil, &Error{Expected: what + ", which may have 256 KiB", Found: "more"}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if err := json.Unmarshal(data, &map[string]json.RawMessage{}); err != nil {
		return nil, &Error{Expected: what + ", a JSON object", Found: "something else: " + err.Error()}
	}
	return data, nil
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
		return strconv.Quote(strings.ToValidUTF8(text[:maxFound], "")) + "…"
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
