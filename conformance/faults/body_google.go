package faults

import (
	"net/http"
	"strings"
)

// canonical maps a status to the name of google.rpc.Code that Google's services send with
// it; google/rpc/code.proto.
var canonical = map[int]string{
	400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 409: "ABORTED",
	429: "RESOURCE_EXHAUSTED", 499: "CANCELLED", 500: "INTERNAL", 501: "UNIMPLEMENTED", 503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED",
}

// An envelope is Google's JSON error.
type envelope struct {
	code    int    // in the body; it can differ from the HTTP status
	message string // empty: a text with canaries
	reason  string // errors[].reason
	// modern leaves out errors[], the older half of the envelope.
	modern  bool
	details []any
	// bare leaves out the canonical word.
	bare bool
}

// Google is the shape of Google's JSON APIs, with the errors array of the older ones
// (Drive, Gmail, Calendar, Storage). As in the older APIs, a 403 has no canonical status:
// PERMISSION_DENIED would contradict a fault whose headers name a limit.
func Google() Shape {
	return Shape{
		Name: "Google JSON",
		Error: func(a Answer) Content {
			return envelope{code: a.Status, message: a.Message, reason: a.Code, bare: a.Status == http.StatusForbidden}.content()
		},
		Success: googleSuccess,
	}
}

func (e envelope) content() Content {
	return jsonContent("application/json; charset=UTF-8", map[string]any{"error": e.object()})
}

func (e envelope) object() map[string]any {
	message := e.message
	if message == "" {
		message = answer(e.code, "").Message
	}
	word, ok := canonical[e.code]
	if !ok {
		word = "UNKNOWN"
	}
	o := map[string]any{"code": e.code, "message": message}
	if !e.bare {
		o["status"] = word
	}
	if !e.modern {
		o["errors"] = []any{map[string]any{
			"message": message, "domain": "global", "reason": e.reason, "location": CanaryResource, "locationType": "parameter",
		}}
	}
	if len(e.details) > 0 {
		o["details"] = e.details
	}
	return o
}

// The details of google/rpc/error_details.proto.

func errorInfo(reason string) any {
	return map[string]any{
		"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "domain": "googleapis.com",
		"metadata": map[string]any{"consumer": "projects/" + CanaryResource, "service": "faults.googleapis.com"},
	}
}

func retryInfo(delay string) any {
	return map[string]any{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}
}

func quotaFailure() any {
	return map[string]any{
		"@type":      "type.googleapis.com/google.rpc.QuotaFailure",
		"violations": []any{map[string]any{"subject": "project:" + CanaryResource, "description": CanaryMessage}},
	}
}

func help() any {
	return map[string]any{
		"@type": "type.googleapis.com/google.rpc.Help",
		"links": []any{map[string]any{"description": CanaryMessage, "url": "https://" + CanaryHost + ".invalid/?key=" + CredentialQuery}},
	}
}

// googleSuccess answers the operations that the conformance clients call.
func googleSuccess(c Request) Content {
	const mediaType = "application/json; charset=UTF-8"
	switch {
	case strings.Contains(c.Path, "/token") || strings.HasPrefix(c.Header.Get("Content-Type"), "application/x-www-form-urlencoded"):
		return tokenSuccess(c)
	case strings.Contains(c.Query, "alt=media"):
		return Content{
			Type:   "application/octet-stream",
			Header: []string{"X-Goog-Generation: 1", "X-Goog-Metageneration: 1", "X-Goog-Stored-Content-Encoding: identity"},
			Body:   []byte(strings.Repeat(CanaryBody+" ", 64)),
		}
	case strings.Contains(c.Path, "/operations"):
		return jsonContent(mediaType, map[string]any{"name": "operations/" + CanaryBody, "done": false})
	case strings.Contains(c.Path, "/b/"):
		return jsonContent(mediaType, map[string]any{
			"kind": "storage#object", "bucket": CanaryResource, "name": CanaryBody, "generation": "1", "metageneration": "1", "size": "5",
		})
	}
	return jsonContent(mediaType, map[string]any{"kind": "drive#file", "id": "file-1", "name": CanaryBody, "mimeType": "text/plain"})
}
