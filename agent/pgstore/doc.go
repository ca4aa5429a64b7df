// Package pgstore keeps the sessions of package agent in PostgreSQL, for any number
// of processes. It is tested with PostgreSQL 15.
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
// A change is one statement: all of it is stored or none, also when the process is killed in
// the middle. Of several changes that name the same version of a session one is made; the
// others get [agent.ErrStaleSession]. Versions are drawn from one sequence, so a session that
// was deleted and created again never has a version it had before. A read sees one moment.
//
// Append, Get, Recent, List, Create and Delete are one round trip each, and so are a claim and
// its release. A run with one call of a tool is seven. Append reads no events, and Recent only
// those it returns, whatever the length of the session.
//
// # One replica at a time
//
// A run claims its session: [agent.ErrSessionBusy] tells a second one, in this process or
// another, that the session is in use. The claim is a row with a time, which the run renews;
// no connection is held for it, and none has to outlive a transaction. When a process dies its
// sessions are free a lease later ([WithLease]).
//
// A run that cannot renew its claim ends before another process can have the session. If it
// does not, because the machine stood still, nothing of what it writes is stored: a claim gives
// the session a new version, and so refuses whoever read it before. A tool that is under way at
// that moment is not undone. The next run finds its call without a result, and tells the model
// that nobody knows how it ended.
//
// # PgBouncer
//
// Nothing needs a connection of its own, so transaction pooling is enough. Before PgBouncer
// 1.21, or with max_prepared_statements = 0, set default_query_exec_mode=exec in the
// connection string. The tables are in the first schema of search_path, which PgBouncer does
// not pass on: set it for the role or the database.
//
// # What is stored
//
// Events are stored as JSON. A tool's error behind a response
// ([agent.FunctionResponse.Failure]) is not, and strings become valid UTF-8. Events that JSON
// cannot hold are refused with [agent.ErrInvalidInput]. State values are what JSON makes of
// them; those that cannot be encoded are left out, as in every store. The names of a session
// together may have 2,700 bytes, and the database's encoding is UTF8.
//
// What [Store.Delete] and [Store.Rollback] remove stays in the table's file until PostgreSQL
// reuses the space, and in its write-ahead log and backups.
//
// # Errors
//
// A dead context gives the context's error, and nothing was changed unless the connection
// broke at that moment. Whatever else goes wrong is [agent.ErrBackend] in an
// [*agent.RunError], whose text says nothing about server, query and rows. Its detail is what
// sqladapter recognises: the SQLSTATE, whether a retry can help, and for developers the cause.
package pgstore
