package toolerr

import "math/rand/v2"

const (
	// referenceLength is the length of a reference: 65 bits in base32.
	referenceLength = 13
	base32          = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" // RFC 4648, section 6
)

// WithReference gives an error a new reference, unless it has one. Package adapter does so
// for an error that a logger or an observer gets.
func WithReference() Option { return Option{set: setReference} }

func setReference(b *box, o Option) {
	switch {
	case isReference(o.text):
		copy(b.e.reference[:], o.text)
	case b.e.reference[0] == 0:
		first, second := rand.Uint64(), rand.Uint64() // 12 characters take 60 of 64 bits
		for i := range b.e.reference {
			b.e.reference[i] = base32[first%32]
			if first >>= 5; i == referenceLength-2 {
				first = second
			}
		}
	}
}

func isReference(s string) bool {
	for _, r := range s {
		if (r < 'A' || r > 'Z') && (r < '2' || r > '7') {
			return false
		}
	}
	return len(s) == referenceLength
}

// Reference returns a random word that a user can quote and an operator can find: it is in
// the payload, the log record, the report and the spans of the same failure. It is "" for an
// error that no logger, observer or span got.
func (e *ToolRuntimeError) Reference() string {
	if e = e.self(); e.reference[0] == 0 {
		return ""
	}
	return string(e.reference[:])
}
