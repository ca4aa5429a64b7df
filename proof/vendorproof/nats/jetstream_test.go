package nats_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// modern tests the errors of package jetstream with a real server.
func modern(t *testing.T, url string) {
	t.Helper()
	ctx := t.Context()
	nc := connect(t, url)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	_, err = js.Stream(ctx, name("missing"))
	checked(t, "a stream", "stream_not_found", err)
	_, err = js.Stream(ctx, "a.b")
	checked(t, "the name of a stream", "invalid_stream_name", err)
	_, err = js.Stream(ctx, "")
	checked(t, "a stream without a name", "name_required", err)

	config := jetstream.StreamConfig{Name: name("orders"), Subjects: []string{"orders.>"}, MaxMsgs: 2, Discard: jetstream.DiscardNew, MaxMsgSize: 1 << 10, MaxConsumers: 3}
	s, err := js.CreateStream(ctx, config)
	require.NoError(t, err)
	other := config
	other.MaxMsgs = 9
	_, err = js.CreateStream(ctx, other)
	checked(t, "a stream that is there", "stream_name_in_use", err)
	other.Name = name("others")
	_, err = js.CreateStream(ctx, other)
	checked(t, "subjects that are taken", "subjects_overlap", err)
	_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: name("broken"), Subjects: []string{"a..b"}})
	checked(t, "a configuration", "invalid_stream_config", err)

	_, err = s.GetMsg(ctx, 99)
	checked(t, "a message", "message_not_found", err)
	_, err = js.Publish(ctx, "orders.x", []byte(body), jetstream.WithExpectLastSequence(99))
	checked(t, "a sequence", "wrong_last_sequence", err)
	_, err = js.Publish(ctx, "orders.x", []byte(body), jetstream.WithExpectLastMsgID("x"))
	checked(t, "a message before", "wrong_last_sequence", err)
	_, err = js.Publish(ctx, "orders.x", []byte(body), jetstream.WithExpectStream("x"))
	checked(t, "another stream", "stream_not_match", err)
	_, err = js.Publish(ctx, "orders.x", make([]byte, 2<<10))
	checked(t, "a large message", "message_too_large", err)
	_, err = js.Publish(ctx, "nobody."+subject, []byte(body), jetstream.WithRetryAttempts(0))
	checked(t, "no stream for a subject", "no_stream_response", err)
	for range 2 {
		_, err = js.Publish(ctx, "orders.x", []byte(body))
		require.NoError(t, err)
	}
	_, err = js.Publish(ctx, "orders.x", []byte(body))
	checked(t, "a full stream", "stream_full", err)
	_, err = js.StreamNameBySubject(ctx, "nobody."+subject)
	checked(t, "the stream of a subject", "stream_not_found", err)
	err = s.DeleteMsg(ctx, 99)
	checked(t, "a message that cannot be deleted", "msg_delete_unsuccessful", err)

	modernConsumers(t, js, s)
	modernPublish(t, nc)

	require.NoError(t, s.Purge(ctx))
	config.Sealed = true
	_, err = js.UpdateStream(ctx, config)
	require.NoError(t, err)
	_, err = js.Publish(ctx, "orders.x", []byte(body))
	checked(t, "a sealed stream", "stream_sealed", err)
	require.NoError(t, js.DeleteStream(ctx, config.Name))
}

func modernConsumers(t *testing.T, js jetstream.JetStream, s jetstream.Stream) {
	t.Helper()
	ctx := t.Context()
	_, err := s.Consumer(ctx, name("missing"))
	checked(t, "a consumer", "consumer_not_found", err)
	_, err = s.Consumer(ctx, "a.b")
	checked(t, "the name of a consumer", "invalid_consumer_name", err)
	c, err := s.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "c", MaxRequestBatch: 5, AckPolicy: jetstream.AckExplicitPolicy})
	require.NoError(t, err)
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "c", DeliverPolicy: jetstream.DeliverNewPolicy, AckPolicy: jetstream.AckExplicitPolicy})
	checked(t, "a consumer that cannot be changed", "consumer_create", err)
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "d", FilterSubject: "nobody.x"})
	checked(t, "a filter", "invalid_filter_subject", err)
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "f", FilterSubjects: []string{"orders.a", "orders.b"}})
	checked(t, "filters that the server does not know", "config_not_supported", err)
	require.NoError(t, s.DeleteConsumer(ctx, "f"), "it was made nevertheless")
	batch, err := c.Fetch(50, jetstream.FetchMaxWait(time.Second))
	require.NoError(t, err)
	for range batch.Messages() {
	}
	checked(t, "a large batch", "max_request_exceeded", batch.Error())
	m, err := c.Next()
	require.NoError(t, err)
	require.NoError(t, m.DoubleAck(ctx))
	checked(t, "a second acknowledgement", "msg_already_ackd", m.Ack())
	m, err = c.Next()
	require.NoError(t, err)
	require.NoError(t, m.DoubleAck(ctx))
	_, err = c.Next(jetstream.FetchMaxWait(time.Second))
	checked(t, "no message in time", "timeout", err)
	_, err = c.Fetch(1, jetstream.FetchMaxWait(-1))
	checked(t, "an option", "client_usage", err)

	it, err := c.Messages()
	require.NoError(t, err)
	it.Stop()
	_, err = it.Next()
	checked(t, "an iterator that was stopped", "client_usage", err)

	_, err = s.CreatePushConsumer(ctx, jetstream.ConsumerConfig{Durable: "p", DeliverSubject: "deliver.x"})
	require.NoError(t, err)
	_, err = s.Consumer(ctx, "p")
	checked(t, "a consumer that pushes", "not_pull_consumer", err)
	_, err = s.PushConsumer(ctx, "c")
	checked(t, "a consumer that is pulled from", "not_push_consumer", err)
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "third"})
	require.NoError(t, err)
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "fourth"})
	checked(t, "a consumer too many", "max_consumers_exceeded", err)

	it, err = c.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(time.Minute))
	require.NoError(t, err)
	deleted := make(chan error, 1)
	go func() {
		_, err := it.Next()
		deleted <- err
	}()
	require.Eventually(t, func() bool { info, err := c.Info(ctx); return err == nil && info.NumWaiting > 0 }, time.Minute, time.Millisecond)
	require.NoError(t, s.DeleteConsumer(ctx, "c"))
	checked(t, "a consumer that was deleted", "consumer_not_found", <-deleted)

	work, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "WORK", Subjects: []string{"work.>"}, Retention: jetstream.WorkQueuePolicy})
	require.NoError(t, err)
	_, err = work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "one", AckPolicy: jetstream.AckExplicitPolicy})
	require.NoError(t, err)
	_, err = work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "two", AckPolicy: jetstream.AckExplicitPolicy})
	checked(t, "a second consumer of a work queue", "consumer_not_unique", err)
}

