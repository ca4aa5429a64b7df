package pgstore

// The queries on sessions and their events. Each is one statement, which reads one
// snapshot, and uses an index. $1 to $3 name a session, which the planner looks up once.
const (
	ofSession = ` WHERE app = $1 AND user_name = $2 AND name = $3`
	sessionID = `(SELECT id FROM errand_sessions` + ofSession + `)`

	readSession = `SELECT version, created, updated FROM errand_sessions` + ofSession
	readEvents  = `SELECT body FROM errand_events WHERE session = ` + sessionID + ` ORDER BY number`
	readRecent  = `SELECT body FROM errand_events WHERE session = ` + sessionID + ` AND number >= coalesce((
		SELECT keeps FROM errand_events WHERE session = ` + sessionID + ` AND keeps IS NOT NULL ORDER BY number DESC LIMIT 1
	), 0) ORDER BY number`
	readState = `SELECT key, value FROM errand_app_state WHERE app = $1 AND value IS NOT NULL
		UNION ALL SELECT key, value FROM errand_user_state WHERE app = $1 AND user_name = $2 AND value IS NOT NULL
		UNION ALL SELECT key, value FROM errand_session_state WHERE session = ` + sessionID + ` AND value IS NOT NULL`

	listSessions = `SELECT id, name, version, created, updated FROM errand_sessions WHERE app = $1 AND user_name = $2`
	listStates   = `SELECT NULL::bigint, key, value FROM errand_app_state WHERE app = $1 AND value IS NOT NULL
		UNION ALL SELECT NULL, key, value FROM errand_user_state WHERE app = $1 AND user_name = $2 AND value IS NOT NULL
		UNION ALL SELECT session, key, value FROM errand_session_state JOIN errand_sessions ON id = session
			WHERE app = $1 AND user_name = $2 AND value IS NOT NULL`

	// An expired claim is deleted with the session. An active one belongs to a run and
	// stays.
	deleteSession = `WITH c AS (DELETE FROM errand_claims` + ofSession + ` AND until < clock_timestamp())
		, f AS (DELETE FROM errand_artifacts WHERE app = $1 AND user_name = $2 AND session = $3 AND name NOT LIKE 'user:%'
			AND EXISTS (SELECT FROM errand_sessions` + ofSession + `))
		DELETE FROM errand_sessions` + ofSession
)

// The queries on artifacts. $4 is the name of one.
const (
	saveArtifact = `INSERT INTO errand_artifacts (app, user_name, session, name, version, mime_type, file_name, data)
		SELECT $1, $2, $3, $4, coalesce(max(version), 0) + 1, $5, $6, $7 FROM errand_artifacts` + ofFile + `
		ON CONFLICT DO NOTHING RETURNING version`
	loadArtifact = `SELECT mime_type, file_name, data FROM errand_artifacts` + ofFile + ` AND ($5 = 0 OR version = $5)
		ORDER BY version DESC LIMIT 1`
	listArtifacts = `SELECT DISTINCT name FROM errand_artifacts WHERE app = $1 AND user_name = $2
		AND (session = $3 OR session = '' AND name LIKE 'user:%')`
	deleteArtifact = `DELETE FROM errand_artifacts` + ofFile
	ofFile         = ` WHERE app = $1 AND user_name = $2 AND session = $3 AND name = $4`
)

// setState changes the state of session s by the arrays $4 (part), $5 (key) and $6 (value).
// Keys are sorted, so that two changes of one user's state cannot deadlock.
const (
	setState = `, d AS (
		SELECT * FROM unnest($4::int8[], $5::text[], $6::text[]) AS d (part, key, value)
	), own AS (
		INSERT INTO errand_session_state (session, key, value) SELECT s.id, d.key, d.value FROM s, d WHERE d.part = 0
		ON CONFLICT (session, key) DO UPDATE SET value = excluded.value
	), users AS (
		INSERT INTO errand_user_state (app, user_name, key, value)
		SELECT $1, $2, d.key, d.value FROM s, d WHERE d.part = 1 ORDER BY d.key
		ON CONFLICT (app, user_name, key) DO UPDATE SET value = excluded.value
	), apps AS (
		INSERT INTO errand_app_state (app, key, value) SELECT $1, d.key, d.value FROM s, d WHERE d.part = 2 ORDER BY d.key
		ON CONFLICT (app, key) DO UPDATE SET value = excluded.value
	)`
	ofOwn, ofUser, ofApp int64 = 0, 1, 2
)

