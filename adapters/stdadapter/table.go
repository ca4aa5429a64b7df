package stdadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	hintPath    = "Check the path. List the directory that should contain it, if there is a way to."
	hintOther   = "Use another path."
	hintInput   = "If the value came with the call, correct it there. Otherwise a retry does not help."
	hintAddress = "Check the address or name."
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
	"_std", "local",
	// Paths.
	adapter.Row{VendorCode: fileNotFound, Fact: toolerr.FactToolInput, Code: toolerr.CodeNotFound, Unlike: "the path is right in form", Message: toolerr.Msg("A file or directory does not exist."), Hint: toolerr.Msg(hintPath), Source: sourcePath},
	adapter.Row{VendorCode: processDone, Fact: toolerr.FactToolInput, Code: toolerr.CodeNotFound, Unlike: "the call is right in form", Message: toolerr.Msg("The process has ended, or does not exist."), Source: sourceGone},
	adapter.Row{VendorCode: pathExists, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A file or directory exists already."), Hint: toolerr.Msg("Use it as it is, or choose another name."), Source: sourcePath},
	adapter.Row{VendorCode: permissionDenied, Fact: toolerr.FactToolInput, Message: toolerr.Msg("The system does not permit the tool to do this."), Hint: toolerr.Msg("Use another path, or ask someone to give the tool access."), Source: sourcePath},
	adapter.Row{VendorCode: pathEscapes, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A path leads out of the directory that the tool works in."), Hint: toolerr.Msg("Use a path inside of the directory that the tool works in."), Source: sourceEscape},
	adapter.Row{VendorCode: invalidPath, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A path is not one that can be used here."), Hint: toolerr.Msg("Use a relative path without empty parts, .. and special characters."), Source: sourcePath},
	adapter.Row{VendorCode: isDirectory, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A path leads to a directory, and a file is needed."), Hint: toolerr.Msg(hintOther), Source: sourcePath},
	adapter.Row{VendorCode: notDirectory, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A path leads to or through a file, and a directory is needed."), Hint: toolerr.Msg(hintOther), Source: sourcePath},
	adapter.Row{VendorCode: directoryNotEmpty, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A directory is not empty."), Hint: toolerr.Msg("Remove its content first, or use another path."), Source: sourcePath},
	adapter.Row{VendorCode: nameTooLong, Fact: toolerr.FactToolInput, Message: toolerr.Msg("The name of a file is too long."), Hint: toolerr.Msg("Use a shorter name."), Source: sourcePath},
	adapter.Row{VendorCode: symlinkLoop, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A path leads through too many symbolic links, or through a loop of them."), Hint: toolerr.Msg(hintOther), Source: sourcePath},
	adapter.Row{VendorCode: crossDevice, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A file cannot be moved or linked to another file system."), Hint: toolerr.Msg("Copy it, or choose a place in the same file system."), Source: sourcePath},

	// The system.
	adapter.Row{VendorCode: busy, Fact: toolerr.FactMachineBusy, Source: sourceBusy},
	adapter.Row{VendorCode: interrupted, Fact: toolerr.FactMachineBusy, Unanswered: true, Message: toolerr.Msg("A system call was interrupted."), Source: sourceBusy},
	adapter.Row{VendorCode: noSpace, Fact: toolerr.FactMachine, Message: toolerr.Msg("There is no space left to write to, or a quota is used up."), Source: sourceSystem},
	adapter.Row{VendorCodes: []string{tooManyFiles, noMemory}, Fact: toolerr.FactMachine, Message: toolerr.Msg("The machine has no memory left, or too many files are open."), Source: sourceSystem},
	adapter.Row{VendorCodes: []string{programNotFound, programNotExecutable}, Fact: toolerr.FactMachine, Message: toolerr.Msg("A program that the tool has to run is missing, or is not a program."), Source: sourceStart},
	adapter.Row{VendorCodes: []string{fileTooLarge, readOnly, unsupported}, Fact: toolerr.FactToolFault, Message: toolerr.Msg("The system does not allow this write, or does not support the operation."), Source: sourceSystem + "; " + sourceFile},
	adapter.Row{VendorCode: ioError, Fact: toolerr.FactToolFault, Message: toolerr.Msg("A file could not be read or written."), Source: "io/fs, go1.26.8: a file operation failed in a way no other row covers"},
	adapter.Row{VendorCode: ioTimeout, Fact: toolerr.FactToolTimeout, Unanswered: true, Message: toolerr.Msg("A file, a pipe or a device did not respond in time."), Source: sourceStop},
	adapter.Row{VendorCode: closed, Fact: toolerr.FactToolFault, Unanswered: true, Message: toolerr.Msg("The tool used a file after it was closed."), Source: sourceFile},
	adapter.Row{VendorCode: brokenPipe, Fact: toolerr.FactToolFault, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "the program may have acted on the data before", Message: toolerr.Msg("A program stopped reading the data that the tool wrote to it."), Source: sourceFile},

	// Programs.
	adapter.Row{VendorCode: exitStatus, Fact: toolerr.FactProgramFailed, Unanswered: true, Source: sourceExit},
	adapter.Row{VendorCode: programKilled, Fact: toolerr.FactProgramFailed, Unanswered: true, Message: toolerr.Msg("A program that the tool ran was stopped before it ended."), Hint: toolerr.Msg("The program crashed, or took too much time or memory. If it had much to do, ask for less at once."), Source: sourceKilled},
	adapter.Row{VendorCode: argumentsTooLong, Fact: toolerr.FactToolInput, Message: toolerr.Msg("The arguments that the tool passes to a program are too long."), Hint: toolerr.Msg("Shorten the arguments, or pass fewer at once."), Source: sourceArgs},
	adapter.Row{VendorCode: outputHeld, Fact: toolerr.FactToolTimeout, Unanswered: true, Message: toolerr.Msg("A program ended, but something it started kept running."), Source: sourceHeld},

	// Values and formats.
	adapter.Row{VendorCodes: []string{invalidJSON, invalidXML, invalidCSV, invalidBase64, invalidBase32, invalidHex}, Fact: toolerr.FactToolFault, Unanswered: true, Message: toolerr.Msg("A text that the tool read does not have the required format."), Source: sourceDecoder},
	adapter.Row{VendorCode: invalidNumber, Fact: toolerr.FactToolInput, Unanswered: true, Message: toolerr.Msg("A value is not a number."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: numberOutOfRange, Fact: toolerr.FactToolInput, Unanswered: true, Message: toolerr.Msg("A number is too large or too small."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: invalidBoolean, Fact: toolerr.FactToolInput, Unanswered: true, Message: toolerr.Msg("A value is neither true nor false."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: invalidTime, Fact: toolerr.FactToolInput, Unanswered: true, Message: toolerr.Msg("A value is not a time, or does not have the expected format."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: lineTooLong, Fact: toolerr.FactToolInput, Unanswered: true, Message: toolerr.Msg("A line that the tool read is too long."), Hint: toolerr.Msg(hintInput), Source: sourceInput},
	adapter.Row{VendorCode: invalidDuration, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A value is not a duration."), Hint: toolerr.Msg("Write the duration as in 300ms, 45s or 2h30m."), Source: sourceOwn},
	adapter.Row{VendorCode: unknownTimeZone, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A value is not a time zone."), Hint: toolerr.Msg("Use a name of the IANA Time Zone database, such as Europe/Berlin."), Source: sourceOwn},
	adapter.Row{VendorCode: invalidPattern, Fact: toolerr.FactToolInput, Message: toolerr.Msg("A pattern or regular expression is not valid."), Hint: toolerr.Msg("Correct the pattern."), Source: sourceOwn},
	adapter.Row{VendorCode: invalidAddress, Fact: toolerr.FactToolInput, Message: toolerr.Msg("An email address is not valid."), Hint: toolerr.Msg(hintAddress), Source: sourceOwn},
	adapter.Row{VendorCode: invalidArchive, Fact: toolerr.FactToolInput, Unanswered: true, Message: toolerr.Msg("A file is not a valid archive, or is damaged."), Hint: toolerr.Msg(hintOther), Source: sourceInput},
	adapter.Row{VendorCode: notEncodable, Fact: toolerr.FactToolFault, Message: toolerr.Msg("The tool has a value that cannot be written in the format it uses."), Source: sourceEncode},

	// Databases.
	adapter.Row{VendorCode: noRows, Fact: toolerr.FactNotFound, Message: toolerr.Msg("The database has no row that fits."), Source: "database/sql, go1.26.8: the database answered, with nothing"},
	adapter.Row{VendorCodes: []string{transactionDone, connectionDone}, Fact: toolerr.FactToolFault, Unanswered: true, Message: toolerr.Msg("The tool used a database connection or transaction after its end."), Source: sourceDone},
	adapter.Row{VendorCode: badConnection, Fact: toolerr.FactConnectionLost, Unanswered: true, Message: toolerr.Msg("The connection to the database is broken."), Source: sourceConn},

	// Mail servers, temporary. FTP servers (RFC 959) use some of the numbers with the same
	// meaning. The error does not show the kind of server.
	adapter.Row{VendorCodes: []string{"smtp_421", "smtp_450", "smtp_454"}, Fact: toolerr.FactOverloaded, Message: toolerr.Msg("The server is not available for now."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceSMTP + "; " + sourceAuth},
	adapter.Row{VendorCode: "smtp_452", Fact: toolerr.FactOverloaded, Message: toolerr.Msg("The server has no space, or there are too many recipients at once."), Hint: toolerr.Msg("Send less at once, or later."), Source: sourceSMTP},
	// For an FTP server, an action was interrupted.
	adapter.Row{VendorCodes: []string{"smtp_426", "smtp_451"}, Fact: toolerr.FactFailed, Message: toolerr.Msg("The server had a problem of its own, or interrupted the transfer."), Source: sourceSMTP + "; RFC 959 section 4.2.2"},

	// Mail servers, permanent.
	adapter.Row{VendorCodes: []string{
		"smtp_432", "smtp_530", "smtp_534", "smtp_535", "smtp_538",
	}, Fact: toolerr.FactWrongKey, Message: toolerr.Msg("The server does not accept the way in which the tool signs in."), Source: sourceAuth + "; RFC 2554 section 6, which RFC 4954 obsoletes"},
	adapter.Row{VendorCode: "smtp_430", Fact: toolerr.FactRefused, Message: toolerr.Msg("The server has no such article, or does not accept the credentials."), Source: sourceNews},
	adapter.Row{VendorCodes: []string{"smtp_500", "smtp_502", "smtp_503", "smtp_504"}, Fact: toolerr.FactToolMistake, Message: toolerr.Msg("The server did not understand the tool."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_521", Fact: toolerr.FactRefused, Message: toolerr.Msg("The server accepts no mail."), Hint: toolerr.Msg("Check the address."), Source: sourceNull},
	adapter.Row{VendorCode: "smtp_554", Fact: toolerr.FactRefused, Message: toolerr.Msg("The mail server refused the message."), Source: sourceSMTP},
	adapter.Row{VendorCodes: []string{"smtp_550", "smtp_551"}, Fact: toolerr.FactNotFound, Message: toolerr.Msg("The mailbox or file does not exist on this server, or the server does not let the tool use it."), Hint: toolerr.Msg("Check the address or name."), Source: sourceSMTP},
	adapter.Row{VendorCode: "smtp_552", Fact: toolerr.FactTooLarge, Message: toolerr.Msg("The message or file is too large, or the server has no space for it."), Hint: toolerr.Msg("Send less at once."), Source: sourceSMTP},
	adapter.Row{VendorCodes: []string{"smtp_501", "smtp_553", "smtp_555", "smtp_556"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The server does not accept an address or name."), Hint: toolerr.Msg("Check the address."), Source: sourceSMTP + "; " + sourceNull},
)
