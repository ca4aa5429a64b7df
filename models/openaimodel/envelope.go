package openaimodel

import "encoding/json"

// envelope is a response with an error, with any status.
type envelope struct {
	Error *struct {
		Code    json.RawMessage `json:"code"` // a string or a number
		Type    string          `json:"type"`
		Param   string          `json:"param"`
		Message string          `json:"message"`
	} `json:"error"`
}

func (e *envelope) err() error {
	var code string
	if json.Unmarshal(e.Error.Code, &code) != nil && string(e.Error.Code) != "null" {
		code = string(e.Error.Code)
	}
	return said(code, e.Error.Type, e.Error.Param, e.Error.Message)
}
