package gitadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/gitadapter"
	"github.com/errand-go/errand/toolerr"
)

// errNonFastForward is go-git's: the library does not require it. proof/vendorproof
// tests the real one.
var errNonFastForward = errors.New("non-fast-forward update: refs/heads/billing-eu")

// The model learns what to do first, but not the name of the branch.
func ExampleAdapter() {
	err := fmt.Errorf("push: %w", errNonFastForward)

	te := gitadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The branch has commits that the push or pull would drop.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"service":"_git","vendor_code":"non_fast_forward","hint":"Fetch and merge or rebase first. Do not force it unless the user asks for that."}
}
