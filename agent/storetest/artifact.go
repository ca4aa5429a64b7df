package storetest

import (
	"context"
	"sync"
	"testing"

	"github.com/errand-go/errand/agent"
)

// files is a store that keeps artifacts too.
type files interface {
	agent.Store
	agent.ArtifactStore
}

// testArtifacts tests the rules of [agent.ArtifactStore].
func testArtifacts(t *testing.T, s files) {
	save := func(r agent.SessionRef, name, text string, want int) {
		t.Helper()
		b := agent.Blob{MIMEType: "text/plain", Data: []byte(text), Name: name + ".txt"}
		version, err := s.SaveArtifact(t.Context(), r, name, b)
		if err != nil || version != want {
			t.Fatalf("SaveArtifact(%q) returns %d, %v", name, version, err)
		}
		b.Data[0] = '!' // nothing is shared with the caller
	}
	load := func(r agent.SessionRef, name string, version int, text string) {
		t.Helper()
		for range 2 { // the second time, after a change of what was returned
			b, err := s.LoadArtifact(t.Context(), r, name, version)
			if err != nil {
				t.Fatalf("LoadArtifact(%q, %d): %v", name, version, err)
			}
			wantEqual(t, "the artifact", b, agent.Blob{MIMEType: "text/plain", Data: []byte(text), Name: name + ".txt"})
			b.Data[0] = '!'
		}
	}
	missing := func(r agent.SessionRef, name string, version int) {
		t.Helper()
		_, err := s.LoadArtifact(t.Context(), r, name, version)
		wantKind(t, err, agent.ErrArtifactNotFound)
	}
	names := func(r agent.SessionRef, want ...string) {
		t.Helper()
		got, err := s.ListArtifacts(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		wantEqual(t, "the list", append([]string{}, got...), append([]string{}, want...))
	}
	other, stranger := agent.SessionRef{App: "app", User: "ada", ID: "2"}, agent.SessionRef{App: "app", User: "bob", ID: "1"}
	mustCreate(t, s, ref, nil)
	missing(ref, "f", 0)
	wantKind(t, s.DeleteArtifact(t.Context(), ref, "f"), agent.ErrArtifactNotFound)
	names(ref)
	save(ref, "f", "one", 1)
	save(ref, "f", "two", 2)
	save(ref, "user:f", "shared", 1)
	save(other, "user:f", "again", 2)
	save(ref, "Århus € \x00 \xff \\ %", "\x00\xff", 1)
	load(ref, "f", 0, "two")
	load(ref, "f", 1, "one")
	load(ref, "user:f", 0, "again")
	load(ref, "Århus € \x00 \xff \\ %", 0, "\x00\xff")
	missing(ref, "f", 3)
	missing(ref, "f", -1)
	missing(stranger, "user:f", 0)
	names(ref, "f", "user:f", "Århus € \x00 \xff \\ %")
	names(other, "user:f")
	names(stranger)
	if err := s.DeleteArtifact(t.Context(), ref, "f"); err != nil {
		t.Fatal(err)
	}
	missing(ref, "f", 0)
	if err := s.Delete(t.Context(), ref); err != nil {
		t.Fatal(err)
	}
	names(ref, "user:f") // the others are deleted with the session
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.SaveArtifact(ctx, ref, "late", agent.Blob{}); err == nil {
		t.Error("a dead context saves an artifact")
	}
	testConcurrentSaves(t, s)
}

// testConcurrentSaves tests that every save has a version of its own.
func testConcurrentSaves(t *testing.T, s files) {
	var group sync.WaitGroup
	versions := make([]int, 8)
	for i := range versions {
		group.Go(func() {
			var err error
			if versions[i], err = s.SaveArtifact(t.Context(), ref, "f", agent.Blob{Data: []byte{byte(i)}}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i, version := range versions {
		b, err := s.LoadArtifact(t.Context(), ref, "f", version)
		if err != nil {
			t.Fatal(err)
		}
		wantEqual(t, "the data of a version", b.Data, []byte{byte(i)})
	}
}
