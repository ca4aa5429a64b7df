package sqlitestore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

var _ agent.ArtifactStore = (*Store)(nil)

// SaveArtifact implements [agent.ArtifactStore].
func (s *Store) SaveArtifact(ctx context.Context, ref agent.SessionRef, name string, b agent.Blob) (version int, err error) {
	defer s.wipe(ctx)
	err = s.write(ctx, "save artifact", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, saveArtifact, ref.App, ref.User, record.Owner(ref, name), name, b.MIMEType, b.Name, b.Data).Scan(&version)
	})
	return version, err
}

// LoadArtifact implements [agent.ArtifactStore].
func (s *Store) LoadArtifact(ctx context.Context, ref agent.SessionRef, name string, version int) (b agent.Blob, err error) {
	err = s.read(ctx, "load artifact", func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, loadArtifact, ref.App, ref.User, record.Owner(ref, name), name, version).Scan(&b.MIMEType, &b.Name, &b.Data)
		if errors.Is(err, sql.ErrNoRows) {
			return agent.ErrArtifactNotFound
		}
		return err
	})
	return b, err
}

// ListArtifacts implements [agent.ArtifactStore].
func (s *Store) ListArtifacts(ctx context.Context, ref agent.SessionRef) (names []string, err error) {
	err = s.read(ctx, "list artifacts", func(tx *sql.Tx) error {
		names = nil
		return each(ctx, tx, func(rows *sql.Rows) error {
			var name string
			err := rows.Scan(&name)
			names = append(names, name)
			return err
		}, listArtifacts, ref.App, ref.User, ref.ID)
	})
	return names, err
}

// DeleteArtifact implements [agent.ArtifactStore].
func (s *Store) DeleteArtifact(ctx context.Context, ref agent.SessionRef, name string) error {
	err := s.write(ctx, "delete artifact", func(tx *sql.Tx) error {
		return remove(ctx, tx, agent.ErrArtifactNotFound, deleteArtifact, ref.App, ref.User, record.Owner(ref, name), name)
	})
	if err == nil {
		s.log.soil()
		s.wipe(ctx)
	}
	return err
}
