// Broker is a tool that asks another service over NATS.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/toolerr"
)

// asker returns the tool. It returns the client's errors unchanged.
func asker(conn *nats.Conn) func(context.Context, string) (string, error) {
	return func(ctx context.Context, sku string) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		reply, err := conn.RequestWithContext(ctx, "stock.eu-north-1.internal", []byte(sku))
		if err != nil {
			return "", err
		}
		return string(reply.Data), nil
	}
}

func main() {
	addr, closeServer := standin.NATS()
	defer closeServer()
	conn, err := nats.Connect("nats://bot:s3cr3t@" + addr)
	if err != nil {
		panic(err)
	}
	registry := adapters.Default().WithLogger(standin.Logger())
	stock := adapter.Wrap(asker(conn), registry.For("stock"))

	count, err := stock(context.Background(), "MUG-7") // the subject has no subscriber
	fmt.Println(toolerr.Result(count, err))            // what the model reads

	conn.Close()
	count, err = stock(context.Background(), "MUG-7")
	fmt.Println(toolerr.Result(count, err))
}
