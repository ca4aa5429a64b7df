package verdict

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// codeKeys are the keys of a JSON body under which vendors put their codes, the
// most telling first: a reason is finer than the status it stands beside.
var codeKeys = []string{"reason", "__type", "error_code", "errorcode", "code", "type", "status", "error"}

// maxDepth is how deep a body is searched for codes.
const maxDepth = 8

// codes returns what may be a vendor's code in a response, the most telling
// first.
func codes(h http.Header, body []byte) []string {
	var all []string
	add := func(code string) {
		// AWS: "com.amazonaws.dynamodb.v20120810#ThrottlingException:http://…"
		if _, after, found := strings.Cut(code, "#"); found {
			code = after
		}
		code, _, _ = strings.Cut(code, ":")
		if code != "" && !slices.Contains(all, code) {
			all = append(all, code)
		}
	}
	add(h.Get("X-Amzn-ErrorType"))
	queryCode, _, _ := strings.Cut(h.Get("X-Amzn-Query-Error"), ";")
	add(queryCode)

	byKey := map[string][]string{}
	trimmed := bytes.TrimSpace(body)
	switch {
	case bytes.HasPrefix(trimmed, []byte("<")):
		xmlCodes(trimmed, byKey)
	default:
		var document any
		if json.Unmarshal(trimmed, &document) == nil {
			jsonCodes(document, maxDepth, byKey)
		}
	}
	for _, key := range codeKeys {
		for _, code := range byKey[key] {
			add(code)
		}
	}
	return all
}

func jsonCodes(v any, depth int, byKey map[string][]string) {
	if depth == 0 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			jsonCodes(element, depth-1, byKey)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if text, ok := v[key].(string); ok {
				lower := strings.ToLower(key)
				byKey[lower] = append(byKey[lower], text)
			}
			jsonCodes(v[key], depth-1, byKey)
		}
	}
}

// bodyWait returns the wait that the body of a Google API names: the retryDelay
// of a google.rpc.RetryInfo among its details.
func bodyWait(body []byte) (time.Duration, bool) {
	var said struct {
		Error struct {
			Details []struct {
				Type       string `json:"@type"`
				RetryDelay string `json:"retryDelay"`
			} `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &said) != nil {
		return 0, false
	}
	for _, d := range said.Error.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); strings.HasSuffix(d.Type, "RetryInfo") && err == nil && wait >= 0 {
			return wait, true
		}
	}
	return 0, false
}

// xmlCodes reads the <Code> elements of AWS and those who write like it.
func xmlCodes(body []byte, byKey map[string][]string) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	inCode := false
	for {
		token, err := dec.Token()
		if err != nil {
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			inCode = strings.EqualFold(token.Name.Local, "code")
		case xml.EndElement:
			inCode = false
		case xml.CharData:
			if inCode {
				byKey["code"] = append(byKey["code"], strings.TrimSpace(string(token)))
			}
		}
	}
}
