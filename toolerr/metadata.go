package toolerr

import (
	"encoding/json"
	"maps"

	"github.com/errand-go/errand/internal/redact"
)

const (
	maxMetadata      = 16  // entries of an error
	maxMetadataValue = 512 // bytes of a value
)

// WithMetadata records a fact about the failure, such as the field that the tool was
// working on, for the report and the developer's part of the log. The agent does not
// see it. The key must be an identifier of at most 64 bytes without the form of a
// credential; otherwise the option is ignored. The value is redacted like a developer
// message, and cut to 512 bytes. An error has at most 16 keys. Of two values with the
// same key, the later one counts.
func WithMetadata(key, value string) Option { return Option{text: key, more: value, set: setMetadata} }

func setMetadata(b *box, o Option) {
	if _, known := b.p.metadata[o.text]; !known && (len(b.p.metadata) >= maxMetadata || !shown(o.text)) {
		return
	}
	all := map[string]string{o.text: o.more}
	maps.Copy(all, b.p.metadata) // the original of this copy keeps its own
	all[o.text] = o.more
	b.p.metadata = all
}

// metadataTexts returns the metadata without credentials, or nil.
func (p *private) metadataTexts() map[string]string {
	all := maps.Clone(p.metadata)
	for key, value := range all {
		all[key] = metadataText(key, value)
	}
	return all
}

// redactedValue replaces a value if redaction does not leave valid JSON. It is the text of
// package redact, so that a restored report has the same.
const redactedValue = "(redacted)"

// metadataText returns a value without credentials. Any value of a key such as password is
// one, so key and value are searched together.
func metadataText(key, value string) string {
	value = clean(value, maxMetadataValue)
	object := appendString(append(appendString([]byte{'{'}, key), ':'), value)
	var redacted map[string]string
	if err := json.Unmarshal([]byte(redact.Text(string(append(object, '}')))), &redacted); err != nil {
		return redactedValue
	}
	value, ok := redacted[key]
	if !ok {
		return redactedValue
	}
	return fit(value, maxMetadataValue)
}
