package otelerrand_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

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

// The text log of a program whose logs others may read: without the group that
// is for developers alone.
func Example_slog() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || len(groups) > 0 && groups[len(groups)-1] == "dev" {
				return slog.Attr{}
			}
			return a
		},
	}))
	log.Warn("tool failed", "error", toolerr.Upstream(503, toolerr.Message{}, toolerr.WithCause(errors.New("dial 10.1.2.3"))))
	// Output:
	// level=WARN msg="tool failed" error.kind=UPSTREAM_RUNTIME_SERVER_ERROR error.class=upstream error.message="Upstream HTTP request failed with status code 503 (Service Unavailable)." error.can_retry=true error.status=503 error.effect=unknown
}
