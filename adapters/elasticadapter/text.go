package elasticadapter

import (
	"errors"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Texts of errors that the clients make without a type: go-elasticsearch v8.19.7
// and v9.5.2, opensearch-go v4.8.1.
const (
	notElastic = "the client noticed that the server is not Elasticsearch and we do not support this unknown product"
	notAnError = "opensearch error response could not be parsed as error"
	notJSON    = "failed to json unmarshal body, status: "
	emptyBody  = "body is unexpectedly empty, status: "
)

// readText reads an error that a client makes without a type: for a server that is not
// Elasticsearch, for a response that OpenSearch's client could not decode, or for a broken
// exchange.
func readText(e error) *spec.Answer {
	text := e.Error()
	if text == notElastic {
		return &spec.Answer{Codes: []string{unknownProduct}}
	}
	if status, ok := undecodedStatus(text); ok {
		a := &spec.Answer{Status: status, Undecoded: true}
		a.Add(openSearch)
		return a
	}
	if !isElasticCall(text) && !isOpenSearchCall(text) {
		return nil
	}
	if lost := errors.Unwrap(e); lost != nil {
		return &spec.Answer{Lost: lost}
	}
	return nil
}

// undecodedStatus returns the status of a response that OpenSearch's client could not
// decode, or 0.
func undecodedStatus(text string) (status int, ok bool) {
	if text == notAnError {
		return 0, true
	}
	digits, ok := strings.CutPrefix(text, notJSON)
	if !ok {
		digits, ok = strings.CutPrefix(text, emptyBody)
	}
	if !ok || len(digits) < 3 {
		return 0, false
	}
	return spec.ParseStatus(digits[:3])
}

// isElasticCall reports whether a text begins like the text of Elasticsearch's typed client
// before the error of an exchange: with the name of the call.
func isElasticCall(text string) bool {
	const maxName = 128 // including the text after it
	rest, ok := strings.CutPrefix(text, "an error happened during the ")
	if !ok {
		return false
	}
	name, _, ok := strings.Cut(rest[:min(len(rest), maxName)], " query execution: ")
	return ok && !strings.ContainsAny(name, " :")
}

// isOpenSearchCall reports whether a text begins like the text of OpenSearch's client
// before the error of an exchange: with method and URL in quotation marks.
func isOpenSearchCall(text string) bool {
	const maxMethod = 16 // including the text after it
	rest, ok := strings.CutPrefix(text, `"`)
	if !ok {
		return false
	}
	method, _, ok := strings.Cut(rest[:min(len(rest), maxMethod)], `" "http`)
	return ok && methods[method]
}

var methods = map[string]bool{"GET": true, "HEAD": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true}
