package openaimodel

import (
	"bytes"
	"encoding/json"

	"github.com/openai/openai-go/v3"
)

// envelope is a response with an error, with any status.
type envelope struct {
	Error   *errorObject `json:"error"`
	Type    string       `json:"error_type"` // more exact than the code (OpenRouter API, Responses)
	Choices []struct {
		Error *errorObject `json:"error"`
	} `json:"choices"`
}

// An errorObject is an error. Compatible servers that forward requests also put one beside
// or into a choice (OpenRouter API, errors, read 2026-11-21).
type errorObject struct{ raw json.RawMessage }

// UnmarshalJSON keeps the object.
func (f *errorObject) UnmarshalJSON(raw []byte) error {
	f.raw = bytes.Clone(raw)
	return nil
}

// err returns the error of the object, which keeps its JSON.
func (f *errorObject) err() error { return f.typed("") }

// typed is err for an object beside which a server writes its own type.
func (f *errorObject) typed(own string) error {
	var e struct {
		Code    json.RawMessage `json:"code"` // a string or a number
		Type    string          `json:"type"`
		Param   string          `json:"param"`
		Message string          `json:"message"`
	}
	_ = json.Unmarshal(f.raw, &e) // an error of another form has no code
	var code string
	if json.Unmarshal(e.Code, &code) != nil && string(e.Code) != "null" {
		code = string(e.Code)
	}
	if own != "" {
		code, e.Type = own, ""
	}
	kept := &openai.Error{}
	_ = kept.UnmarshalJSON(f.raw) // keeps the JSON
	return said(kept, code, e.Type, e.Param, e.Message)
}
