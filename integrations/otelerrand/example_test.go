package otelerrand_test

import (
	"context"
	"errors"
	"fmt"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/otelerrand"
	"github.com/errand-go/errand/toolerr"
)

// A tool whose spans and errors are reported.
func Example() {
	spans := tracetest.NewInMemoryExporter() // here an exporter of your own
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	telemetry, err := otelerrand.New(otelerrand.WithTracerProvider(provider))
	if err != nil {
		panic(err)
	}
	registry := adapters.Default().WithObserver(telemetry)
	pay := otelerrand.Wrap(telemetry, "pay", func(context.Context, string) (string, error) {
		return "", toolerr.Upstream(429, toolerr.Message{}, toolerr.WithCause(errors.New("token=hunter2")))
	}, registry.For("pay"))

	_, _ = pay(context.Background(), "ada")
	for _, s := range spans.GetSpans() {
		fmt.Println(s.Name, "-", s.Status.Description)
	}
	// Output: execute_tool pay - Upstream HTTP request failed with status code 429 (Too Many Requests).
}
