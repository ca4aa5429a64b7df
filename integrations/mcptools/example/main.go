// Command example is an MCP server that misbehaves on purpose: tools that fail,
// panic, hang and print. With errand's middleware in front a client gets results
// that a model can act on, and the server stays up. Point a client at it:
//
//	go run ./example                      # stdio
//	go run ./example --http 127.0.0.1:8080  # streamable HTTP
//	go run ./example --bare               # without the middleware, to compare
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcptools"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	addr := flags.String("http", "", "address to serve streamable HTTP on, such as 127.0.0.1:8080; the default is stdio")
	bare := flags.Bool("bare", false, "leave the middleware out")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil // the flags have been listed
	} else if err != nil {
		return err
	}
	server := newServer(*bare)
	if *addr != "" {
		return serveHTTP(ctx, server, *addr)
	}
	// Standard output is the protocol's. Whatever else writes there, a tool that
	// prints for one, writes to standard error.
	protocol := os.Stdout
	os.Stdout = os.Stderr
	err := server.Run(ctx, &mcp.IOTransport{Reader: os.Stdin, Writer: protocol})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil // the client has gone
	}
	return err
}

func newServer(bare bool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "errand-example", Version: "1"}, nil)
	if !bare {
		log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
		server.AddReceivingMiddleware(mcptools.Middleware(adapters.Default(), mcptools.WithTimeout(2*time.Second), mcptools.WithLogger(log)))
	}
	addTools(server)
	return server
}

func serveHTTP(ctx context.Context, server *mcp.Server, addr string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	fmt.Fprintf(os.Stderr, "listening on http://%s\n", listener.Addr())
	if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
