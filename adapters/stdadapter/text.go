package stdadapter

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// A textRule recognises an error that has nothing but a text: a last resort. It
// is matched against errors made by errors.New, or by fmt.Errorf around nothing,
// and only innermost ones.
type textRule struct {
	text   string
	prefix bool // the text goes on, with something of the input
	inFile bool // below an error of a file only
	code   string
	hint   toolerr.Message // instead of the row's
	seen   string          // the version whose source has the text
}

const (
	seenOS   = "go1.26.8 os"
	seenJSON = "go1.26.8 encoding/json decode.go"
	seenZone = "go1.26.8 time zoneinfo.go"
	seenMail = "go1.26.8 net/mail message.go"
	seenSMTP = "go1.26.8 net/smtp smtp.go"
	// The values are exported. But comparing them links the compressors: 100 KB,
	// measured with go1.26.8.
	seenZip = "go1.26.8 archive/zip reader.go"
	seenTar = "go1.26.8 archive/tar common.go"
)

// textRules is the whole list. A test makes the standard library say each, so
// that a change there breaks the test.
var textRules = [...]textRule{
	{text: "path escapes from parent", inFile: true, code: pathEscapes, seen: seenOS + " file.go"},
	{text: "not a directory", inFile: true, code: notDirectory, seen: seenOS + " root_unix.go"},
	{text: "zip: insecure file path", code: pathEscapes, seen: seenZip},
	{text: "archive/tar: insecure file path", code: pathEscapes, seen: seenTar},

	{text: `json: unknown field "`, prefix: true, code: invalidJSON, hint: toolerr.Msg("It has a field that the tool does not know."), seen: seenJSON},

	{text: "unknown time zone ", prefix: true, code: unknownTimeZone, seen: seenZone},
	{text: "time: invalid location name", code: unknownTimeZone, seen: seenZone},

	{text: "zip: not a valid zip file", code: invalidArchive, seen: seenZip},
	{text: "zip: unsupported compression algorithm", code: invalidArchive, seen: seenZip},
	{text: "zip: checksum error", code: invalidArchive, seen: seenZip},
	{text: "archive/tar: invalid tar header", code: invalidArchive, seen: seenTar},

	{text: "mail: no address", code: invalidAddress, seen: seenMail},
	{text: "mail: missing '@' or angle-addr", code: invalidAddress, seen: seenMail},
	{text: "mail: no angle-addr", code: invalidAddress, seen: seenMail},
	{text: "mail: unclosed angle-addr", code: invalidAddress, seen: seenMail},
	{text: "mail: expected comma", code: invalidAddress, seen: seenMail},
	{text: `mail: expected single address, got "`, prefix: true, code: invalidAddress, seen: seenMail},
	{text: "mail: empty group", code: invalidAddress, seen: seenMail},
	{text: "mail: group with multiple addresses", code: invalidAddress, seen: seenMail},
	{text: "mail: no addr-spec", code: invalidAddress, seen: seenMail},
	{text: "mail: empty quoted string in addr-spec", code: invalidAddress, seen: seenMail},
	{text: "mail: missing @ in addr-spec", code: invalidAddress, seen: seenMail},
	{text: "mail: no domain in addr-spec", code: invalidAddress, seen: seenMail},
	{text: "mail: missing word in phrase: ", prefix: true, code: invalidAddress, seen: seenMail},
	{text: "mail: invalid utf-8 in ", prefix: true, code: invalidAddress, seen: seenMail},
	{text: "mail: invalid string", code: invalidAddress, seen: seenMail},
	{text: "mail: leading dot in atom", code: invalidAddress, seen: seenMail},
	{text: "mail: double dot in atom", code: invalidAddress, seen: seenMail},
	{text: "mail: trailing dot in atom", code: invalidAddress, seen: seenMail},
	{text: "mail: misformatted parenthetical comment", code: invalidAddress, seen: seenMail},
	{text: "mail: unclosed domain-literal", code: invalidAddress, seen: seenMail},
	{text: "mail: bad character in domain-literal: ", prefix: true, code: invalidAddress, seen: seenMail},
	{text: "mail: invalid IP address in domain-literal: ", prefix: true, code: invalidAddress, seen: seenMail},
	{text: "smtp: A line must not contain CR or LF", code: invalidAddress, seen: seenSMTP},
}

// lookAtText looks at an error that is nothing but a text.
func (s *sights) lookAtText(e error) {
	text := e.Error()
	for i := range textRules {
		r := &textRules[i]
		if r.inFile && !s.inFile {
			continue
		}
		if text == r.text || r.prefix && strings.HasPrefix(text, r.text) {
			s.found(r.code, e)
			s.hint = r.hint
			return
		}
	}
}
