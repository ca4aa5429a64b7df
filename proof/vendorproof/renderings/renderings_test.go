// Package renderings_test renders an error with the printers, differs, loggers and crash
// reporters that programs use, and searches the results for secrets.
package renderings_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/davecgh/go-spew/spew"
	"github.com/getsentry/sentry-go"
	"github.com/google/go-cmp/cmp"
	"github.com/k0kubun/pp/v3"
	"github.com/kr/pretty"
	"github.com/rs/zerolog"
	"github.com/sanity-io/litter"
	"github.com/sirupsen/logrus"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/errand-go/errand/toolerr"
)

const (
	content    = "quorvex row 8841"
	credential = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
)

// full returns an error with secrets in every place that can have some.
func full() *toolerr.ToolRuntimeError {
	secret := content + " token=" + credential
	return toolerr.Upstream(429, toolerr.Message{},
		toolerr.WithCause(fmt.Errorf("wrapped: %w", errors.New(secret))), toolerr.WithDeveloperMessage(secret),
		toolerr.WithEndpoint("POST", "https://user:"+credential+"@api.example/quorvex?key="+credential),
		toolerr.WithVendorCode("quorvex"), toolerr.WithRetryAfter(time.Second))
}

// holder is a typical place of errors: in a struct, as an interface and as a pointer.
type holder struct {
	Err  error
	Te   *toolerr.ToolRuntimeError
	List []error
}

func values() map[string]any {
	e := full()
	return map[string]any{
		"the error": e, "a wrapped one": fmt.Errorf("tool: %w", e), "a joined one": errors.Join(e, e),
		"a struct": holder{e, e, []error{e}}, "a pointer": &holder{Err: e}, "a value": *e, "a map": map[string]error{"e": e},
	}
}

// printers show a value to developers.
var printers = map[string]func(v any) string{
	"spew.Sdump": func(v any) string { return spew.Sdump(v) },
	"spew %#+v":  func(v any) string { return spew.Sprintf("%#+v", v) },
	"spew, no calls": func(v any) string {
		c := spew.ConfigState{DisableMethods: true, DisablePointerMethods: true}
		return c.Sdump(v)
	},
	"pretty.Sprint": func(v any) string { return pretty.Sprint(v) },
	"pretty %# v":   func(v any) string { return fmt.Sprintf("%# v", pretty.Formatter(v)) },
	"litter":        func(v any) string { return litter.Sdump(v) },
	"pp":            func(v any) string { p := pp.New(); p.SetColoringEnabled(false); return p.Sprint(v) },
	"cmp.Diff, whole": func(v any) string {
		return cmp.Diff(v, any("something else"), cmp.Exporter(func(reflect.Type) bool { return true }))
	},
}

func TestPrinters(t *testing.T) {
	for name, show := range printers {
		for what, v := range values() {
			t.Run(name+"/"+what, func(t *testing.T) {
				shown := show(v)
				require.NotEmpty(t, shown)
				assertHidden(t, shown)
			})
		}
	}
}

// logged returns the lines of loggers for the error.
func logged(e error) map[string]string {
	lines := map[string]string{}
	var b bytes.Buffer
	take := func(name string) { lines[name] = b.String(); b.Reset() }

	z := zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(&b), zap.DebugLevel))
	z.Error("failed", zap.Error(e))
	take("zap.Error")
	z.Error("failed", zap.Any("err", e), zap.Reflect("raw", e), zap.Errors("all", []error{e}))
	take("zap.Any")
	zl := zerolog.New(&b)
	zl.Error().Stack().Err(e).Msg("failed")
	take("zerolog.Err")
	zl.Error().Interface("err", e).Errs("all", []error{e}).Msg("failed")
	take("zerolog.Interface")
	l := logrus.New()
	l.SetOutput(&b)
	l.WithError(e).Error("failed")
	take("logrus, text")
	l.SetFormatter(&logrus.JSONFormatter{})
	l.WithError(e).WithField("raw", e).Error("failed")
	take("logrus, JSON")
	return lines
}

func TestLoggers(t *testing.T) {
	for what, e := range map[string]error{"the error": full(), "a wrapped one": fmt.Errorf("tool: %w", full()), "a joined one": errors.Join(full(), full())} {
		for name, line := range logged(e) {
			t.Run(name+"/"+what, func(t *testing.T) {
				assert.Contains(t, line, "429", "the logger names the failure")
				assertHidden(t, line)
			})
		}
	}
}

// sentry-go follows Unwrap, and for older error packages Cause. With Unwrap it finds the
// agent's view.
func TestCrashReporter(t *testing.T) {
	var events []*sentry.Event
	client, err := sentry.NewClient(sentry.ClientOptions{BeforeSend: func(e *sentry.Event, _ *sentry.EventHint) *sentry.Event {
		events = append(events, e)
		return nil
	}})
	require.NoError(t, err)
	hub := sentry.NewHub(client, sentry.NewScope())
	hub.CaptureException(fmt.Errorf("tool: %w", full()))
	require.Len(t, events, 1)
	for _, x := range events[0].Exception {
		if x.Type == "*toolerr.ToolRuntimeError" || strings.Contains(x.Value, "tool: ") {
			assertHidden(t, x.Value)
		}
	}
	// docs/rough_edges.md: with Cause it also reports the vendor's text. A program that sends
	// errors to others sends the report.
	assert.Contains(t, fmt.Sprint(events[0].Exception), content)
	raw, err := json.Marshal(full().Report())
	require.NoError(t, err)
	assert.NotContains(t, string(raw), credential)
}

func assertHidden(t *testing.T, shown string) {
	t.Helper()
	for _, canary := range []string{"quorvex", "8841", credential, credential[4:20]} {
		assert.NotContains(t, shown, canary)
	}
}
