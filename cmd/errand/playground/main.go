//go:build js

// Playground is the site's playground as WebAssembly. It sets the function errandReply,
// which answers a question in JSON.
package main

import (
	"syscall/js"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/playground"
)

func main() {
	js.Global().Set("errandReply", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return playground.Reply(args[0].String(), time.Now())
	}))
	select {} // the function is called from outside
}
