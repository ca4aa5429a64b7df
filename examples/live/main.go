// Live is an agent with a real model, whose tools fail for real: a server on this machine
// misbehaves like real services. It prints the failures of the tools, the results that the
// model got, and the model's answer.
//
//	OPENAI_API_KEY=… live --model openai:gpt-5.4
//	live --model openai:llama3.3 --base-url http://localhost:11434/v1
//
// `errand demo` shows such errors without a model, and needs no key.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/faults"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	// net/http logs protocol violations to the process's logger. This server violates the
	// protocol on purpose.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options are the options of the command line.
type options struct {
	model, baseURL, ask string
	stream              bool
	timeout             time.Duration
}

const (
	instruction = "You run the back office of a small shop through your tools. Use every tool that a request needs, once each, " +
		"and repeat a call only where its result says that it may help. Then report what you found, what could not be done, and why."
	question = "Make the morning report: the open orders, customer 7, the stock of part P-100, the rate from EUR to USD. And refund order 12."
)

func parse(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("live", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.model, "model", "", "the provider and the model: openai:`NAME`, anthropic:NAME or gemini:NAME")
	flags.StringVar(&o.baseURL, "base-url", "", "another `URL` than the provider's own: of a proxy, or of a compatible server")
	flags.StringVar(&o.ask, "ask", question, "what to say to the model")
	flags.BoolVar(&o.stream, "stream", false, "print the model's answer as it comes")
	flags.DurationVar(&o.timeout, "timeout", 5*time.Minute, "how long the run may take")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 || o.model == "" {
		flags.Usage()
		return o, errors.New("live takes --model and no arguments")
	}
	return o, nil
}

func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		return complain(stderr, err)
	}
	model, err := open(ctx, o.model, o.baseURL, getenv)
	if err != nil {
		return complain(stderr, err)
	}
	server, err := faults.Start()
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "live:", err)
		return exitFailed
	}
	defer server.Close()
	runner, err := newRunner(model, newShop(server))
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "live:", err)
		return exitFailed
	}
	p := printer{out: stdout, stream: o.stream}
	return p.play(ctx, runner, o)
}

func complain(stderr io.Writer, err error) int {
	_, _ = fmt.Fprintln(stderr, "live:", err)
	return exitUsage
}

func newRunner(model agent.Model, s *shop) (*agent.Runner, error) {
	a, err := agent.New(agent.Config{
		Name: "clerk", Model: model, Instruction: instruction, Tools: s.tools(), Adapters: adapters.Default(),
	})
	if err != nil {
		return nil, err
	}
	return agent.NewRunner(agent.RunnerConfig{App: "live", Agent: a, CreateSessions: true})
}
