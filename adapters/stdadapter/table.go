package stdadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_std"
	display = "local"
)

// The codes.
const (
	fileNotFound      = "file_not_found"
	pathExists        = "path_exists"
	permissionDenied  = "permission_denied"
	pathEscapes       = "path_escapes"
	invalidPath       = "invalid_path"
	isDirectory       = "is_directory"
	notDirectory      = "not_directory"
	directoryNotEmpty = "directory_not_empty"
	nameTooLong       = "name_too_long"
	symlinkLoop       = "symlink_loop"
	crossDevice       = "cross_device"

	busy         = "busy"
	interrupted  = "interrupted"
	noSpace      = "no_space"
	fileTooLarge = "file_too_large"
	readOnly     = "read_only"
	tooManyFiles = "too_many_files"
	noMemory     = "no_memory"
	ioError      = "io_error"
	ioTimeout    = "io_timeout"
	closed       = "closed"
	brokenPipe   = "broken_pipe"
	unsupported  = "unsupported"

	exitStatus           = "exit_status"
	programKilled        = "program_killed"
	programNotFound      = "program_not_found"
	programNotExecutable = "program_not_executable"
	argumentsTooLong     = "arguments_too_long"
	outputHeld           = "output_held"
	processDone          = "process_done"

	invalidJSON      = "invalid_json"
	invalidXML       = "invalid_xml"
	invalidCSV       = "invalid_csv"
	invalidBase64    = "invalid_base64"
	invalidBase32    = "invalid_base32"
	invalidHex       = "invalid_hex"
	invalidNumber    = "invalid_number"
	numberOutOfRange = "number_out_of_range"
	invalidBoolean   = "invalid_boolean"
	invalidTime      = "invalid_time"
	invalidDuration  = "invalid_duration"
	unknownTimeZone  = "unknown_time_zone"
	invalidPattern   = "invalid_pattern"
	invalidArchive   = "invalid_archive"
	invalidAddress   = "invalid_email_address"
	lineTooLong      = "line_too_long"
	notEncodable     = "not_encodable"

	noRows          = "no_rows"
	transactionDone = "transaction_done"
	connectionDone  = "connection_done"
	badConnection   = "bad_connection"
)

// The sources of the rows, and the reasons for their meanings. All Go sources are those of
// go1.26.8, read 2026-11-20.
const (
	sourcePath   = "io/fs and errno, go1.26.8: the path is mostly the call's, which can name another one"
	sourceEscape = "os.Root and archive/zip, archive/tar, go1.26.8: the tool keeps to a folder; another path can be right"
	sourceBusy   = "errno, POSIX.1-2024 System Interfaces 2.3: refused for now, nothing was done"
	sourceSystem = "errno, POSIX.1-2024 System Interfaces 2.3: the machine's state, which neither call nor repeat changes"
	sourceFile   = "io/fs, os and io, go1.26.8: the tool's own handling of its files"
	sourceStop   = "os, go1.26.8: a deadline of the tool's own, on a pipe or a device"
	sourceExit   = "os/exec, go1.26.8: the program said no, and may have done anything before; its output is the tool's to return"
	sourceKilled = "os/exec, go1.26.8: ended by a signal: its own crash, the system's, or a time limit inside the tool"
	sourceStart  = "os/exec, go1.26.8: the program never ran, and is the tool's to install"
	sourceArgs   = "execve, E2BIG: what the call passes on is too long for a command line"
	sourceHeld   = "os/exec, go1.26.8: the program ended well, but what it started kept its output open"
	sourceGone   = "os, go1.26.8, and ESRCH: there is no such process any more"
	sourceInput  = "strconv, time and archive, go1.26.8: mostly a value of the call; the tool does not say whose"
	// Without [Adapter.DecodesInput] nothing shows whether the text came with the call.
	sourceDecoder = "encoding, go1.26.8: a text of the call, of a file or of a service; the tool does not say whose"
	sourceOwn     = "net/mail, net/smtp, regexp, path and time, go1.26.8: a value of the call"
	sourceEncode  = "encoding/json and encoding/xml, go1.26.8: a value of the tool's own that the format does not have"
	sourceDone    = "database/sql, go1.26.8: a mistake of the tool's, or the end of its context"
	sourceConn    = "database/sql/driver, go1.26.8; lib/pq v1.12.3 returns it for a connection lost after the query was sent; the next call connects anew"
	sourceSMTP    = "RFC 5321 section 4.2.3"
	sourceNews    = "RFC 3977 section 6.2.1; servers of files say it of credentials"
	sourceAuth    = "RFC 4954 section 6"
	sourceNull    = "RFC 7504"
)

