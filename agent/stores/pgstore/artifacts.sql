-- A version of a file. It belongs to the session with the name, or, if the name of the file
-- begins with user:, to all sessions of the user: then session is empty.
CREATE TABLE errand_artifacts (
    app text COLLATE "C" NOT NULL,
    user_name text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    version int NOT NULL,
    mime_type text NOT NULL,
    file_name text NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (app, user_name, session, name, version)
);

-- How long a claim lasts after its last renewal. A later until shows that the clock was
-- set back.
ALTER TABLE errand_claims ADD COLUMN lease interval NOT NULL DEFAULT interval '15 seconds';
