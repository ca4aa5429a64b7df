// Package kubernetesadapter recognises the errors of Kubernetes' API, as client-go
// and the libraries built on it return them.
//
// The packages are not imported: package shape recognises apimachinery's StatusError
// by the name of its type, whatever the version. Its reason decides, and the agent
// sees it as the code. Names, accounts and the texts of admission webhooks reach
// developers only.
package kubernetesadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

var statusError = shape.T("k8s.io/apimachinery/pkg/api/errors", "StatusError")

// Adapter recognises StatusError of k8s.io/apimachinery/pkg/api/errors, the errors of
// client-go's own rate limiter and of requests that it cannot make, and plain HTTP
// responses of the API.
//
// Errors of the connection are left to httpadapter. If the server asked for a retry,
// client-go itself has already retried, at most ten times.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Types: []shape.Type{statusError},
		Codes: []string{"ErrStatus.Reason"}, Status: "ErrStatus.Code", Wait: "ErrStatus.Details.RetryAfterSeconds",
		Refusal: refused,
	}},
	Text:   clientError,
	Begins: []string{"client rate limiter Wait ", "resource name may not be empty", "an empty namespace may not be set ", "invalid resource name ", "invalid namespace "},
	Body:   func(body []byte) any { return response{spec.JSON[status](body)} },
	// Kubernetes documentation, API Priority and Fairness, read 2026-11-21.
	Headers:  []string{"X-Kubernetes-Pf-Flowschema-Uid"},
	Form:     isStatus,
	Refusals: refusals,
	Members:  []string{"apiVersion"},
	Refine:   refine,
})

// A response has the fields of apimachinery's StatusError.
type response struct{ ErrStatus status }

// A status is the API's error object (Kubernetes API conventions, response status kind).
type status struct {
	Kind       string `json:"kind"`
	APIVersion string `json:"apiVersion"`
	Status     string `json:"status"`
	Reason     string `json:"reason"`
	Message    string `json:"message"`
	Details    struct {
		RetryAfterSeconds int     `json:"retryAfterSeconds"`
		Causes            []cause `json:"causes"`
	} `json:"details"`
}

// A cause is the reason why one field was refused.
type cause struct {
	Type string `json:"reason"`
}

var isStatus = spec.FormOf(`"Failure"`, func(r status) bool {
	return r.Kind == "Status" && r.APIVersion == "v1" && r.Status == "Failure"
})

// invalidName follows the name in client-go's text for an invalid part of a path (client-go
// v0.37.2, rest/request.go, IsValidPathSegmentName).
const invalidName = `": [may not `

// clientError recognises client-go's errors without a type (client-go v0.37.2,
// rest/request.go). No request was sent.
func clientError(e error) *spec.Answer {
	text, code := e.Error(), ""
	switch {
	case spec.Wraps(e):
		if strings.HasPrefix(text, "client rate limiter Wait returned an error: ") {
			code = clientLimit
		}
	case text == "resource name may not be empty":
		code = noName
	case text == "an empty namespace may not be set when a resource name is provided", text == "an empty namespace may not be set during creation":
		code = noNamespace
	case strings.HasPrefix(text, `invalid resource name "`), strings.HasPrefix(text, `invalid namespace "`):
		if strings.Contains(text, invalidName) {
			code = badName
		}
	}
	if code == "" {
		return nil
	}
	return &spec.Answer{Codes: []string{code}}
}

// refine uses the causes of a refusal, and its text if it has no cause.
func refine(a *spec.Answer) {
	for item := range shape.Items(a.Node, "ErrStatus.Details.Causes") {
		cause, _ := shape.Field[string](item, "Type")
		if reason := causedBy[cause]; reason != "" && reason == a.Row.VendorCode {
			a.Is(cause)
			return
		}
		if hint := causes[cause]; a.Row.VendorCode == invalid && !hint.IsZero() {
			a.Add(toolerr.WithHint(hint))
			return
		}
	}
	if a.Row.VendorCode == forbidden {
		message, _ := shape.Field[string](a.Node, "ErrStatus.Message")
		if code := admissionOf(message); code != "" {
			a.Is(code)
		}
	}
}

// admissionOf returns the code of the admission plugin that refused an object, by the text
// of a Forbidden, or "". This is a last resort: the plugins set no cause
// (k8s.io/apimachinery v0.37.2, errors.NewForbidden; k8s.io/apiserver v0.37.2,
// resourcequota; k8s.io/kubernetes v1.37.2, limitranger; k8s.io/pod-security-admission
// v0.37.2).
func admissionOf(message string) string {
	_, why, _ := strings.Cut(message, "is forbidden: ")
	why = strings.TrimPrefix(why, "[") // for several
	switch {
	case strings.HasPrefix(why, "exceeded quota: "):
		return quotaExceeded
	case strings.HasPrefix(why, "failed quota: "):
		return quotaNeedsValues
	case strings.HasPrefix(why, "violates PodSecurity "):
		return podSecurity
	case (strings.HasPrefix(why, "maximum ") || strings.HasPrefix(why, "minimum ")) && strings.Contains(why, " usage per "),
		strings.Contains(why, " max limit to request ratio per "):
		return limitRange
	}
	return ""
}
