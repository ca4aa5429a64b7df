// Package pgstore keeps the sessions of package agent in PostgreSQL, for any number of
// processes. It is tested with PostgreSQL 15.
//
//	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
//	…
//	defer pool.Close()
//	store, err := pgstore.Open(ctx, pool)
//	…
//	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store})
//
// # What a caller may rely on
//
// A change is one statement. It is stored completely or not at all, even if the process is
// killed. If several changes name the same version of a session, one of them is made, and
// the others get [agent.ErrStaleSession]. Versions come from one sequence, so a session
// that was deleted and created again never has an earlier version. A read returns the state
// of one moment.
//
// Append, Get, Recent, List, Create and Delete take one round trip each, and so do a claim
// and its release. A run with one tool call takes seven. Append reads no events, and Recent
// reads only those it returns, whatever the length of the session.
//
// # One replica at a time
//
// A run claims its session. A second run, in this process or another, gets
// [agent.ErrSessionBusy]. The claim is a row with a time, which the run renews. It needs no
// connection of its own, and works if connections are shared between transactions. If a
// process dies, its sessions are free after a lease ([WithLease]).
//
// If a run cannot renew its claim, it ends before another process can claim the session. If
// it does not, because the machine stood still, its writes are refused: each of them needs
// the claim, and a claim gives the session a new version, which invalidates earlier reads.
// Only the server's clock decides. A tool that runs at that moment is not undone. The next
// run finds its call without a result, and adds a result that reports an interruption.
//
// Claims are renewed through the pool. If the program can use up its connections for
// seconds, give the store a pool of its own.
//
// # PgBouncer
//
// No statement needs a connection of its own, so transaction pooling works. Before
// PgBouncer 1.21, or with max_prepared_statements = 0, set default_query_exec_mode=exec in
// the connection string. The tables are in the pool's current schema, which is the first
// existing one of search_path. PgBouncer does not pass search_path on: set it for the role
// or the database.
//
// # What is stored
//
// Events are stored as JSON. The Go error of a failed call
// ([agent.FunctionResponse.Failure]) is not stored, and strings become valid UTF-8. Events
// that JSON cannot represent are refused with [agent.ErrInvalidInput]. State values are
// stored as JSON. As in every store, those that cannot be encoded are left out. The names
// of a session (app, user and id) may have 2,600 bytes together, and so may a key of the
// state with its app and user; longer ones can be refused with [agent.ErrInvalidInput]. The
// database's encoding must be UTF8, and its default isolation must be read committed, which
// is PostgreSQL's default.
//
// Data that [Store.Delete] and [Store.Rollback] remove stays in the table's file until
// PostgreSQL reuses the space, and in its write-ahead log and backups.
//
// # Errors
//
// If the context has ended, the error is the context's, and nothing was changed; if it ends
// while the server works, the change may have been made. Any other failure is an
// [agent.ErrBackend] in an *agent.RunError, whose text contains nothing about server, query
// and rows. Its detail has what sqladapter recognises: the SQLSTATE, whether a retry can
// help, whether the change may have been made, and the cause for developers.
package pgstore
