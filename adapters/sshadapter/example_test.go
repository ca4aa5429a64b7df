package sshadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/sshadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns that a person must correct the login, but not whose it is.
func ExampleAdapter() {
	err := fmt.Errorf("ssh: handshake failed: %w", errors.New("ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain"))

	te := sshadapter.Adapter{}.FromError(fmt.Errorf("deploy@build-7: %w", err))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The host does not accept the tool's login.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"service":"_ssh","vendor_code":"ssh_login_refused","requires_user_action":true,"hint":"Someone has to correct the user, the key or the password."}
}
