-- A version is drawn from one sequence, so that none ever comes back.
CREATE SEQUENCE errand_versions;

-- Names are ordered by their bytes. last is the number of the session's last event;
-- initial is the session's own state at its creation. fillfactor leaves room for the
-- new version of a row beside the old one: an append then changes no index.
CREATE TABLE errand_sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app text COLLATE "C" NOT NULL,
    user_name text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    last bigint NOT NULL,
    created timestamptz NOT NULL,
    updated timestamptz NOT NULL,
    initial text NOT NULL,
    UNIQUE (app, user_name, name)
) WITH (fillfactor = 80);

-- The events of a session from a number on are a range of one index. delta is what the
-- event changed in the session's own state, body is the event; both are JSON. keeps is,
-- of a compaction, the number of the first event that models still see.
CREATE TABLE errand_events (
    session bigint NOT NULL REFERENCES errand_sessions (id) ON DELETE CASCADE,
    number bigint NOT NULL,
    id text NOT NULL,
    invocation text NOT NULL,
    keeps bigint,
    delta text,
    body text NOT NULL,
    PRIMARY KEY (session, number)
);
CREATE INDEX errand_compactions ON errand_events (session, number) WHERE keeps IS NOT NULL;

-- A value of the state is JSON. NULL is a key that was deleted.
CREATE TABLE errand_session_state (
    session bigint NOT NULL REFERENCES errand_sessions (id) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    value text,
    PRIMARY KEY (session, key)
) WITH (fillfactor = 80);

CREATE TABLE errand_user_state (
    app text COLLATE "C" NOT NULL,
    user_name text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text,
    PRIMARY KEY (app, user_name, key)
) WITH (fillfactor = 80);

CREATE TABLE errand_app_state (
    app text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text,
    PRIMARY KEY (app, key)
) WITH (fillfactor = 80);

-- A session, which need not exist yet, that a run has until then. Nothing refers to it.
CREATE TABLE errand_claims (
    app text COLLATE "C" NOT NULL,
    user_name text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    holder text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (app, user_name, name)
) WITH (fillfactor = 80);
