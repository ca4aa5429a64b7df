package toolerr

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/redact"
)

const (
	maxDeveloper = 2 << 10 // bytes of a developer message
	maxRaw       = 8 << 10 // bytes of text that are searched for credentials
	maxStack     = 8 << 10 // bytes of a stack
)

// DeveloperMessage returns a text about the failure for developers who read logs: the text
// of [WithDeveloperMessage], or else the text of the cause, with the results of the method
// DeveloperMessage() string of errors in it. Credentials are redacted, and the text has at
// most 2 KiB. It is made again at each call. No model may read it.
func (e *ToolRuntimeError) DeveloperMessage() string {
	return clean(e.self().developerText(), maxDeveloper)
}

// developerText returns the unredacted text.
func (e *ToolRuntimeError) developerText() string {
	p := e.private()
	if p.developer != "" {
		return p.developer
	}
	if p.cause == nil {
		return e.Error()
	}
	text := errorText(p.cause)
	if text == "" {
		text = e.Error()
	}
	// The text of the cause lacks the developer text of a ToolRuntimeError inside it.
	included := []*private{p}
	e.walkCause(func(inner error) bool {
		te, ok := inner.(*ToolRuntimeError) //nolint:errorlint // one node of a walk
		if !ok {
			if more := toldBy(inner); more != "" {
				text += "\n" + more
			}
			return len(text) < maxRaw
		}
		q := te.priv()
		if slices.Contains(included, q) { // in a cycle, or twice in the tree
			return true
		}
		included = append(included, q)
		switch {
		case q.developer != "":
			text += "\n" + q.developer
		case q.cause != nil:
			text += "\n" + errorText(q.cause)
		}
		return len(text) < maxRaw
	})
	return text
}

// toldBy returns the text for developers that an error of another package has besides its
// own text, such as the start of a response's body. The error has a method
// DeveloperMessage() string for it.
func toldBy(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	if x, ok := err.(interface{ DeveloperMessage() string }); ok {
		text = x.DeveloperMessage()
	}
	return text[:min(len(text), maxRaw+1)]
}

// errorText returns the part of the text of err that is searched for credentials.
func errorText(err error) string {
	text := errtree.Text(err)
	return text[:min(len(text), maxRaw+1)]
}

// clean redacts text and cuts it to limit bytes at a rune boundary.
func clean(text string, limit int) string {
	if text == "" {
		return ""
	}
	raw := max(maxRaw, 4*limit)
	if len(text) <= raw {
		return fit(redact.Text(text), limit)
	}
	// A credential that this cut splits no longer has its shape, and redaction makes texts
	// shorter, so that the cut can become visible. The text before the cut is dropped, back to
	// a character that is in no credential.
	text = redact.Text(text[:raw])
	text = strings.TrimRightFunc(text[:max(len(text)-limit/2, 0)], func(r rune) bool {
		return !unicode.IsSpace(r) && !strings.ContainsRune("\"'<>(){}[],;&", r)
	})
	// Redaction can take the ellipsis for a part of the value before it.
	return fit(redact.Text(text+ellipsis), limit)
}

// ellipsis marks the place where text was cut.
const ellipsis = "…"

// fit cuts redacted text to limit bytes, so that cleaning it again does not change it.
func fit(text string, limit int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	for range 4 {
		if len(text) <= limit {
			return text
		}
		n := limit - len(ellipsis)
		for !utf8.RuneStart(text[n]) {
			n--
		}
		// The rest can have the form of another credential.
		short := text[:n] + ellipsis
		if text = redact.Text(short); text == short {
			return text
		}
	}
	return ellipsis
}

// cleanLine is clean for values that are short.
func cleanLine(text string) string { return clean(text, maxPath) }

// causeTypes returns the Go types in the cause, outermost first.
func (e *ToolRuntimeError) causeTypes() []string {
	var types []string
	e.walkCause(func(err error) bool {
		types = append(types, fmt.Sprintf("%T", err))
		return len(types) < 16
	})
	return types
}