// Hints for several codes.
const (
	hintPath    = "Check the path. List the directory it should be in, if there is a way to."
	hintInside  = "Use a path inside of the directory that the tool works in."
	hintOther   = "Use another path."
	hintWait    = "Wait a moment, then make the same call again."
	hintMachine = "Someone has to look after the machine that runs the tool."
	hintInput   = "If it came with the call, correct it there. Otherwise a repeat will not help."
	hintAddress = "Check the address or name."
	hintSignIn  = "The server does not accept the tool's credentials. Someone has to correct them."
)

// decoded holds the codes of decoders.
var decoded = map[string]bool{
	invalidJSON: true, invalidXML: true, invalidCSV: true, invalidBase64: true, invalidBase32: true, invalidHex: true,
}

// table lists the meanings of the codes. A program or file that is missing on this
// machine is not found, also if the tool named it. A failed program counts as an
// external service. Effects are unset if no request is involved, because the tool's
// earlier work is unknown.
//
// Rows with Unanswered may have another cause. The end of a context kills programs, closes
// files and connections, rolls transactions back and truncates a decoder's input. A text
// that cannot be decoded may be the body of a response that the tool did not check.
var table = adapter.NewTable(
	slug, display,

	// Paths.
	adapter.Row{VendorCode: fileNotFound, Kind: toolerr.KindToolBadInputValue, Code: toolerr.CodeNotFound, Message: toolerr.Msg("A file or directory does not exist."), Hint: toolerr.Msg(hintPath), Source: sourcePath},
	adapter.Row{VendorCode: pathExists, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A file or directory exists already."), Hint: toolerr.Msg("Use it as it is, or choose another name."), Source: sourcePath},
	adapter.Row{VendorCode: permissionDenied, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("The system does not permit the tool to do this."), Hint: toolerr.Msg("Use another path, or ask someone to give the tool access."), Source: sourcePath},
	adapter.Row{VendorCode: pathEscapes, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A path leads out of the directory that the tool works in."), Hint: toolerr.Msg(hintInside), Source: sourceEscape},
	adapter.Row{VendorCode: invalidPath, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A path is not one that can be used here."), Hint: toolerr.Msg("Use a relative path without empty parts, .. and special characters."), Source: sourcePath},
	adapter.Row{VendorCode: isDirectory, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A path leads to a directory, and a file is needed."), Hint: toolerr.Msg(hintOther), Source: sourcePath},
	adapter.Row{VendorCode: notDirectory, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A path leads to or through a file, and a directory is needed."), Hint: toolerr.Msg(hintOther), Source: sourcePath},
	adapter.Row{VendorCode: directoryNotEmpty, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A directory is not empty."), Hint: toolerr.Msg("Remove what is in it first, or use another path."), Source: sourcePath},
	adapter.Row{VendorCode: nameTooLong, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("The name of a file is too long."), Hint: toolerr.Msg("Use a shorter name."), Source: sourcePath},
	adapter.Row{VendorCode: symlinkLoop, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A path leads through too many symbolic links, or through a loop of them."), Hint: toolerr.Msg(hintOther), Source: sourcePath},
	adapter.Row{VendorCode: crossDevice, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A file cannot be moved or linked to another file system."), Hint: toolerr.Msg("Copy it, or choose a place in the same file system."), Source: sourcePath},

	// The system.
	adapter.Row{VendorCode: busy, Kind: toolerr.KindToolRetry, Code: toolerr.CodeInternalError, Guidance: toolerr.GuidanceRetryWithBackoff, Message: toolerr.Msg("A file, a device or the system is in use."), Hint: toolerr.Msg(hintWait), Source: sourceBusy},
	adapter.Row{VendorCode: interrupted, Kind: toolerr.KindToolRetry, Unanswered: true, Code: toolerr.CodeInternalError, Guidance: toolerr.GuidanceRetryWithBackoff, Message: toolerr.Msg("A system call was interrupted."), Hint: toolerr.Msg(hintWait), Source: sourceBusy},
	adapter.Row{VendorCode: noSpace, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("There is no space left to write to, or a quota is used up."), Hint: toolerr.Msg(hintMachine), Source: sourceSystem},
	adapter.Row{VendorCode: fileTooLarge, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("A file would become larger than the system allows."), Source: sourceSystem},
	adapter.Row{VendorCode: readOnly, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("The file system cannot be written to."), Source: sourceSystem},
	adapter.Row{VendorCode: tooManyFiles, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("Too many files are open."), Hint: toolerr.Msg(hintMachine), Source: sourceSystem},
	adapter.Row{VendorCode: noMemory, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("The system has no memory left."), Hint: toolerr.Msg(hintMachine), Source: sourceSystem},
	adapter.Row{VendorCode: ioError, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("A file could not be read or written."), Source: "io/fs, go1.26.8: a file operation failed in a way no other row covers"},
	adapter.Row{VendorCode: ioTimeout, Kind: toolerr.KindToolTimeout, Unanswered: true, Message: toolerr.Msg("A file, a pipe or a device did not respond in time."), Source: sourceStop},
	adapter.Row{VendorCode: closed, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("The tool used a file after it was closed."), Source: sourceFile},
	adapter.Row{VendorCode: brokenPipe, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A program stopped reading what the tool wrote to it."), Source: sourceFile},
	adapter.Row{VendorCode: unsupported, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("The system does not support what the tool has to do."), Source: sourceFile},

	// Programs.
	adapter.Row{VendorCode: exitStatus, Kind: toolerr.KindToolFatal, Unanswered: true, Code: toolerr.CodeExternalServiceError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A program that the tool ran failed."), Hint: toolerr.Msg("Change the call if the program's output, where the tool returns it, says what is wrong."), Source: sourceExit},
	adapter.Row{VendorCode: programKilled, Kind: toolerr.KindToolFatal, Unanswered: true, Code: toolerr.CodeExternalServiceError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A program that the tool ran was stopped before it ended."), Hint: toolerr.Msg("It crashed, or took too much time or memory. If it had much to do, ask for less at once."), Source: sourceKilled},
	adapter.Row{VendorCode: programNotFound, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("A program that the tool has to run is not there."), Hint: toolerr.Msg(hintMachine), Source: sourceStart},
	adapter.Row{VendorCode: programNotExecutable, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("A file that the tool has to run is not a program."), Hint: toolerr.Msg(hintMachine), Source: sourceStart},
	adapter.Row{VendorCode: argumentsTooLong, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("What the tool has to pass to a program is too long."), Hint: toolerr.Msg("Shorten the arguments, or pass fewer at once."), Source: sourceArgs},
	adapter.Row{VendorCode: outputHeld, Kind: toolerr.KindToolTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A program ended, but something it started kept running."), Source: sourceHeld},
	adapter.Row{VendorCode: processDone, Kind: toolerr.KindToolBadInputValue, Code: toolerr.CodeNotFound, Message: toolerr.Msg("The process has ended, or does not exist."), Source: sourceGone},

	// Values and formats.
	adapter.Row{VendorCode: invalidJSON, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("JSON that the tool read is not what it has to be."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidXML, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("XML that the tool read is not what it has to be."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidCSV, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("CSV that the tool read is not what it has to be."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidBase64, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("Base64 that the tool read is not valid."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidBase32, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("Base32 that the tool read is not valid."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidHex, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("Hexadecimal that the tool read is not valid."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidNumber, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Message: toolerr.Msg("A value is not a number."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: numberOutOfRange, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Message: toolerr.Msg("A number is too large or too small."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: invalidBoolean, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Message: toolerr.Msg("A value is neither true nor false."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: invalidTime, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Message: toolerr.Msg("A value is not a time, or not written as the tool expects it."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: invalidDuration, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A value is not a duration."), Hint: toolerr.Msg("Write the duration as in 300ms, 45s or 2h30m."), Source: sourceOwn},
	adapter.Row{VendorCode: unknownTimeZone, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A value is not a time zone."), Hint: toolerr.Msg("Use a name of the IANA Time Zone database, such as Europe/Berlin."), Source: sourceOwn},
	adapter.Row{VendorCode: invalidPattern, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("A pattern or regular expression is not valid."), Hint: toolerr.Msg("Correct the pattern."), Source: sourceOwn},
	adapter.Row{VendorCode: invalidAddress, Kind: toolerr.KindToolBadInputValue, Message: toolerr.Msg("An email address is not valid."), Hint: toolerr.Msg(hintAddress), Source: sourceOwn},
	adapter.Row{VendorCode: invalidArchive, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Message: toolerr.Msg("A file is not a valid archive, or is damaged."), Hint: toolerr.Msg(hintOther), Source: sourceInput},
	adapter.Row{VendorCode: lineTooLong, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Message: toolerr.Msg("A line that the tool read is too long."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: notEncodable, Kind: toolerr.KindToolFatal, Message: toolerr.Msg("The tool has a value that cannot be written in the format it uses."), Source: sourceEncode},

	// Databases.
	adapter.Row{VendorCode: noRows, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The database has no row that fits."), Source: "database/sql, go1.26.8: the database answered, with nothing"},
	adapter.Row{VendorCode: transactionDone, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("A database transaction was over before the tool was done with it."), Source: sourceDone},
	adapter.Row{VendorCode: connectionDone, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("The tool used a database connection after it was closed."), Source: sourceDone},
	adapter.Row{VendorCode: badConnection, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The connection to the database is broken."), Source: sourceConn},

	// Mail servers, temporary. FTP servers (RFC 959) use some of the numbers with the same
	// meaning. The error does not show the kind of server.
	adapter.Row{VendorCode: "smtp_421", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The server is not available."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_426", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The server broke off the transfer of a file."), Source: "RFC 959 section 4.2.2"},
	adapter.Row{VendorCode: "smtp_450", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The mailbox or file is not available for now."), Source: sourceSMTP},
	// For an FTP server, an action was interrupted.
	adapter.Row{VendorCode: "smtp_451", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The server had a problem of its own, or puts new senders off."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_452", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The server has no space, or there are too many recipients at once."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_454", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The server cannot check credentials for now."), Source: sourceAuth},

	// Mail servers, permanent.
	adapter.Row{VendorCode: "smtp_430", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The server has no such article, or does not accept the credentials."), Source: sourceNews},
	adapter.Row{VendorCode: "smtp_432", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The server wants the tool to sign in another way first."), Hint: toolerr.Msg(hintSignIn), Source: sourceAuth},
	adapter.Row{VendorCode: "smtp_500", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The server did not understand the tool."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_501", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The server did not understand an address or another value."), Hint: toolerr.Msg(hintAddress), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_502", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The server does not support a command."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_503", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The server wants its commands in another order."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_504", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The server does not support a parameter."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_521", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The server accepts no mail."), Hint: toolerr.Msg(hintAddress), Source: sourceNull},
	adapter.Row{VendorCode: "smtp_530", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The server wants the tool to sign in."), Hint: toolerr.Msg(hintSignIn), Source: sourceAuth},
	adapter.Row{VendorCode: "smtp_534", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The server wants a stronger way to sign in."), Hint: toolerr.Msg(hintSignIn), Source: sourceAuth},
	adapter.Row{VendorCode: "smtp_535", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The server did not accept the credentials."), Hint: toolerr.Msg(hintSignIn), Source: sourceAuth},
	adapter.Row{VendorCode: "smtp_538", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The server wants the connection to be encrypted."), Hint: toolerr.Msg(hintSignIn), Source: "RFC 2554 section 6, which RFC 4954 obsoletes"},
	adapter.Row{VendorCode: "smtp_550", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The mailbox or file does not exist, or the server does not let the tool use it."), Hint: toolerr.Msg(hintAddress), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_551", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The mailbox is not on this mail server."), Hint: toolerr.Msg(hintAddress), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_552", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message or file is too large, or there is no space for it."), Hint: toolerr.Msg("Send less at once."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_553", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The server does not allow the address or name."), Hint: toolerr.Msg(hintAddress), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_554", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The mail server refused the message."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_555", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The mail server does not know a parameter of an address."), Hint: toolerr.Msg(hintAddress), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_556", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The domain of an address accepts no mail."), Hint: toolerr.Msg(hintAddress), Source: sourceNull},
)
