package graphql_test

import (
	"context"
	"net/http"
	"net/url"

	"github.com/Khan/genqlient/graphql"
	"github.com/cli/go-gh/v2/pkg/api"
	hasura "github.com/hasura/go-graphql-client"
	machinebox "github.com/machinebox/graphql"
	shurcool "github.com/shurcooL/graphql"

	"github.com/errand-go/errand/conformance/faults"
)

// A caller makes one call of a client, with something secret in it.
type caller func(ctx context.Context, base string, hc *http.Client) error

var callers = map[string]caller{
	"genqlient": callGenqlient, "hasura": callHasura, "machinebox": callMachinebox, "shurcool": callShurcool, "go-gh": callGh,
}

// authorized puts a token into each request.
type authorized struct{ base http.RoundTripper }

func (a authorized) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+faults.CredentialBearer)
	return a.base.RoundTrip(r)
}

func with(hc *http.Client) *http.Client {
	c := *hc
	if c.Transport == nil {
		c.Transport = http.DefaultTransport
	}
	c.Transport = authorized{c.Transport}
	return &c
}

func callGenqlient(ctx context.Context, base string, hc *http.Client) error {
	var data struct{ Me struct{ ID string } }
	return graphql.NewClient(base, with(hc)).MakeRequest(ctx, &graphql.Request{
		Query: "query Me($arg: String) { me(arg: $arg) { id } }", OpName: "Me", Variables: map[string]any{"arg": faults.CanaryUpload},
	}, &graphql.Response{Data: &data})
}

func callHasura(ctx context.Context, base string, hc *http.Client) error {
	var data struct {
		Me struct{ ID string } `graphql:"me(arg: $arg)"`
	}
	return hasura.NewClient(base, with(hc)).Query(ctx, &data, map[string]any{"arg": faults.CanaryUpload})
}

// callHasuraDebug is callHasura with request and response in the error.
func callHasuraDebug(ctx context.Context, base string, hc *http.Client) error {
	var data struct {
		Me struct{ ID string } `graphql:"me(arg: $arg)"`
	}
	c := hasura.NewClient(base, hc).WithDebug(true).WithRequestModifier(func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+faults.CredentialBearer)
	})
	return c.Query(ctx, &data, map[string]any{"arg": faults.CanaryUpload})
}

func callMachinebox(ctx context.Context, base string, hc *http.Client) error {
	req := machinebox.NewRequest("query ($arg: String) { me(arg: $arg) { id } }")
	req.Var("arg", faults.CanaryUpload)
	var data struct{ Me struct{ ID string } }
	return machinebox.NewClient(base, machinebox.WithHTTPClient(with(hc))).Run(ctx, req, &data)
}

func callShurcool(ctx context.Context, base string, hc *http.Client) error {
	var data struct {
		Me struct{ ID shurcool.String } `graphql:"me(arg: $arg)"`
	}
	return shurcool.NewClient(base, with(hc)).Query(ctx, &data, map[string]any{"arg": shurcool.String(faults.CanaryUpload)})
}

// rebased sends every request to another server: go-gh knows GitHub's alone.
type rebased struct {
	base string
	hc   *http.Client
}

func (r rebased) RoundTrip(req *http.Request) (*http.Response, error) {
	u, err := url.Parse(r.base)
	if err != nil {
		return nil, err
	}
	req = req.Clone(req.Context())
	req.URL, req.Host = u, ""
	t := r.hc.Transport
	if t == nil {
		t = http.DefaultTransport
	}
	return t.RoundTrip(req)
}

func callGh(ctx context.Context, base string, hc *http.Client) error {
	c, err := api.NewGraphQLClient(api.ClientOptions{
		AuthToken: faults.CredentialBearer, Host: "github.com", Transport: rebased{base, hc}, LogIgnoreEnv: true,
	})
	if err != nil {
		return err
	}
	var data struct{ Me struct{ ID string } }
	return c.DoWithContext(ctx, "query ($arg: String) { me(arg: $arg) { id } }", map[string]any{"arg": faults.CanaryUpload}, &data)
}
