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

// artifacts are the tests of an [agent.ArtifactStore].
var artifacts = map[string]func(t *testing.T, s files){
	"artifacts have versions":                       testVersionsOfArtifacts,
	"artifacts of the user are shared":              testSharedArtifacts,
	"an artifact is deleted with its session":       testArtifactsOfADeletedSession,
	"every save of an artifact has its own version": testConcurrentSaves,
	"names and data of artifacts are kept":          testOddArtifacts,
}

func mustSave(t *testing.T, s files, r agent.SessionRef, name, text string) int {
	t.Helper()
	version, err := s.SaveArtifact(t.Context(), r, name, agent.Blob{MIMEType: "text/plain", Data: []byte(text), Name: name + ".txt"})
	if err != nil {
		t.Fatalf("SaveArtifact(%q): %v", name, err)
	}
	return version
}

func wantArtifact(t *testing.T, s files, r agent.SessionRef, name string, version int, text string) {
	t.Helper()
	b, err := s.LoadArtifact(t.Context(), r, name, version)
	if err != nil {
		t.Fatalf("LoadArtifact(%q, %d): %v", name, version, err)
	}
	wantEqual(t, "the artifact "+name, b, agent.Blob{MIMEType: "text/plain", Data: []byte(text), Name: name + ".txt"})
}

func wantNames(t *testing.T, s files, r agent.SessionRef, want ...string) {
	t.Helper()
	names, err := s.ListArtifacts(t.Context(), r)
	if err != nil {
		t.Fatalf("ListArtifacts: %v", err)
	}
	wantEqual(t, "the list", append([]string{}, names...), append([]string{}, want...))
}

func testVersionsOfArtifacts(t *testing.T, s files) {
	_, err := s.LoadArtifact(t.Context(), ref, "f", 0)
	wantKind(t, err, agent.ErrArtifactNotFound)
	wantKind(t, s.DeleteArtifact(t.Context(), ref, "f"), agent.ErrArtifactNotFound)
	wantNames(t, s, ref)
	wantEqual(t, "the first version", mustSave(t, s, ref, "f", "one"), 1)
	wantEqual(t, "the second version", mustSave(t, s, ref, "f", "two"), 2)
	mustSave(t, s, ref, "b", "other")
	wantArtifact(t, s, ref, "f", 0, "two")
	wantArtifact(t, s, ref, "f", 1, "one")
	for _, version := range []int{3, -1} {
		_, err := s.LoadArtifact(t.Context(), ref, "f", version)
		wantKind(t, err, agent.ErrArtifactNotFound)
	}
	wantNames(t, s, ref, "b", "f")
	if err := s.DeleteArtifact(t.Context(), ref, "f"); err != nil {
		t.Fatal(err)
	}
	wantNames(t, s, ref, "b")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.SaveArtifact(ctx, ref, "late", agent.Blob{}); err == nil {
		t.Error("a dead context saves an artifact")
	}
}

func testSharedArtifacts(t *testing.T, s files) {
	other, stranger := agent.SessionRef{App: "app", User: "ada", ID: "2"}, agent.SessionRef{App: "app", User: "bob", ID: "1"}
	mustSave(t, s, ref, "own", "1")
	wantEqual(t, "the version", mustSave(t, s, ref, "user:shared", "1"), 1)
	wantEqual(t, "the version", mustSave(t, s, other, "user:shared", "2"), 2)
	wantArtifact(t, s, ref, "user:shared", 0, "2")
	wantNames(t, s, other, "user:shared")
	wantNames(t, s, stranger)
	_, err := s.LoadArtifact(t.Context(), stranger, "user:shared", 0)
	wantKind(t, err, agent.ErrArtifactNotFound)
}

func testArtifactsOfADeletedSession(t *testing.T, s files) {
	mustCreate(t, s, ref, nil)
	mustSave(t, s, ref, "own", "1")
	mustSave(t, s, ref, "user:shared", "1")
	if err := s.Delete(t.Context(), ref); err != nil {
		t.Fatal(err)
	}
	wantNames(t, s, ref, "user:shared")
	wantKind(t, s.Delete(t.Context(), ref), agent.ErrSessionNotFound)
}

func testConcurrentSaves(t *testing.T, s files) {
	const savers = 8
	var group sync.WaitGroup
	versions := make([]int, savers)
	for i := range savers {
		group.Go(func() {
			var err error
			if versions[i], err = s.SaveArtifact(t.Context(), ref, "f", agent.Blob{MIMEType: "a/b", Data: []byte{byte(i)}}); err != nil {
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

func testOddArtifacts(t *testing.T, s files) {
	for _, name := range []string{"", "a/b\\c", "Århus € \x00 \xff", "USER:f", "%", "it's"} {
		mustSave(t, s, ref, name, "\x00\xff"+name)
		wantArtifact(t, s, ref, name, 0, "\x00\xff"+name)
	}
	b := agent.Blob{Data: []byte("shared")}
	if _, err := s.SaveArtifact(t.Context(), ref, "f", b); err != nil {
		t.Fatal(err)
	}
	b.Data[0] = 'X'
	for range 2 { // the second time, after a change of what was returned
		got, err := s.LoadArtifact(t.Context(), ref, "f", 0)
		if err != nil || string(got.Data) != "shared" {
			t.Fatalf("the data is %q, %v", got.Data, err)
		}
		got.Data[0] = 'X'
	}
}