// modernPublish tests messages without an acknowledgement: a subscriber receives them, and
// is not a stream.
func modernPublish(t *testing.T, nc *nats.Conn) {
	t.Helper()
	_, err := nc.SubscribeSync("swallowed.>")
	require.NoError(t, err)
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncTimeout(soon), jetstream.WithPublishAsyncMaxPending(1))
	require.NoError(t, err)
	future, err := js.PublishAsync("swallowed."+subject, []byte(body))
	require.NoError(t, err)
	checked(t, "an acknowledgement that does not come", "async_publish_timeout", <-future.Err())

	js, err = jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(1))
	require.NoError(t, err)
	future, err = js.PublishAsync("swallowed."+subject, []byte(body))
	require.NoError(t, err)
	_, err = js.PublishAsync("swallowed."+subject, []byte(body), jetstream.WithStallWait(soon))
	checked(t, "too many acknowledgements that do not come", "too_many_stalled_msgs", err)
	js.CleanupPublisher()
	checked(t, "a publisher that was stopped", "publisher_closed", <-future.Err())
}

// statuses tests a consumer's statuses for a pull request, which are in a header. A service
// of the test sends them.
func statuses(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	nc := connect(t, startNATS(t, ""))
	const info = `{"stream_name":"s","name":"c","config":{"durable_name":"c","ack_policy":"explicit"}}`
	_, err := nc.Subscribe("$JS.API.CONSUMER.INFO.>", func(m *nats.Msg) { _ = m.Respond([]byte(info)) })
	require.NoError(t, err)
	var header atomic.Value
	header.Store(nats.Header{})
	asked := make(chan struct{}, 99)
	_, err = nc.Subscribe("$JS.API.CONSUMER.MSG.NEXT.>", func(m *nats.Msg) {
		asked <- struct{}{}
		if h := header.Load().(nats.Header); len(h) > 0 {
			_ = m.RespondMsg(&nats.Msg{Header: h})
		}
	})
	require.NoError(t, err)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	c, err := js.Consumer(ctx, "s", "c")
	require.NoError(t, err)
	old, err := nc.JetStream()
	require.NoError(t, err)
	pull, err := old.PullSubscribe("", "c", nats.Bind("s", "c"))
	require.NoError(t, err)
	for _, tt := range []struct{ status, text, code, older string }{
		{"409", "Leadership Change", "jetstream_unavailable", "jetstream_unavailable"},
		{"409", "Server Shutdown", "server_shutdown", "server_shutdown"},
		{"409", "Consumer Deleted", "consumer_not_found", "consumer_not_found"},
		{"409", "Message Size Exceeds MaxBytes", "", "max_bytes_exceeded"},
		{"409", "Exceeded MaxWaiting", "max_waiting_exceeded", "max_waiting_exceeded"},
		{"409", "Exceeded MaxRequestBatch of 5", "max_request_exceeded", "max_request_exceeded"},
		{"409", "Consumer is push based", "not_pull_consumer", "not_pull_consumer"},
		{"423", "Nats-Pin-Id mismatch", "pin_id_mismatch", ""},
		{"400", "Bad Request - " + body, "bad_request", "bad_request"},
		{"503", "", "no_responders", "no_responders"},
	} {
		header.Store(nats.Header{"Status": {tt.status}, "Description": {tt.text}})
		batch, err := c.Fetch(1, jetstream.FetchMaxWait(10*time.Second))
		require.NoError(t, err)
		for range batch.Messages() {
		}
		if tt.code != "" {
			checked(t, tt.text, tt.code, batch.Error())
		}
		if tt.older != "" {
			_, err = pull.Fetch(1, nats.MaxWait(10*time.Second))
			checked(t, tt.text+", older API", tt.older, err)
		}
	}

	header.Store(nats.Header{})
	it, err := c.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(2*time.Second), jetstream.PullHeartbeat(500*time.Millisecond))
	require.NoError(t, err)
	_, err = it.Next()
	checked(t, "a server that falls silent", "no_heartbeat", err)
	it.Stop()

	for len(asked) > 0 {
		<-asked
	}
	waits := make(chan error, 1)
	go func() {
		_, err := pull.Fetch(1, nats.MaxWait(time.Minute))
		waits <- err
	}()
	<-asked
	require.NoError(t, nc.ForceReconnect())
	checked(t, "lost during a fetch, older API", "disconnected", <-waits)
}