// The changes.
const (
	createSession = `WITH s AS (
		INSERT INTO errand_sessions (app, user_name, name, version, last, created, updated, initial)
		VALUES ($1, $2, $3, nextval('errand_versions'), 0, clock_timestamp(), clock_timestamp(), $7)
		ON CONFLICT DO NOTHING RETURNING id
	)` + setState + ` SELECT count(*) FROM s`

	// appendEvents returns the new version, NULL if there is none, and whether the session
	// exists. A compaction names the first event that it keeps by its id ($12), or by its
	// position ($13) if that event is in the same append. $14 is the claim of a run of this
	// store, which must still be valid; NULL if there is none.
	appendEvents = `WITH s AS (
		UPDATE errand_sessions SET version = nextval('errand_versions'), updated = clock_timestamp(),
			last = last + cardinality($10::text[])
		` + ofSession + ` AND version = $7 AND ($14::text IS NULL OR EXISTS (SELECT FROM errand_claims` + ofSession + ` AND holder = $14))
		RETURNING id, version, last
	), e AS (
		INSERT INTO errand_events (session, number, id, invocation, delta, body, keeps)
		SELECT s.id, s.last - cardinality($10::text[]) + e.n, e.id, e.invocation, e.delta, e.body,
			CASE WHEN e.place IS NOT NULL THEN s.last - cardinality($10::text[]) + e.place WHEN e.before IS NOT NULL THEN (
				SELECT number FROM errand_events AS k WHERE k.session = s.id AND k.id = e.before ORDER BY number DESC LIMIT 1
			) END
		FROM s, unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::int8[])
			WITH ORDINALITY AS e (invocation, delta, body, id, before, place, n)
	)` + setState + ` SELECT (SELECT version FROM s), EXISTS (SELECT FROM errand_sessions` + ofSession + `)`

	lockSession = `SELECT id, version, initial, $4::text IS NULL OR EXISTS (SELECT FROM errand_claims` + ofSession + ` AND holder = $4)
		FROM errand_sessions` + ofSession + ` FOR UPDATE`
	deleteEvents = `WITH gone AS (
		DELETE FROM errand_events WHERE session = $1 AND invocation = $2 RETURNING number
	), compactions AS (
		DELETE FROM errand_events WHERE session = $1 AND keeps IS NOT NULL AND invocation <> $2
		AND number > (SELECT min(number) FROM gone)
	) SELECT count(*) FROM gone`
	readDeltas   = `SELECT delta FROM errand_events WHERE session = $1 AND delta IS NOT NULL ORDER BY number`
	clearState   = `DELETE FROM errand_session_state WHERE session = $1`
	fillState    = `INSERT INTO errand_session_state (session, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS d (key, value)`
	touchSession = `UPDATE errand_sessions SET version = nextval('errand_versions'), updated = clock_timestamp() WHERE id = $1 RETURNING version`
)

// The queries on claims. They use the server's clock. If it was set back by more than a
// lease, a claim has expired too.
const (
	// takeClaim also gives the session a new version, so that an earlier owner cannot write
	// any more.
	takeClaim = `WITH c AS (
		INSERT INTO errand_claims AS c (app, user_name, name, holder, until, lease)
		VALUES ($1, $2, $3, $4, clock_timestamp() + $5::interval, $5::interval)
		ON CONFLICT (app, user_name, name) DO UPDATE SET holder = excluded.holder, until = excluded.until, lease = excluded.lease
		WHERE c.until < clock_timestamp() OR c.until > clock_timestamp() + 2 * c.lease RETURNING 1
	), s AS (
		UPDATE errand_sessions SET version = nextval('errand_versions')` + ofSession + ` AND EXISTS (SELECT FROM c)
	) SELECT count(*) FROM c`
	renewClaim   = `UPDATE errand_claims SET until = clock_timestamp() + $5::interval` + ofSession + ` AND holder = $4`
	releaseClaim = `DELETE FROM errand_claims` + ofSession + ` AND holder = $4`
)
