package dockeradapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/dockeradapter"
	"github.com/errand-go/errand/toolerr"
)

// missing is the client's error for an object that does not exist. Its method shows that.
type missing struct{ error }

func (missing) NotFound() {}

// The model learns that there is no such container, but not its name.
func ExampleAdapter() {
	err := fmt.Errorf("stop: %w", missing{errors.New("Error: No such container: billing-eu-1")})

	te := dockeradapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Docker request failed (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"service":"_docker","vendor_code":"not_found","hint":"Check the name or the id. Look up what exists, if there is a way to."}
}
