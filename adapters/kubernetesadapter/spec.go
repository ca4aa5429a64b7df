// Package kubernetesadapter recognises the errors of Kubernetes' API, as client-go
// and everything built on it return them.
//
// The packages are not imported: package shape recognises apimachinery's
// StatusError by the name of its type, whatever the version. Its reason decides, and
// is what the agent sees. Names, accounts and the texts of admission webhooks reach
// developers only.
package kubernetesadapter

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises StatusError of k8s.io/apimachinery/pkg/api/errors, the error of
// client-go's own rate limiter, and plain HTTP responses of the API. The zero value
// is ready to use.
//
// Errors of the connection are httpadapter's. client-go itself has retried, at most
// ten times, what the server asked it to retry.
type Adapter struct{}

var _ spec.Responder = Adapter{}

// Slug returns "_kubernetes".
func (Adapter) Slug() string { return slug }

// Table returns what the reasons mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not Kubernetes'.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return kubernetes.FromError(err) }

// FromAnswer returns what a response of the API means to a program that calls it
// without client-go; see [spec.Adapter.FromAnswer].
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	return kubernetes.FromAnswer(err, status, header, body, opts...)
}

// Recognise returns the reason why a plain HTTP response is this vendor's, "" if
// nothing shows that it is; see [spec.Adapter.Recognise].
func (Adapter) Recognise(host string, header http.Header, body []byte) string {
	return kubernetes.Recognise(host, header, body)
}

var statusError = shape.T("k8s.io/apimachinery/pkg/api/errors", "StatusError")

var kubernetes = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Types: []shape.Type{statusError},
		Codes: []string{"ErrStatus.Reason"}, Status: "ErrStatus.Code", Wait: "ErrStatus.Details.RetryAfterSeconds",
	}},
	Text: clientLimited,
	Body: func(body []byte) any { return response{spec.JSON[status](body)} },
	// Kubernetes documentation, API Priority and Fairness, read 2026-11-21.
	Headers: []string{"X-Kubernetes-Pf-Flowschema-Uid"},
	Form:    isStatus,
	Refine:  readCauses,
})

// A response has the fields of apimachinery's StatusError.
type response struct{ ErrStatus status }

// A status is the object that the API answers instead of a success (Kubernetes API
// conventions, response status kind).
type status struct {
	Kind       string `json:"kind"`
	APIVersion string `json:"apiVersion"`
	Status     string `json:"status"`
	Reason     string `json:"reason"`
	Details    struct {
		RetryAfterSeconds int     `json:"retryAfterSeconds"`
		Causes            []cause `json:"causes"`
	} `json:"details"`
}

// A cause is why one field was refused.
type cause struct {
	Type string `json:"reason"`
}

func isStatus(_ http.Header, body []byte) bool {
	if !bytes.Contains(body, []byte(`"Failure"`)) {
		return false
	}
	s := spec.JSON[status](body)
	return s.Kind == "Status" && s.APIVersion == "v1" && s.Status == "Failure"
}

// clientLimited recognises the error of client-go's own rate limiter, which has no
// type of its own (client-go v0.37.2, rest/request.go). Nothing was sent.
func clientLimited(e error) *spec.Answer {
	if !spec.Wraps(e) || !strings.HasPrefix(e.Error(), "client rate limiter Wait returned an error: ") {
		return nil
	}
	return &spec.Answer{Codes: []string{clientLimit}}
}

var causeType = shape.NewGetter[string]("Type")

// readCauses makes an eviction that a disruption budget refused a rate limit of its
// own, and gives an invalid object the hint of its first cause.
func readCauses(a *spec.Answer) {
	for item := range shape.Items(a.Node, "ErrStatus.Details.Causes") {
		cause, _ := causeType.Of(item)
		if cause == disruptionBudget && a.Row.Kind == toolerr.KindUpstreamRateLimit {
			a.Is(disruptionBudget)
		}
		if hint := causes[cause]; a.Row.VendorCode == invalid && !hint.IsZero() {
			a.Add(toolerr.WithHint(hint))
			return
		}
	}
}
