package redisadapter_test

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/toolerr"
)

// reply replaces go-redis's proto.RedisError.
type reply string

func (r reply) Error() string { return string(r) }
func (reply) RedisError()     {}

// The model needs only the server's word. It does not see the arguments after it.
func ExampleAdapter() {
	run := adapter.Wrap(func(context.Context, string) (string, error) {
		return "", reply("ERR unknown command 'SETT', with args beginning with: 'session:mara' 'eyJhbGciOi'")
	}, adapter.NewChain(redisadapter.Adapter{}))

	_, err := run(context.Background(), "")
	fmt.Println(toolerr.Result(nil, err))
	// Output:
	// {"success":false,"error":"Redis refused the command.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"service":"_redis","vendor_code":"ERR","hint":"Check the command, its arguments and the type of the value."}
}
