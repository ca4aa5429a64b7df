// Command size is a program with one tool that reads JSON over HTTP, as nearly
// all tools do. It is built twice, with none.go and with all.go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

type article struct {
	Title string `json:"title"`
}

func fetch(ctx context.Context, url string) (a article, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return a, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	return a, json.NewDecoder(resp.Body).Decode(&a)
}

func main() {
	tool := adapter.Wrap(fetch, registry().For("fetch"))
	fmt.Println(toolerr.Result(tool(context.Background(), os.Args[1])))
}
