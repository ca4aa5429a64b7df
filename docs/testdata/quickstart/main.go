package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

func main() {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "quota of account 8841 is used up", http.StatusTooManyRequests)
	}))
	defer api.Close()

	search := adapter.Wrap(func(ctx context.Context, query string) (string, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, api.URL+"/search?key=s3cr3t&q="+url.QueryEscape(query), nil)
		if err != nil {
			return "", err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		if err := httpadapter.CheckResponse(resp); err != nil {
			return "", err
		}
		body, err := io.ReadAll(resp.Body)
		return string(body), err
	}, adapters.Default().For("search"))

	found, err := search(context.Background(), "cats & dogs")
	fmt.Println(toolerr.Result(found, err)) // what the model reads
}
