package adktools_test

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/adktools"
)

func Example() {
	registry := adapters.Default()
	onToolError := adktools.OnToolError[adkContext, adkTool](registry)
	got, _ := onToolError(aContext{context.Background()}, aTool("fetch"), nil, notFound())
	fmt.Println(got["success"], got["error"])
	// Output: false Upstream HTTP request failed with status code 404 (Not Found).
}
