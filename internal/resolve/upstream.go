package resolve

import (
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

// Upstream returns at most 500 bytes of a service's message, without credentials and without
// secrets of the call.
func (c *Call) Upstream(message string) toolerr.Message {
	return redacted(c.hidden(message), maxUpstream)
}

// Own returns at most 2 KiB of a tool's text, likewise.
func (c *Call) Own(message string) toolerr.Message { return redacted(c.hidden(message), maxBytes) }

// hidden returns a text without the secrets of the call.
func (c *Call) hidden(text string) string {
	c.searched()
	return c.denied.hidden(text)
}

// redacted returns a text without credentials, cut to a number of bytes.
func redacted(message string, most int) toolerr.Message {
	cut := len(message) > maxRaw
	text := redact.Text(message[:min(len(message), maxRaw)])
	if cut {
		// A credential that this cut splits no longer has its shape. The text before the cut is
		// dropped, back to a character that is in no credential.
		text = text[:max(len(text)-overlap, 0)]
		most := len(text) - maxRaw/4
		for len(text) > max(most, 0) && strings.IndexByte(" \t\r\n\"'<>(){}[],;&", text[len(text)-1]) < 0 {
			text = text[:len(text)-1]
		}
	}
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	if cut || len(text) > most {
		n := min(most-len("…"), len(text))
		for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n] + "…"
	}
	return toolerr.UncheckedMessage(text) //nolint:forbidigo // the tool's author allowed the service's text
}
