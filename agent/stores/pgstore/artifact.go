package pgstore

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

var _ agent.ArtifactStore = (*Store)(nil)

// file returns the parameters that name an artifact.
func file(ref agent.SessionRef, name string) []any {
	ref.ID = record.Owner(ref, name)
	return append(names(ref), escape(name))
}

// SaveArtifact implements agent.ArtifactStore. It takes one round trip, unless another
// process saves the same artifact at the same time.
func (s *Store) SaveArtifact(ctx context.Context, ref agent.SessionRef, name string, b agent.Blob) (version int, err error) {
	data := b.Data
	if data == nil {
		data = []byte{}
	}
	for {
		err = s.pool.QueryRow(ctx, saveArtifact, append(file(ref, name), escape(b.MIMEType), escape(b.Name), data)...).Scan(&version)
		if !errors.Is(err, pgx.ErrNoRows) {
			break
		}
	}
	if err != nil {
		return 0, failure(ctx, "save artifact", err)
	}
	return version, nil
}

// LoadArtifact implements agent.ArtifactStore. It takes one round trip.
func (s *Store) LoadArtifact(ctx context.Context, ref agent.SessionRef, name string, version int) (b agent.Blob, err error) {
	err = s.pool.QueryRow(ctx, loadArtifact, append(file(ref, name), version)...).Scan(&b.MIMEType, &b.Name, &b.Data)
	if errors.Is(err, pgx.ErrNoRows) {
		err = agent.ErrArtifactNotFound
	}
	if err != nil {
		return agent.Blob{}, failure(ctx, "load artifact", err)
	}
	b.MIMEType, b.Name = unescape(b.MIMEType), unescape(b.Name)
	return b, nil
}

// ListArtifacts implements agent.ArtifactStore. It takes one round trip.
func (s *Store) ListArtifacts(ctx context.Context, ref agent.SessionRef) ([]string, error) {
	rows, err := s.pool.Query(ctx, listArtifacts, names(ref)...)
	if err != nil {
		return nil, failure(ctx, "list artifacts", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, failure(ctx, "list artifacts", err)
	}
	for i, name := range found {
		found[i] = unescape(name)
	}
	slices.Sort(found)
	return found, nil
}

// DeleteArtifact implements agent.ArtifactStore. It takes one round trip.
func (s *Store) DeleteArtifact(ctx context.Context, ref agent.SessionRef, name string) error {
	tag, err := s.pool.Exec(ctx, deleteArtifact, file(ref, name)...)
	if err == nil && tag.RowsAffected() == 0 {
		err = agent.ErrArtifactNotFound
	}
	if err != nil {
		return failure(ctx, "delete artifact", err)
	}
	return nil
}
