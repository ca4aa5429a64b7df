package connectadapter

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// A wireError is the error in the body of a response (Connect, Protocol reference,
// Error and EndStreamResponse, read 2026-11-22), with methods of Adapter.Error.
type wireError struct {
	Code string       `json:"code"`
	Text string       `json:"message"`
	All  []wireDetail `json:"details"`
}

func (e wireError) Message() string       { return e.Text }
func (e wireError) Details() []wireDetail { return e.All }

// A wireDetail is a message of protocol buffers, with the methods of Adapter.ErrorDetail:
// the name of its type, and its bytes in base64, with or without padding. Debug is its
// readable form.
type wireDetail struct {
	Name  string          `json:"type"`
	Value string          `json:"value"`
	Debug json.RawMessage `json:"debug"`
}

func (d wireDetail) Type() string { return d.Name }

func (d wireDetail) Bytes() []byte {
	body, _ := base64.RawStdEncoding.DecodeString(strings.TrimRight(d.Value, "="))
	return body
}

// isConnect reports whether a body is certainly the error of a Connect service: a code of
// the protocol with details, each with the qualified name of a message and a value in
// base64, and no other members.
func isConnect(header http.Header, body []byte) bool {
	if !strings.HasPrefix(header.Get("Content-Type"), "application/json") || !bytes.Contains(body, []byte(`"details"`)) {
		return false
	}
	var e wireError
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&e) != nil {
		return false
	}
	if row, _ := table.Lookup(e.Code); len(row.Numbers) == 0 { // a code of Twirp, or none
		return false
	}
	for _, detail := range e.All {
		if len(detail.Bytes()) == 0 || !strings.Contains(detail.Name, ".") {
			return false
		}
	}
	return len(e.All) > 0
}
