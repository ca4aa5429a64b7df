// Package renderings_test writes an error with the loggers that programs use, as the pages
// show.
package renderings_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"testing"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
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
		toolerr.WithEndpoint("POST", "https://user:"+credential+"@api.example/quorvex?key="+credential))
}

// zapError is zap.Error with the developer's view of an error.
func zapError(err error) zap.Field { return zap.String("error", toolerr.DeveloperText(err)) }

// withZerolog makes zerolog write the developer's view of every error.
func withZerolog() {
	zerolog.ErrorMarshalFunc = func(err error) any { return toolerr.DeveloperText(err) }
}

// logrError writes an error with its developer's view.
func logrError(l logr.Logger, err error, message string) {
	l.Error(err, message, "developer", toolerr.DeveloperText(err))
}

// Each logger shows the developer's view of an error, wrapped or not, and no credential.
func TestLoggersShowDevelopers(t *testing.T) {
	before := zerolog.ErrorMarshalFunc
	t.Cleanup(func() { zerolog.ErrorMarshalFunc = before })
	withZerolog()
	loggers := map[string]func(w io.Writer, err error){
		"zap": func(w io.Writer, err error) {
			l := zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(w), zap.DebugLevel))
			l.Error("search failed", zapError(err))
		},
		"zerolog": func(w io.Writer, err error) {
			l := zerolog.New(w)
			l.Error().Err(err).Msg("search failed")
		},
		"logr": func(w io.Writer, err error) {
			l := funcr.New(func(_, args string) { _, _ = fmt.Fprintln(w, args) }, funcr.Options{})
			logrError(l, err, "search failed")
		},
		"log": func(w io.Writer, err error) {
			l := log.New(w, "", 0)
			l.Printf("search failed: %s", toolerr.DeveloperText(err))
		},
		"slog": func(w io.Writer, err error) {
			logger := slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: toolerr.LogAttr}))
			logger.Error("search failed", "error", err)
		},
	}
	e := full()
	for name, write := range loggers {
		for what, err := range map[string]error{"itself": e, "wrapped": fmt.Errorf("tool: %w", e), "joined": errors.Join(io.EOF, e)} {
			t.Run(name+", "+what, func(t *testing.T) {
				var b bytes.Buffer
				write(&b, err)
				assert.Contains(t, b.String(), content)
				assert.NotContains(t, b.String(), credential)
			})
		}
		t.Run(name+", another's", func(t *testing.T) {
			var b bytes.Buffer
			write(&b, fmt.Errorf("read: %w", io.EOF))
			assert.Contains(t, b.String(), "read: EOF")
		})
	}
}
