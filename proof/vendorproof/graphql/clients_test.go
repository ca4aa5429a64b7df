package graphql_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	oldgenqlient "example.com/genqlient/graphql"
	"github.com/Khan/genqlient/graphql"
	"github.com/cli/go-gh/v2/pkg/api"
	hasura "github.com/hasura/go-graphql-client"
	machinebox "github.com/machinebox/graphql"
	"github.com/shurcooL/githubv4"
	shurcool "github.com/shurcooL/graphql"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

var callers = map[string]proof.Call{
	"genqlient": callGenqlient, "hasura": callHasura, "machinebox": callMachinebox, "shurcool": callShurcool, "go-gh": callGh,
	"genqlient v0.5": callOldGenqlient, "githubv4": callGithubv4,
}

// callOldGenqlient makes a call with genqlient v0.5.0, whose errors for a status have no
// type.
func callOldGenqlient(ctx context.Context, hc *http.Client, base string) error {
	var data struct{ Me struct{ ID string } }
	return oldgenqlient.NewClient(base, proof.Authorized(hc)).MakeRequest(ctx, &oldgenqlient.Request{
		Query: "query Me($arg: String) { me(arg: $arg) { id } }", OpName: "Me", Variables: map[string]any{"arg": faults.CanaryUpload},
	}, &oldgenqlient.Response{Data: &data})
}

// callGithubv4 makes a mutation with githubv4, a client for GitHub based on shurcooL's.
func callGithubv4(ctx context.Context, hc *http.Client, base string) error {
	var data struct {
		AddStar struct{ ClientMutationID githubv4.String } `graphql:"addStar(input: $input)"`
	}
	return githubv4.NewEnterpriseClient(base, proof.Authorized(hc)).Mutate(ctx, &data, githubv4.AddStarInput{StarrableID: faults.CanaryUpload}, nil)
}

func callGenqlient(ctx context.Context, hc *http.Client, base string) error {
	var data struct{ Me struct{ ID string } }
	return graphql.NewClient(base, proof.Authorized(hc)).MakeRequest(ctx, &graphql.Request{
		Query: "query Me($arg: String) { me(arg: $arg) { id } }", OpName: "Me", Variables: map[string]any{"arg": faults.CanaryUpload},
	}, &graphql.Response{Data: &data})
}

func callHasura(ctx context.Context, hc *http.Client, base string) error {
	var data struct {
		Me struct{ ID string } `graphql:"me(arg: $arg)"`
	}
	return hasura.NewClient(base, proof.Authorized(hc)).Query(ctx, &data, map[string]any{"arg": faults.CanaryUpload})
}

// callHasuraDebug is callHasura with request and response in the error.
func callHasuraDebug(ctx context.Context, hc *http.Client, base string) error {
	var data struct {
		Me struct{ ID string } `graphql:"me(arg: $arg)"`
	}
	c := hasura.NewClient(base, hc).WithDebug(true).WithRequestModifier(func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+faults.CredentialBearer)
	})
	return c.Query(ctx, &data, map[string]any{"arg": faults.CanaryUpload})
}

func callMachinebox(ctx context.Context, hc *http.Client, base string) error {
	req := machinebox.NewRequest("query ($arg: String) { me(arg: $arg) { id } }")
	req.Var("arg", faults.CanaryUpload)
	var data struct{ Me struct{ ID string } }
	return machinebox.NewClient(base, machinebox.WithHTTPClient(proof.Authorized(hc))).Run(ctx, req, &data)
}

func callShurcool(ctx context.Context, hc *http.Client, base string) error {
	var data struct {
		Me struct{ ID shurcool.String } `graphql:"me(arg: $arg)"`
	}
	return shurcool.NewClient(base, proof.Authorized(hc)).Query(ctx, &data, map[string]any{"arg": shurcool.String(faults.CanaryUpload)})
}

// callGh makes a call with go-gh, which only supports GitHub.
func callGh(ctx context.Context, hc *http.Client, base string) error {
	c, err := api.NewGraphQLClient(api.ClientOptions{
		AuthToken: faults.CredentialBearer, Host: "github.com", Transport: proof.Rebased{Base: base, Client: hc}, LogIgnoreEnv: true,
	})
	if err != nil {
		return err
	}
	var data struct{ Me struct{ ID string } }
	return c.DoWithContext(ctx, "query ($arg: String) { me(arg: $arg) { id } }", map[string]any{"arg": faults.CanaryUpload}, &data)
}

// Refusals with status 200 and with 400 give the same result for every client, as far as
// the client keeps them.
func TestRefusals(t *testing.T) {
	const body = `{"errors":[` +
		`{"message":"Unknown argument \"frist\" on field \"Query.me\". Did you mean \"first\"?","locations":[{"line":1,"column":10}]},` +
		`{"message":"must be defined","path":["variable","input","title"],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`
	argument := toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "frist", Names: []string{"first"}, At: toolerr.Position{Line: 1, Column: 10}}
	variable := toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"variables.input.title"}}
	for name, call := range callers {
		for _, status := range []int{200, 400} {
			want := []toolerr.Finding{argument, variable}
			switch {
			case name == "go-gh" && status == 400:
				continue // an error of its REST client, which githubadapter reads
			case name == "machinebox": // keeps only the message of one error
				want = []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "frist", Names: []string{"first"}}}
			case strings.HasPrefix(name, "shurcool"), name == "githubv4":
				if status == 200 { // drops paths
					want = []toolerr.Finding{argument}
				}
			}
			t.Run(name, func(t *testing.T) {
				s := proof.Serve(t, proof.Answer{Status: status, Body: body})
				proof.Refusal(t, graphqladapter.Adapter, call(t.Context(), s.Client(), s.URL), "", want...)
			})
		}
	}
}
