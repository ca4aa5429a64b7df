package sqlitestore

// The queries on sessions and their events. Each uses an index.
const (
	findSession = `SELECT id, version FROM sessions WHERE app = ? AND user = ? AND name = ?`
	sessionRow  = `SELECT id, version, created, updated FROM sessions WHERE app = ? AND user = ? AND name = ?`
	listSession = `SELECT id, name, version, created, updated FROM sessions WHERE app = ? AND user = ? ORDER BY name`
	readEvents  = `SELECT body FROM events WHERE session = ?1 ORDER BY id`
	// readRecent begins with the first event that models still see. Without INDEXED BY,
	// SQLite reads all events of the session (measured with modernc.org/sqlite v1.60.1).
	readRecent = `SELECT body FROM events WHERE session = ?1 AND id >= coalesce((
		SELECT keeps FROM events INDEXED BY compactions_of_session WHERE session = ?1 AND keeps IS NOT NULL ORDER BY id DESC LIMIT 1
	), 0) ORDER BY id`
	// findEvent finds the newest event with an id of its own, which is usually near the end.
	findEvent = `SELECT id FROM events WHERE session = ? AND body ->> '$.id' = ? ORDER BY id DESC LIMIT 1`

	tick          = `UPDATE clock SET version = version + 1 RETURNING version`
	insertSession = `INSERT INTO sessions (app, user, name, version, created, updated, initial)
		VALUES (?, ?, ?, 0, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`
	touchSession  = `UPDATE sessions SET version = ?, updated = ? WHERE id = ?`
	deleteSession = `DELETE FROM sessions WHERE app = ? AND user = ? AND name = ?`
	insertEvent   = `INSERT INTO events (session, invocation, delta, body, keeps) VALUES (?, ?, ?, ?, ?)`
	// deleteKeeps deletes the compactions after the first event of an invocation.
	deleteKeeps = `DELETE FROM events INDEXED BY compactions_of_session WHERE session = ?1 AND keeps IS NOT NULL
		AND id > (SELECT min(id) FROM events WHERE session = ?1 AND invocation = ?2)`
	deleteEvents = `DELETE FROM events WHERE session = ? AND invocation = ?`
	readInitial  = `SELECT initial FROM sessions WHERE id = ?`
	readDeltas   = `SELECT delta FROM events WHERE session = ? AND delta IS NOT NULL ORDER BY id`
)

// The queries on state. A session's state has three parts, whose keys have different
// prefixes.
const (
	readState = `SELECT key, value FROM app_state WHERE app = ?
		UNION ALL SELECT key, value FROM user_state WHERE app = ? AND user = ?
		UNION ALL SELECT key, value FROM session_state WHERE session = ?`
	// readStates returns the own state of all sessions of a user.
	readStates = `SELECT s.session, s.key, s.value FROM sessions
		JOIN session_state AS s ON s.session = sessions.id WHERE app = ? AND user = ?`
	clearState = `DELETE FROM session_state WHERE session = ?`
)

// statements change one part of the state.
type statements struct{ set, unset string }

var (
	ofSession = statements{
		set:   `INSERT INTO session_state (session, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
		unset: `DELETE FROM session_state WHERE session = ? AND key = ?`,
	}
	ofUser = statements{
		set:   `INSERT INTO user_state (app, user, key, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
		unset: `DELETE FROM user_state WHERE app = ? AND user = ? AND key = ?`,
	}
	ofApp = statements{
		set:   `INSERT INTO app_state (app, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
		unset: `DELETE FROM app_state WHERE app = ? AND key = ?`,
	}
)

// The queries on artifacts.
const (
	saveArtifact = `INSERT INTO artifacts (app, user, session, name, version, mime_type, file_name, data)
		SELECT ?1, ?2, ?3, ?4, coalesce(max(version), 0) + 1, ?5, ?6, ?7 FROM artifacts
		WHERE app = ?1 AND user = ?2 AND session = ?3 AND name = ?4 RETURNING version`
	loadArtifact = `SELECT mime_type, file_name, data FROM artifacts WHERE app = ?1 AND user = ?2 AND session = ?3 AND name = ?4
		AND (?5 = 0 OR version = ?5) ORDER BY version DESC LIMIT 1`
	listArtifacts = `SELECT name FROM artifacts WHERE app = ?1 AND user = ?2 AND session = '' AND substr(name, 1, 5) = 'user:'
		UNION SELECT name FROM artifacts WHERE app = ?1 AND user = ?2 AND session = ?3 ORDER BY name`
	deleteArtifact  = `DELETE FROM artifacts WHERE app = ? AND user = ? AND session = ? AND name = ?`
	forgetArtifacts = `DELETE FROM artifacts WHERE app = ? AND user = ? AND session = ? AND substr(name, 1, 5) <> 'user:'`
)
