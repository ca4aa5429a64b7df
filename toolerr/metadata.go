package toolerr

import (
	"encoding/json"
	"slices"

	"github.com/errand-go/errand/internal/redact"
)

const (
	maxMetadata      = 16  // entries of an error
	maxMetadataValue = 512 // bytes of a value
)

// A metadatum is a fact about a failure that the tool added.
type metadatum struct{ key, value string }

// WithMetadata records a fact about the failure, such as the field that the tool was
// working on, for the report and the developer's part of the log. The agent does not
// see it. The key must be an identifier of at most 64 bytes without the form of a
// credential; otherwise the option is ignored. The value is redacted like a developer
// message, and cut to 512 bytes. An error has at most 16 keys. Of two values with the
// same key, the later one counts.
func WithMetadata(key, value string) Option { return Option{text: key, more: value, set: setMetadata} }

func setMetadata(b *box, o Option) {
	i := slices.IndexFunc(b.p.metadata, func(m metadatum) bool { return m.key == o.text })
	switch {
	case i >= 0:
		b.p.metadata = slices.Clone(b.p.metadata) // the original of this copy keeps its own
		b.p.metadata[i].value = o.more
	case len(b.p.metadata) < maxMetadata && shown(o.text):
		b.p.metadata = append(slices.Clip(b.p.metadata), metadatum{o.text, o.more})
	}
}

// metadataText returns the metadata without credentials, or nil.
func (p *private) metadataText() map[string]string {
	if len(p.metadata) == 0 {
		return nil
	}
	all := make(map[string]string, len(p.metadata))
	for _, m := range p.metadata {
		all[m.key] = m.text()
	}
	return all
}

// redactedValue replaces a value if redaction does not leave valid JSON. It is the text of
// package redact, so that a restored report has the same.
const redactedValue = "(redacted)"

// text returns the value without credentials. Any value of a key such as password is one,
// so key and value are searched together.
func (m metadatum) text() string {
	value := clean(m.value, maxMetadataValue)
	object := appendString(append(appendString([]byte{'{'}, m.key), ':'), value)
	var redacted map[string]string
	if err := json.Unmarshal([]byte(redact.Text(string(append(object, '}')))), &redacted); err != nil {
		return redactedValue
	}
	value, ok := redacted[m.key]
	if !ok {
		return redactedValue
	}
	return fit(value, maxMetadataValue)
}
