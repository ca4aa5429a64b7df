// Package kafka_test tests Kafka's clients with a cluster inside the test that can answer
// with any error number.
package kafka_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/IBM/sarama"
	segment "github.com/segmentio/kafka-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl/plain"

	"github.com/errand-go/errand/adapters/kafkaadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

func TestMain(m *testing.M) { proof.Main(m) }

func cluster(t *testing.T, opts ...kfake.Opt) *kfake.Cluster {
	t.Helper()
	c, err := kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(1), kfake.SeedTopics(1, "orders")}, opts...)...)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// answers makes the cluster refuse new topics with a number, which may change.
func answers(c *kfake.Cluster) (number *int16) {
	number = new(int16)
	c.ControlKey(int16(kmsg.CreateTopics), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.KeepControl()
		req := r.(*kmsg.CreateTopicsRequest)
		resp := req.ResponseKind().(*kmsg.CreateTopicsResponse)
		for _, topic := range req.Topics {
			said := kmsg.NewCreateTopicsResponseTopic()
			text := proof.Said
			said.Topic, said.ErrorCode, said.ErrorMessage = topic.Topic, *number, &text
			resp.Topics = append(resp.Topics, said)
		}
		return resp, nil, true
	})
	return number
}

// refuses makes the cluster refuse messages with a number, which may change.
func refuses(c *kfake.Cluster) (number *int16) {
	number = new(int16)
	c.ControlKey(int16(kmsg.Produce), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.KeepControl()
		req := r.(*kmsg.ProduceRequest)
		resp := req.ResponseKind().(*kmsg.ProduceResponse)
		for _, topic := range req.Topics {
			said := kmsg.NewProduceResponseTopic()
			said.Topic, said.TopicID = topic.Topic, topic.TopicID
			for _, p := range topic.Partitions {
				partition := kmsg.NewProduceResponseTopicPartition()
				partition.Partition, partition.ErrorCode = p.Partition, *number
				said.Partitions = append(said.Partitions, partition)
			}
			resp.Topics = append(resp.Topics, said)
		}
		return resp, nil, true
	})
	return number
}

