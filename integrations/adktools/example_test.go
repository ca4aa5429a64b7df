package adktools_test

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/integrations/adktools"
)

func Example() {
	registry := adapter.NewRegistry().With("fetch", httpadapter.Adapter{})
	onToolError := adktools.OnToolError[adkContext, adkTool](registry)
	got, _ := onToolError(aContext{context.Background()}, aTool("fetch"), nil, notFound())
	fmt.Println(got["success"], got["error"])
	// Output: false Upstream HTTP request failed with status code 404 (Not Found).
}
