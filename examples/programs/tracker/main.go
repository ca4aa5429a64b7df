// Tracker is a tool that files issues at GitHub.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/google/go-github/v89/github"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/toolerr"
)

// An issue has the arguments of the tool.
type issue struct {
	Repo   string   `json:"repo"`
	Title  string   `json:"title"`
	Labels []string `json:"labels"`
}

// file returns the client's errors unchanged.
func file(ctx context.Context, client *github.Client, arguments json.RawMessage) (int, error) {
	var in issue
	if err := json.Unmarshal(arguments, &in); err != nil {
		return 0, toolerr.InvalidInputf("", "must be a JSON object that fits the schema: %w", err)
	}
	made, _, err := client.Issues.Create(ctx, "acme", in.Repo, &github.IssueRequest{Title: &in.Title, Labels: &in.Labels})
	return made.GetNumber(), err
}

func main() {
	web, closeServer := standin.Client(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/repos/acme/secret/issues" {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"message":"Not Found"}`)
			return
		}
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, `{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}`)
	})
	defer closeServer()
	client, err := github.NewClient(github.WithHTTPClient(web), github.WithAuthToken("ghp_s3cr3t"))
	if err != nil {
		panic(err)
	}
	registry := adapters.Default().WithLogger(standin.Logger())
	for _, arguments := range []string{`{"repo":"shop","title":"","labels":["bug"]}`, `{"repo":"secret","title":"Broken","labels":[]}`} {
		call := adapter.Call{Arguments: json.RawMessage(arguments)}
		p := adapter.Serve(context.Background(), registry, "file_issue", call, func(ctx context.Context) (int, error) {
			return file(ctx, client, call.Arguments)
		})
		fmt.Println(p) // what the model reads
	}
}
