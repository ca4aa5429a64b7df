// Package sqlitestore keeps the sessions of package agent in a SQLite file,
// through a driver in pure Go.
//
//	store, err := sqlitestore.Open(ctx, "sessions.db")
//	…
//	defer store.Close()
//	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store})
//
// # What a caller may rely on
//
// A change is one transaction: all of it is stored or none, also when the
// process is killed in the middle. Of several changes that name the same version
// of a session one is made; the others get [agent.ErrStaleSession]. That holds
// for goroutines, for several stores on one file, and for several processes on
// one machine. Versions are drawn from one counter for the whole file, so a
// session that was deleted and created again never has a version it had before.
//
// A read sees one moment: the events and the state of a session belong together.
// The file is in WAL mode, in which readers and the one writer do not wait for
// each other; a writer waits for another as long as [WithBusyTimeout] says, or
// until its context ends. Do not put the file on a network file system.
//
// # What is stored
//
// Events are stored as JSON. A tool's error behind a response
// ([agent.FunctionResponse.Failure]) is not, and strings become valid UTF-8.
// Events that JSON cannot hold, such as arguments that are not JSON or are nested
// deeper than it can be read again, are refused with [agent.ErrInvalidInput].
// State values are what JSON makes of them; those that cannot be encoded are left
// out, as in every store.
//
// What [Store.Delete] and [Store.Rollback] remove is overwritten in the file, and
// the log beside it, which has older versions, is emptied before they return. A
// read that is under way, or another process with the file open, can be in the way
// of that; the log then keeps the text until a later change through this store finds
// nobody there, or the last store on the file is closed. Values of the state that
// were replaced are overwritten too, and stay in the log until SQLite copies and
// reuses it by itself. What the file system or the disk keeps of a file that was
// made shorter is theirs.
//
// A store keeps the events of the sessions that it was last asked for in memory, 16,384
// at most, so that a run on a long session decodes only what is new.
//
// The file gets the permissions the process gives new files. To be stricter,
// create it empty beforehand: the files SQLite keeps beside it take its
// permissions.
//
// # Errors
//
// A dead context gives the context's error, and nothing was changed. Whatever
// else goes wrong is
// [agent.ErrBackend] in an [*agent.RunError], whose text says nothing about file
// or query; the cause, with SQLite's result code, is in its detail, for
// developers. Its guidance is to retry when another writer held the lock for too
// long, and nothing otherwise.
package sqlitestore
