package spec

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"reflect"
)

// maxBody is how much of a body is decoded, in bytes. Elasticsearch lists what went
// wrong in each shard; no other error is longer.
const maxBody = 1 << 20

// JSON decodes a body into a T for [Spec.Body]. Members that do not have the type of
// their field are left out. JSON returns the zero T for a body of more than 1 MiB and
// for one that is not JSON.
func JSON[T any](body []byte) (value T) {
	if len(body) <= maxBody {
		_ = json.Unmarshal(body, &value) // a member of another type is left out
	}
	return value
}

// XML decodes a body into a T for [Spec.Body]. It returns the zero T for a body of more
// than 1 MiB and for one that is not well-formed XML.
func XML[T any](body []byte) (value T) {
	if len(body) > maxBody || !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) || xml.Unmarshal(body, &value) != nil {
		return *new(T)
	}
	return value
}

// ParseStatus parses an HTTP status of three digits, as the error texts of clients
// contain it. ok reports whether digits is one.
func ParseStatus(digits string) (status int, ok bool) {
	if len(digits) != 3 || digits[0] < '1' {
		return 0, false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		status = 10*status + int(c-'0')
	}
	return status, true
}

// PlainText returns the text of an error that package errors or fmt made, whether it
// wraps other errors or not. Such a text is stored in the error, so reading it is cheap
// and calls no other code. ok is false for errors of other types.
func PlainText(e error) (text string, ok bool) {
	if !isText(reflect.TypeOf(e)) {
		return "", false
	}
	return e.Error(), true
}

// Wraps reports whether e, an error of package errors or fmt, wraps one or more others.
func Wraps(e error) bool {
	switch e.(type) {
	case interface{ Unwrap() error }, interface{ Unwrap() []error }:
		return true
	}
	return false
}
