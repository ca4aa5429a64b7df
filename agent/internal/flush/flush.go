// Package flush writes texts through writers that have buffers.
package flush

import (
	"errors"
	"io"
	"net/http"
)

// Write writes a text to w and flushes w, if w has a method for that: Flush() error, as a
// bufio.Writer has, Flush(), or those of an http.ResponseWriter. It does nothing for "".
func Write(w io.Writer, text string) error {
	if text == "" {
		return nil
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	switch w := w.(type) {
	case http.ResponseWriter:
		if err := http.NewResponseController(w).Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
	case interface{ Flush() error }:
		return w.Flush()
	case http.Flusher:
		w.Flush()
	}
	return nil
}
