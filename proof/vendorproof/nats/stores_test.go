package nats_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// stores tests the errors of key-value and object stores with a real server. Those of the
// older API have the same texts, which TestEverySentinel has.
func stores(t *testing.T, url string) {
	t.Helper()
	js, err := jetstream.New(connect(t, url))
	require.NoError(t, err)
	keys(t, js)
	objects(t, js)
}

func keys(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	ctx := t.Context()
	_, err := js.KeyValue(ctx, name("missing"))
	checked(t, "a bucket", "bucket_not_found", err)
	_, err = js.KeyValue(ctx, "a.b")
	checked(t, "the name of a bucket", "invalid_bucket_name", err)
	kv, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "kv"})
	require.NoError(t, err)
	_, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "kv", History: 9})
	checked(t, "a bucket that is there", "bucket_exists", err)
	_, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "kv2", History: 99})
	checked(t, "a long history", "history_too_large", err)
	_, err = kv.Keys(ctx)
	checked(t, "no keys", "no_keys_found", err)
	_, err = kv.Get(ctx, name("missing"))
	checked(t, "a key", "key_not_found", err)
	_, err = kv.Get(ctx, "a b")
	checked(t, "the name of a key", "invalid_key", err)
	revision, err := kv.Create(ctx, name("k"), []byte(body))
	require.NoError(t, err)
	_, err = kv.Create(ctx, name("k"), []byte(body))
	checked(t, "a key that is there", "key_exists", err)
	_, err = kv.Update(ctx, name("k"), []byte(body), revision+9)
	checked(t, "a revision", "key_revision_mismatch", err)
	checked(t, "a revision of what is deleted", "key_revision_mismatch", kv.Delete(ctx, name("k"), jetstream.LastRevision(revision+9)))
	require.NoError(t, kv.Delete(ctx, name("k")))
	_, err = kv.GetRevision(ctx, name("k"), revision+1)
	checked(t, "a key that was deleted", "key_not_found", err)
	_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "KV_plain", Subjects: []string{"plain.>"}})
	require.NoError(t, err)
	_, err = js.KeyValue(ctx, "plain")
	checked(t, "a bucket that is none", "bad_bucket", err)
}

func objects(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	ctx := t.Context()
	_, err := js.ObjectStore(ctx, name("missing"))
	checked(t, "a store", "bucket_not_found", err)
	_, err = js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "a.b"})
	checked(t, "the name of a store", "invalid_bucket_name", err)
	store, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "files"})
	require.NoError(t, err)
	_, err = store.List(ctx)
	checked(t, "no objects", "no_objects_found", err)
	_, err = store.GetBytes(ctx, name("missing"))
	checked(t, "an object", "object_not_found", err)
	_, err = store.PutBytes(ctx, "", nil)
	checked(t, "the name of an object", "bad_object_meta", err)
	_, err = store.PutBytes(ctx, "one", []byte(body))
	require.NoError(t, err)
	_, err = store.PutBytes(ctx, "two", []byte(body))
	require.NoError(t, err)
	checked(t, "a name that is taken", "object_already_exists", store.UpdateMeta(ctx, "one", jetstream.ObjectMeta{Name: "two"}))
	damaged(t, js, store)
	gone, err := store.GetInfo(ctx, "two")
	require.NoError(t, err)
	require.NoError(t, store.Delete(ctx, "two"))
	checked(t, "an object that was deleted", "object_not_found", store.UpdateMeta(ctx, "two", jetstream.ObjectMeta{Name: "two"}))
	gone.Deleted = true
	_, err = store.AddLink(ctx, "link", gone)
	checked(t, "a link to nothing", "link_not_allowed", err)
	_, err = store.AddLink(ctx, "", gone)
	checked(t, "a link without a name", "name_required", err)
}

// damaged changes the digest that a store has for an object.
func damaged(t *testing.T, js jetstream.JetStream, store jetstream.ObjectStore) {
	t.Helper()
	ctx := t.Context()
	info, err := store.PutBytes(ctx, "three", []byte(body))
	require.NoError(t, err)
	info.Digest = "SHA-256=AAAA"
	meta, err := json.Marshal(info)
	require.NoError(t, err)
	m := nats.NewMsg("$O.files.M." + base64.URLEncoding.EncodeToString([]byte("three")))
	m.Data = meta
	m.Header.Set("Nats-Rollup", "sub")
	_, err = js.PublishMsg(ctx, m)
	require.NoError(t, err)
	_, err = store.GetBytes(ctx, "three")
	checked(t, "a damaged object", "digest_mismatch", err)
}
