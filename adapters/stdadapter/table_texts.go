package stdadapter

import "github.com/errand-go/errand/toolerr"

// A textRule recognises an error by its text, as a last resort. It is compared with
// errors that are made by errors.New, or by fmt.Errorf without %w.
type textRule struct {
	text   string
	prefix bool // a part of the input follows the text
	inFile bool // only below an error of a file
	code   string
	hint   toolerr.Message // instead of the row's
	seen   string          // the version whose source has the text
}

const (
	seenOS          = "go1.26.8 os"
	seenJSON        = "go1.26.8 encoding/json decode.go"
	seenZone        = "go1.26.8 time zoneinfo.go"
	seenDuration125 = "go1.25.9 time format.go; newer ones have a type"
	seenDuration    = "go1.26.8 time format.go"
	seenMail        = "go1.26.8 net/mail message.go"
	seenSMTP        = "go1.26.8 net/smtp smtp.go"
	// The values are exported, but comparing with them would link the compressors into
	// every program: 100 KB, measured with go1.26.8.
	seenZip = "go1.26.8 archive/zip reader.go"
	seenTar = "go1.26.8 archive/tar common.go"
)

// textRules lists all texts. A test makes the standard library return an error with
// each, and fails when a text changes there.
var textRules = [...]textRule{
	{text: "path escapes from parent", inFile: true, code: pathEscapes, seen: seenOS + " file.go"},
	{text: "not a directory", inFile: true, code: notDirectory, seen: seenOS + " root_unix.go"},
	{text: "zip: insecure file path", code: pathEscapes, seen: seenZip},
	{text: "archive/tar: insecure file path", code: pathEscapes, seen: seenTar},

	{text: `json: unknown field "`, prefix: true, code: invalidJSON, hint: toolerr.Msg("It has a field that the tool does not know."), seen: seenJSON},

	{text: `time: invalid duration "`, prefix: true, code: invalidDuration, seen: seenDuration125},
	{text: `time: missing unit in duration "`, prefix: true, code: invalidDuration, seen: seenDuration125},
	{text: `time: unknown unit "`, prefix: true, code: invalidDuration, seen: seenDuration125},

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
	{text: "mail: missing @ in addr-spec", code: invalidAddress, seen: seenMail},
	{text: "mail: no domain in addr-spec", code: invalidAddress, seen: seenMail},
	{text: "mail: leading dot in atom", code: invalidAddress, seen: seenMail},
	{text: "mail: double dot in atom", code: invalidAddress, seen: seenMail},
	{text: "mail: trailing dot in atom", code: invalidAddress, seen: seenMail},
	{text: "smtp: A line must not contain CR or LF", code: invalidAddress, seen: seenSMTP},
}
