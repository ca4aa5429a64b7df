package jetstream_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/examples/queues/internal/service"
	example "github.com/errand-go/errand/examples/queues/jetstream"
)

// startNATS starts nats-server in this process, because Debian's version has no
// TermWithReason.
func startNATS(t *testing.T) *nats.Conn {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(20*time.Second))
	nc, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	return nc
}

func TestJetStream(t *testing.T) {
	nc := startNATS(t)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	api := service.New()
	t.Cleanup(api.Close)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders.>"}, Retention: jetstream.WorkQueuePolicy})
	require.NoError(t, err)

	tests := map[string]struct {
		left   int    // messages in the stream
		said   string // the acknowledgement
		reason string // in the server's advisory
	}{
		"fine":    {0, "+ACK", ""},
		"limited": {1, `-NAK {"delay": 90000000000}`, ""},
		"refused": {0, "+TERM Upstream HTTP request failed with status code 422 (Unprocessable Content).", "Upstream HTTP request failed with status code 422 (Unprocessable Content)."},
		"broken":  {0, "+TERM Upstream HTTP request failed with status code 502 (Bad Gateway).", "Upstream HTTP request failed with status code 502 (Bad Gateway)."},
		"panics":  {0, "+TERM The tool stopped unexpectedly.", "The tool stopped unexpectedly."},
		"slow":    {0, "+TERM The upstream service did not answer in time.", "The upstream service did not answer in time."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ackWait time.Duration // the server's default
			if name == "slow" {
				ackWait = 10 * time.Second
			}
			consumer, err := js.CreateConsumer(t.Context(), "ORDERS", jetstream.ConsumerConfig{
				Durable: name, AckPolicy: jetstream.AckExplicitPolicy, FilterSubject: "orders." + name, AckWait: ackWait,
			})
			require.NoError(t, err)
			advisories, err := nc.SubscribeSync("$JS.EVENT.ADVISORY.CONSUMER.*.ORDERS." + name)
			require.NoError(t, err)
			answers, err := nc.SubscribeSync("$JS.ACK.ORDERS." + name + ".>")
			require.NoError(t, err)
			consuming, err := example.Consume(t.Context(), consumer, service.Chain(),
				func(ctx context.Context, message []byte) error { return api.Order(ctx, string(message)) },
				func(err error) { assert.NoError(t, err) })
			require.NoError(t, err)
			defer consuming.Stop()

			_, err = js.Publish(t.Context(), "orders."+name, []byte(name))
			require.NoError(t, err)
			answer, err := answers.NextMsg(20 * time.Second)
			require.NoError(t, err)
			assert.Equal(t, tt.said, string(answer.Data))
			var info *jetstream.ConsumerInfo
			require.Eventually(t, func() bool {
				stream, err := js.Stream(t.Context(), "ORDERS")
				require.NoError(t, err)
				kept, err := stream.Info(t.Context(), jetstream.WithSubjectFilter("orders."+name))
				require.NoError(t, err)
				info, err = consumer.Info(t.Context())
				require.NoError(t, err)
				return len(kept.State.Subjects) == tt.left && info.NumAckPending == tt.left
			}, 20*time.Second, 20*time.Millisecond)
			if tt.reason != "" {
				msg, err := advisories.NextMsg(20 * time.Second)
				require.NoError(t, err)
				var advisory struct{ Reason string }
				require.NoError(t, json.Unmarshal(msg.Data, &advisory))
				assert.Equal(t, tt.reason, advisory.Reason)
				assert.NotContains(t, string(msg.Data), service.Secret)
			}
			if name != "panics" {
				assert.Equal(t, 1, api.Asked(name))
			}
			if tt.left > 0 { // delayed, not redelivered at once
				assert.Equal(t, uint64(1), info.Delivered.Consumer)
			}
		})
	}
}

// A worker that stops returns messages that it did not carry out, and starts no others.
func TestJetStreamStops(t *testing.T) {
	nc := startNATS(t)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	api := service.New()
	defer api.Close()
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders"}, Retention: jetstream.WorkQueuePolicy})
	require.NoError(t, err)
	consumer, err := js.CreateConsumer(t.Context(), "ORDERS", jetstream.ConsumerConfig{Durable: "c", AckPolicy: jetstream.AckExplicitPolicy})
	require.NoError(t, err)
	answers, err := nc.SubscribeSync("$JS.ACK.ORDERS.c.>")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	consuming, err := example.Consume(ctx, consumer, service.Chain(), func(ctx context.Context, message []byte) error {
		cancel()
		return api.Order(ctx, string(message))
	}, func(err error) { assert.NoError(t, err) })
	require.NoError(t, err)
	defer consuming.Stop()
	for _, name := range []string{"early", "later"} {
		_, err = js.Publish(t.Context(), "orders", []byte(name))
		require.NoError(t, err)
	}
	answer, err := answers.NextMsg(20 * time.Second)
	require.NoError(t, err)
	assert.Equal(t, "-NAK", string(answer.Data))
	require.Eventually(t, func() bool { // both are delivered, one of them twice, and not acknowledged
		info, err := consumer.Info(t.Context())
		require.NoError(t, err)
		return info.NumAckPending == 2 && info.Delivered.Consumer == 3
	}, 20*time.Second, 20*time.Millisecond)
	assert.Zero(t, api.Asked("early")+api.Asked("later"))
	_, err = answers.NextMsg(100 * time.Millisecond)
	assert.ErrorIs(t, err, nats.ErrTimeout)
}

// TestJetStreamFetchesOneMessage: the time of a message that waits behind another one would run
// out, and it would be handled twice.
func TestJetStreamFetchesOneMessage(t *testing.T) {
	nc := startNATS(t)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders"}, Retention: jetstream.WorkQueuePolicy})
	require.NoError(t, err)
	consumer, err := js.CreateConsumer(t.Context(), "ORDERS", jetstream.ConsumerConfig{AckPolicy: jetstream.AckExplicitPolicy})
	require.NoError(t, err)
	for range 3 {
		_, err = js.Publish(t.Context(), "orders", nil)
		require.NoError(t, err)
	}
	sent := make(chan int, 3)
	consuming, err := example.Consume(t.Context(), consumer, service.Chain(), func(ctx context.Context, _ []byte) error {
		info, err := consumer.Info(ctx)
		if err != nil {
			return err
		}
		sent <- info.NumAckPending
		return nil
	}, func(err error) { assert.NoError(t, err) })
	require.NoError(t, err)
	defer consuming.Stop()
	for range 3 {
		select {
		case n := <-sent:
			assert.LessOrEqual(t, n, 2, "the message, and the one before, whose answer may be on its way")
		case <-time.After(20 * time.Second):
			require.Fail(t, "no message came")
		}
	}
	require.Eventually(t, func() bool { // all have an answer
		info, err := consumer.Info(t.Context())
		require.NoError(t, err)
		return info.NumAckPending == 0
	}, 20*time.Second, 20*time.Millisecond)
}
