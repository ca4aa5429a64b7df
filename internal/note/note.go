// Package note has what only errand's own packages record in an error of package toolerr.
package note

// A Note is an argument of toolerr.WithNote.
type Note struct {
	Code   string // a vendor's code that a table of this program lists, never the server's own string
	Stack  string // of a goroutine that panicked, for the log
	Logged bool   // the error has a log record, so that no other wrapped call writes one
	Cooled bool   // a cooldown has counted the error's wait, so that no other wrapped call does
	Keyed  int64  // until when the call's keys make a further attempt harmless, in Unix nanoseconds; -1 for not at all
}

// Code returns the note of a code that a table lists. The agent sees it.
func Code(code string) Note { return Note{Code: code} }

// Stack returns the note of a goroutine's stack.
func Stack(stack []byte) Note { return Note{Stack: string(stack)} }

// Logged returns the note that an error has a log record.
func Logged() Note { return Note{Logged: true} }

// Cooled returns the note that the wait of an error was counted.
func Cooled() Note { return Note{Cooled: true} }
