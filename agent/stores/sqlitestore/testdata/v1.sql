PRAGMA application_id = 1701999204;
PRAGMA user_version = 1;
CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL) STRICT;
INSERT INTO clock VALUES (1, 3);
CREATE TABLE sessions (
	id INTEGER PRIMARY KEY, app TEXT NOT NULL, user TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL,
	created INTEGER NOT NULL, updated INTEGER NOT NULL, initial TEXT NOT NULL, UNIQUE (app, user, name)
) STRICT;
INSERT INTO sessions VALUES (1, 'app', 'ada', '1', 3, 1767323045000006000, 1767323046000006000, '{"list":[1.5,null,true],"n":1}');
CREATE TABLE events (
	id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
	invocation TEXT NOT NULL, delta TEXT, body TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_session ON events (session);
CREATE INDEX events_of_invocation ON events (session, invocation);
INSERT INTO events VALUES (1, 1, 'i1', '{"n":2}', '{"id":"e1","invocationId":"i1","author":"helper","timestamp":"2026-01-02T03:04:05.000006Z","content":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"lookup","args":{"city":"Århus <&>","n":12345678901234567890}}}]},"actions":{"stateDelta":{"app:theme":"dark","n":2}}}');
INSERT INTO events VALUES (2, 1, 'i2', NULL, '{"id":"e2","invocationId":"i2","author":"user","timestamp":"2026-01-02T03:04:05.000006Z","turnComplete":true}');
CREATE TABLE session_state (
	session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;
INSERT INTO session_state VALUES (1, 'list', '[1.5,null,true]'), (1, 'n', '2');
CREATE TABLE user_state (app TEXT NOT NULL, user TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (app, user, key)) STRICT, WITHOUT ROWID;
INSERT INTO user_state VALUES ('app', 'ada', 'user:name', '"Ada"');
CREATE TABLE app_state (app TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (app, key)) STRICT, WITHOUT ROWID;
INSERT INTO app_state VALUES ('app', 'app:theme', '"dark"');
