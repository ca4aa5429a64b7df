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

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/faults"
)

const (
	instruction = "You run the back office of a small shop through your tools. Use every tool that a request needs, once each, " +
		"and repeat a call only where its result says that it may help. Then report what you found, what could not be done, and why."
	question = "Make the morning report: the open orders, customer 7, the stock of part P-100, the rate from EUR to USD. And refund order 12."
)

func main() {
	model := flag.String("model", "", "the provider and the model: openai:`NAME`, anthropic:NAME or gemini:NAME")
	baseURL := flag.String("base-url", "", "another `URL` than the provider's own: of a proxy, or of a compatible server")
	ask := flag.String("ask", question, "what to say to the model")
	flag.Parse()
	// net/http logs protocol violations to the process's logger. This server violates the
	// protocol on purpose.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, *model, *baseURL, *ask)
	stop()
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "live:", err)
		os.Exit(1)
	}
}

// run asks the model, and prints what happens.
func run(ctx context.Context, out io.Writer, name, baseURL, ask string) error {
	model, err := open(ctx, name, baseURL)
	if err != nil {
		return err
	}
	server, err := faults.Start()
	if err != nil {
		return err
	}
	defer server.Close()
	a, err := agent.New(agent.Config{
		Name: "clerk", Model: model, Instruction: instruction, Tools: newShop(server).tools(), Adapters: adapters.Default(),
	})
	if err != nil {
		return err
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "live", Agent: a, CreateSessions: true})
	if err != nil {
		return err
	}
	leaks, failures := []string(nil), 0
	for e, err := range runner.Run(ctx, agent.SessionRef{User: "you", ID: "live"}, agent.Say(ask)) {
		if err != nil {
			explain(out, err)
			return err
		}
		show(out, e)
		for _, r := range e.FunctionResponses() {
			leaks = append(leaks, faults.Planted().Find(string(r.Response))...)
			if r.IsError {
				failures++
			}
		}
	}
	_, _ = fmt.Fprintf(out, "\n%d results reported a failed call.\n", failures)
	if len(leaks) > 0 {
		return fmt.Errorf("this text of the services' errors reached the model: %v", leaks)
	}
	_, _ = fmt.Fprintln(out, "No text of the services' errors reached the model.")
	return nil
}

// show prints an event.
func show(out io.Writer, e *agent.Event) {
	if text := e.Content.Text(); text != "" {
		_, _ = fmt.Fprintf(out, "model: %s\n", text)
	}
	for _, call := range e.FunctionCalls() {
		_, _ = fmt.Fprintf(out, "\ncall %s %s\n", call.Name, call.Args)
	}
	for _, r := range e.FunctionResponses() {
		_, _ = fmt.Fprintf(out, "\n%s %s after %d attempts: %s\n", r.Name, r.Outcome, max(r.Attempts, 1), r.Response)
	}
	if e.IsError() {
		_, _ = fmt.Fprintf(out, "\n%s: %s\n", e.ErrorCode, e.ErrorMessage)
	}
}

// explain prints what the program knows of the failure of a run. The text of the error is
// errand's; the provider's text is for developers.
func explain(out io.Writer, err error) {
	hard, ok := errors.AsType[*agent.RunError](err)
	if !ok {
		return
	}
	te := hard.Detail()
	_, _ = fmt.Fprintf(out, "\nThe run failed: %v\n  kind:     %s, %s\n  guidance: %s\n  hint:     %s\n  for the developer: %s\n",
		err, string(hard.Kind), string(te.Kind()), hard.Guidance, te.Hint(), te.DeveloperMessage())
}
