// Package sqlitestore keeps the sessions of package agent in a SQLite file, with a driver
// in pure Go.
//
//	store, err := sqlitestore.Open(ctx, "sessions.db")
//	…
//	defer store.Close()
//	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store})
//
// # What a caller may rely on
//
// A change is one transaction. It is stored completely or not at all, even if the process
// is killed. If several changes name the same version of a session, one of them is made,
// and the others get [agent.ErrStaleSession]. This holds for goroutines, for several stores
// on one file, and for several processes on one machine. Versions come from one counter for
// the whole file, so a session that was deleted and created again never has an earlier
// version.
//
// A read returns the events and the state of one moment. The file is in WAL mode, in which
// readers and the one writer do not wait for each other. A writer waits for another
// store or process for 5 seconds, or until its context ends. Do not put the file on a
// network file system.
//
// # What is stored
//
// Events are stored as JSON. The Go error of a failed call
// ([agent.FunctionResponse.Failure]) is not stored, and strings become valid UTF-8. Events
// that JSON cannot represent, for example because arguments are not JSON or are nested too
// deep to be read again, are refused with [agent.ErrInvalidInput]. State values are stored
// as JSON. As in every store, those that cannot be encoded are left out.
//
// Data that [Store.Delete] and [Store.Rollback] remove is overwritten in the file before
// they return, and the log beside the file, which has older versions, is emptied. A read at
// the same time, or another process with the file open, can prevent the latter. The log
// then keeps the text until a later change through this store meets no other reader, or the
// last store on the file is closed. State values that were replaced are overwritten too,
// and stay in the log until SQLite copies and reuses it. The file system and the disk may
// keep parts of a file that became shorter.
//
// The file gets the permissions that the process gives new files. For stricter permissions,
// create the file empty before: SQLite gives the files beside it the same permissions.
//
// # Errors
//
// If the context has ended, the error is the context's, and nothing was changed. Any other
// failure is an [agent.ErrBackend] in an *agent.RunError, whose text contains nothing about
// file or query. The cause, with SQLite's result code, is in its detail, for developers.
// Its guidance is to retry if another writer held the lock for too long, and none
// otherwise.
package sqlitestore
