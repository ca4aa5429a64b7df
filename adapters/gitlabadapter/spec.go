// Package gitlabadapter recognises the errors of GitLab's REST API client,
// gitlab.com/gitlab-org/api/client-go, and of xanzy/go-gitlab, from which it comes.
//
// Neither client is imported: package shape recognises their ErrorResponse by the
// name of its type. GitLab has codes for refused tokens only; otherwise the status
// decides, and a few statuses have a meaning of their own for merge requests.
// GitLab's texts, and the paths of projects, reach developers only.
package gitlabadapter

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var errorResponse = shape.T("gitlab.com/gitlab-org/api/client-go", "ErrorResponse")

// Adapter recognises ErrorResponse of the clients, and plain HTTP responses of GitLab.
//
// The clients return one sentinel for every 404, without URL and body, which is left
// to httpadapter.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Types:    []shape.Type{errorResponse, shape.T("github.com/xanzy/go-gitlab", "ErrorResponse")},
		Response: "Response", Read: readBody, Refusal: func(node any) toolerr.Refusal { return refusal.Read(bodyOf(node)) },
	}},
	Body:    func(body []byte) any { return response{body} },
	Hosts:   []string{"gitlab.com"},                   // client-go v1.46.0, defaultBaseURL
	Headers: []string{"X-Gitlab-Meta", "X-Gitlab-Lb"}, // GitLab 18.5, lib/api/api.rb, lib/gitlab/middleware
	Refine:  refine,
})

// A response has the body in the same field as the clients' error.
type response struct{ Body []byte }

func bodyOf(node any) []byte {
	body, _ := shape.Field[[]byte](node, "Body")
	return body
}

// readBody reads the code of a refused token, which is beside its description in the body
// (RFC 6750 section 3.1; GitLab 18.5, lib/api/api_guard.rb).
func readBody(a *spec.Answer) bool {
	body := spec.JSON[struct {
		Error       string
		Description string `json:"error_description"`
		Scope       string
	}](bodyOf(a.Node))
	if body.Description != "" {
		a.Codes = []string{body.Error}
	}
	if strings.HasPrefix(body.Description, "Token is expired") {
		a.Codes = []string{tokenExpired, body.Error}
	}
	a.Needs(body.Scope)
	return true
}

// refine handles the statuses of a merge (GitLab 18.5, Merge requests API, Merge a merge
// request), and a 404, which may mean a missing permission.
func refine(a *spec.Answer) {
	u, _ := url.Parse(a.URL)
	merge := u != nil && strings.HasSuffix(u.Path, "/merge") && a.Method == http.MethodPut
	switch {
	case a.Row.VendorCode != "":
	case merge && (a.Status == http.StatusMethodNotAllowed || a.Status == http.StatusUnprocessableEntity):
		a.Is(notMergeable)
	case merge && a.Status == http.StatusConflict:
		a.Is(headChanged)
	case a.Status == http.StatusNotFound:
		a.Add(toolerr.WithHint(toolerr.Msg("GitLab gives the same answer for something that the token's user may not see.")))
	}
}
