package faults

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// A Content is a body with its headers.
type Content struct {
	// Type is the Content-Type.
	Type string
	// Header has further header lines, which are sent unchanged: "X-Amzn-ErrorType:
	// Throttling".
	Header []string
	// Body is the bytes.
	Body []byte
}

// An Answer is the information in an error body. Its texts have canaries.
type Answer struct {
	Status    int
	Code      string // the vendor's stable word for it
	Message   string // the vendor's sentence
	Resource  string // what the request was about
	RequestID string
}

// A Request is a request, for a function that writes the success for it.
type Request struct {
	Method string
	Path   string
	Query  string
	Header http.Header
	Body   []byte // at most the first MiB
}

// A Shape writes bodies in a vendor's format. The zero Shape is [PlainJSON].
type Shape struct {
	// Name is the shape's, for reports.
	Name string
	// Error writes the body of a failure.
	Error func(Answer) Content
	// Success writes the body of a success that the vendor's client can parse. The fault
	// "json-wrong-type" replaces the members of the object in it; see [Target.Unfit].
	Success func(Request) Content
}

// orPlain returns s with missing parts from [PlainJSON].
func (s Shape) orPlain() Shape {
	plain := PlainJSON()
	if s.Error == nil {
		s.Error = plain.Error
	}
	if s.Success == nil {
		s.Success = plain.Success
	}
	return s
}

// An Item is the success of [PlainJSON]. A client without a vendor decodes a response into
// it, so that faults of JSON bodies have an effect.
type Item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// PlainJSON is the default shape: {"error":{"code":…,"message":…}} for a failure, and an
// [Item] for a success.
func PlainJSON() Shape {
	return Shape{
		Name: "plain JSON",
		Error: func(a Answer) Content {
			return jsonContent("application/json", map[string]any{"error": map[string]any{
				"code": a.Code, "message": a.Message, "resource": a.Resource, "request_id": a.RequestID,
			}})
		},
		Success: func(Request) Content {
			return jsonContent("application/json", Item{ID: "item-1", Name: CanaryBody, Size: 42})
		},
	}
}

// jsonContent marshals v, a literal of this package.
func jsonContent(mediaType string, v any, header ...string) Content {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("faults: " + err.Error())
	}
	return Content{Type: mediaType, Header: header, Body: b.Bytes()}
}