func franz(t *testing.T, addrs []string, opts ...kgo.Opt) *kgo.Client {
	t.Helper()
	c, err := kgo.NewClient(append([]kgo.Opt{
		kgo.SeedBrokers(addrs...), kgo.RequestRetries(0), kgo.RecordRetries(0), kgo.DisableIdempotentWrite(), kgo.RecordDeliveryTimeout(time.Second), kgo.UnknownTopicRetries(0),
	}, opts...)...)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func saramaConfig() *sarama.Config {
	c := sarama.NewConfig()
	c.Version = sarama.V2_4_0_0
	c.Metadata.Retry.Max, c.Producer.Retry.Max, c.Admin.Retry.Max = 0, 0, 0
	c.Producer.Return.Successes = true
	return c
}

// create makes a topic with each of the clients.
func create(t *testing.T, addrs []string) map[string]func() error {
	t.Helper()
	f := franz(t, addrs)
	s := &segment.Client{Addr: segment.TCP(addrs...)}
	config := saramaConfig()
	config.Admin.Retry.Max = 1
	admin, err := sarama.NewClusterAdmin(addrs, config)
	require.NoError(t, err)
	t.Cleanup(func() { _ = admin.Close() })
	return map[string]func() error{
		"franz-go": func() error {
			req := kmsg.NewPtrCreateTopicsRequest()
			topic := kmsg.NewCreateTopicsRequestTopic()
			topic.Topic, topic.NumPartitions, topic.ReplicationFactor = "new", 1, 1
			req.Topics = append(req.Topics, topic)
			resp, err := req.RequestWith(t.Context(), f)
			if err != nil {
				return err
			}
			if err := kerr.ErrorForCode(resp.Topics[0].ErrorCode); err != nil {
				return fmt.Errorf("create: %w: %s", err, *resp.Topics[0].ErrorMessage)
			}
			return nil
		},
		"kafka-go": func() error {
			resp, err := s.CreateTopics(t.Context(), &segment.CreateTopicsRequest{Topics: []segment.TopicConfig{{Topic: "new", NumPartitions: 1, ReplicationFactor: 1}}})
			if err != nil {
				return err
			}
			return resp.Errors["new"]
		},
		"sarama": func() error {
			return admin.CreateTopic("new", &sarama.TopicDetail{NumPartitions: 1, ReplicationFactor: 1}, false)
		},
	}
}

// produce writes a message with each of the clients.
func produce(t *testing.T, addrs []string) map[string]func() error {
	t.Helper()
	f := franz(t, addrs)
	w := &segment.Writer{Addr: segment.TCP(addrs...), Topic: "orders", MaxAttempts: 1, RequiredAcks: segment.RequireAll, BatchTimeout: time.Millisecond}
	t.Cleanup(func() { _ = w.Close() })
	p, err := sarama.NewSyncProducer(addrs, saramaConfig())
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return map[string]func() error{
		"franz-go": func() error {
			return f.ProduceSync(t.Context(), &kgo.Record{Topic: "orders", Value: []byte(faults.CanaryBody)}).FirstErr()
		},
		"kafka-go": func() error { return w.WriteMessages(t.Context(), segment.Message{Value: []byte(faults.CanaryBody)}) },
		"sarama": func() error {
			_, _, err := p.SendMessage(&sarama.ProducerMessage{Topic: "orders", Value: sarama.StringEncoder(faults.CanaryBody)})
			return err
		},
	}
}

// numbers is the highest number with a name in franz-go.
const numbers = 136

// Each client reads each number of the protocol.
func TestNumbers(t *testing.T) {
	c := cluster(t)
	calls, said := create(t, c.ListenAddrs()), answers(c)
	for number := int16(-1); number <= numbers; number++ {
		if number == 0 {
			continue
		}
		*said = number
		code := kafkaadapter.Code(int(number))
		row, listed := spec.Of(kafkaadapter.Adapter).Table().Lookup(code)
		want := proof.WantRow(row, 0)
		if !listed {
			code, want = "", proof.Want(toolerr.KindUpstreamUnmapped, unknown)
		}
		for name, call := range calls {
			prove(t, proof.Case{Name: fmt.Sprint(name, " ", number), Err: call(), Code: code, Want: want})
		}
	}
}

// A number that the protocol calls retriable is retried, except for topics that do not
// exist and for a state that was requested.
func TestRetriable(t *testing.T) {
	except := map[string]string{
		"UNKNOWN_TOPIC_OR_PARTITION": "the client has waited for a new topic", "UNKNOWN_TOPIC_ID": "as above",
		"ELECTION_NOT_NEEDED": "nothing to do",
	}
	for number := int16(-1); number <= numbers; number++ {
		e := kerr.TypedErrorForCode(number)
		if e == nil {
			continue
		}
		te := kafkaadapter.Adapter.FromError(e)
		require.NotNil(t, te)
		code := kafkaadapter.Code(int(number))
		if e.Retriable && except[code] == "" {
			assert.True(t, te.CanRetry(), code)
		}
		if te.CanRetry() && !e.Retriable {
			assert.Contains(t, []string{"CONCURRENT_TRANSACTIONS", "REBALANCE_IN_PROGRESS", "STALE_CONTROLLER_EPOCH"}, code)
		}
	}
}

// The errors belong to a refused message.
func TestProducers(t *testing.T) {
	c := cluster(t)
	calls, said := produce(t, c.ListenAddrs()), refuses(c)
	for _, number := range []int16{2, 7, 10, 19, 20, 29, 56, 87, 89} {
		*said = number
		code := kafkaadapter.Code(int(number))
		row, _ := spec.Of(kafkaadapter.Adapter).Table().Lookup(code)
		for name, call := range calls {
			want := proof.WantRow(row, 0)
			if name == "kafka-go" {
				want = want.With(unknown) // a list of errors, some of which may be nil
			}
			code := code
			if name == "franz-go" && (number == 7 || number == 20) {
				code, want = "not_delivered", proof.Want(toolerr.KindNetworkTransportTimeout, unknown) // it drops the number
			}
			prove(t, proof.Case{Name: fmt.Sprint(name, " ", number), Err: call(), Code: code, Want: want})
		}
	}
}

// No broker is reachable, or it disappears.
func TestUnreachable(t *testing.T) {
	down := []string{faults.ClosedPort(t)}
	_, err := sarama.NewClient(down, saramaConfig())
	prove(t, proof.Case{Name: "sarama", Err: err, Code: "no_brokers", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
	f := franz(t, down)
	prove(t, proof.Case{Name: "franz-go", Err: f.Ping(t.Context()), Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
	s := &segment.Client{Addr: segment.TCP(down...)}
	_, err = s.Metadata(t.Context(), &segment.MetadataRequest{})
	prove(t, proof.Case{Name: "kafka-go", Err: err, Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
}

// A broker closes the connection of a client that does not log in.
func TestClosedAtOnce(t *testing.T) {
	var s loopback.Server
	t.Cleanup(s.Close)
	f := franz(t, []string{s.Serve(func(conn *net.TCPConn) { _, _ = conn.Read(make([]byte, 1024)) })})
	prove(t, proof.Case{Name: "franz-go", Err: f.Ping(t.Context()), Code: "connection_refused_at_once", Want: proof.Want(toolerr.KindUpstreamAuthError, none)})
}

// The cluster does not know the credentials.
func TestLogin(t *testing.T) {
	c := cluster(t, kfake.EnableSASL(), kfake.Superuser("PLAIN", "u", "p"))
	c.ControlKey(int16(kmsg.SASLAuthenticate), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.KeepControl()
		resp := r.ResponseKind().(*kmsg.SASLAuthenticateResponse)
		text := proof.Said
		resp.ErrorCode, resp.ErrorMessage = kerr.SaslAuthenticationFailed.Code, &text // kfake closes the connection instead
		return resp, nil, true
	})
	auth := plain.Auth{User: "u", Pass: faults.CredentialPassword}
	f := franz(t, c.ListenAddrs(), kgo.SASL(auth.AsMechanism()))
	prove(t, proof.Case{Name: "franz-go", Err: f.Ping(t.Context()), Code: "SASL_AUTHENTICATION_FAILED", Want: proof.Want(toolerr.KindUpstreamAuthError, none)})
	config := saramaConfig()
	config.Net.SASL.Enable, config.Net.SASL.User, config.Net.SASL.Password = true, "u", faults.CredentialPassword
	_, err := sarama.NewClient(c.ListenAddrs(), config)
	prove(t, proof.Case{Name: "sarama", Err: err, Code: "SASL_AUTHENTICATION_FAILED", Want: proof.Want(toolerr.KindUpstreamAuthError, none)})
}

// The clients return the errors before they send a request.
func TestClients(t *testing.T) {
	c := cluster(t)
	config := saramaConfig()
	config.ClientID = "a b"
	config.Version = sarama.V0_11_0_0
	_, err := sarama.NewClient(c.ListenAddrs(), config)
	prove(t, proof.Case{Name: "sarama, a configuration", Err: err, Code: "client_usage", Want: proof.Want(toolerr.KindToolFatal, none)})
	client, err := sarama.NewClient(c.ListenAddrs(), saramaConfig())
	require.NoError(t, err)
	require.NoError(t, client.Close())
	_, err = client.Partitions("orders")
	prove(t, proof.Case{Name: "sarama, closed", Err: err, Code: "client_closed", Want: proof.Want(toolerr.KindToolFatal, none)})
	r := segment.NewReader(segment.ReaderConfig{Brokers: c.ListenAddrs(), Topic: "orders"})
	t.Cleanup(func() { _ = r.Close() })
	prove(t, proof.Case{Name: "kafka-go, a group", Err: r.CommitMessages(t.Context()), Code: "client_usage", Want: proof.Want(toolerr.KindToolFatal, none)})
	w := &segment.Writer{Addr: segment.TCP(c.ListenAddrs()...), Topic: "orders", BatchBytes: 10}
	t.Cleanup(func() { _ = w.Close() })
	err = w.WriteMessages(t.Context(), segment.Message{Value: []byte(strings.Repeat(faults.CanaryBody, 3))})
	prove(t, proof.Case{Name: "kafka-go, a large message", Err: err, Code: "MESSAGE_TOO_LARGE", Want: proof.Want(toolerr.KindUpstreamValidationError, none)})
	f := franz(t, c.ListenAddrs(), kgo.MaxBufferedRecords(1), kgo.ManualFlushing())
	f.TryProduce(t.Context(), &kgo.Record{Topic: "orders"}, nil)
	full := make(chan error, 1)
	f.TryProduce(t.Context(), &kgo.Record{Topic: "orders"}, func(_ *kgo.Record, err error) { full <- err })
	prove(t, proof.Case{Name: "franz-go, a full buffer", Err: <-full, Code: "buffer_full", Want: proof.Want(toolerr.KindNetworkTransportUnmapped, none)})
}

// The caller has left.
func TestCanceled(t *testing.T) {
	c := cluster(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := franz(t, c.ListenAddrs()).Ping(ctx)
	require.ErrorIs(t, err, context.Canceled)
	prove(t, proof.Case{Name: "franz-go", Err: err, Context: ctx, Service: "_http", Want: proof.Want(toolerr.KindToolCanceled, none)})
}

// The numbers and texts are not Kafka's.
func TestOthers(t *testing.T) {
	assert.Nil(t, kafkaadapter.Adapter.FromError(errors.New("client closed")))
	assert.Nil(t, kafkaadapter.Adapter.FromError(segment.Error(0)))
	assert.Nil(t, kafkaadapter.Adapter.FromError(segment.WriteErrors{nil, errors.New("x")}))
}

var prove = proof.Checks(kafkaadapter.Adapter)
