// Package rabbitmq_test tests RabbitMQ's client with RabbitMQ.
package rabbitmq_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/rabbitmqadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

func TestMain(m *testing.M) { proof.Main(m) }

// start starts Debian's broker in a temporary folder, directly with Erlang, because its
// script requires a special user.
func start(t *testing.T) string {
	t.Helper()
	testenv.Command(t, "rabbitmq-server", "rabbitmq-server")
	program := "/usr/lib/rabbitmq/bin/rabbitmq-server"
	dir := t.TempDir()
	port := testenv.Server(t, func(port int) *exec.Cmd {
		home := filepath.Join(dir, fmt.Sprint(port))
		require.NoError(t, os.Mkdir(home, 0o700))
		names := testenv.Port(t) // for Erlang's daemon
		cmd := exec.Command(program)
		cmd.Dir = home // Erlang writes a dump there if a port is taken
		cmd.Env = append(os.Environ(),
			"HOME="+home, "RABBITMQ_NODENAME=errand"+fmt.Sprint(port)+"@localhost", "RABBITMQ_NODE_IP_ADDRESS=127.0.0.1", "RABBITMQ_NODE_PORT="+fmt.Sprint(port),
			"RABBITMQ_DIST_PORT="+fmt.Sprint(testenv.Port(t)), "RABBITMQ_MNESIA_BASE="+home, "RABBITMQ_LOG_BASE="+home, "RABBITMQ_LOGS=-", "RABBITMQ_CONFIG_FILE="+filepath.Join(home, "none"),
			"RABBITMQ_ENABLED_PLUGINS_FILE="+filepath.Join(home, "plugins"), "RABBITMQ_PID_FILE="+filepath.Join(home, "pid"), "ERL_EPMD_ADDRESS=127.0.0.1",
			"ERL_EPMD_PORT="+fmt.Sprint(names))
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		t.Cleanup(func() { stopEPMD(names) })
		return cmd
	}, "Server startup complete", syscall.SIGTERM)
	return fmt.Sprintf("127.0.0.1:%d", port)
}

// stopEPMD ends the daemon that Erlang leaves running for the names of its nodes.
func stopEPMD(port int) {
	cmd := exec.Command("epmd", "-port", fmt.Sprint(port), "-kill")
	for range 50 {
		if cmd.Run() == nil {
			return
		}
		cmd = exec.Command("epmd", "-port", fmt.Sprint(port), "-kill")
	}
}

func TestBroker(t *testing.T) {
	addr := start(t)
	check := func(code string, err error) {
		t.Helper()
		proveRow(t, code, code, fmt.Errorf("%s: %w", faults.CanaryPath, err))
	}
	dial := func(login, vhost string) (*amqp.Connection, error) {
		return amqp.DialConfig("amqp://"+login+"@"+addr, amqp.Config{Vhost: vhost, Heartbeat: time.Minute})
	}
	_, err := dial("guest:"+faults.CredentialPassword, "/")
	te := rabbitmqadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
	_, err = dial("guest:guest", "nope")
	te = rabbitmqadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	t.Log(err, te.Kind(), te.VendorCode())

	conn, err := dial("guest:guest", "/")
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	on := func(do func(ch *amqp.Channel) error) error { // an error closes the channel
		ch, err := conn.Channel()
		require.NoError(t, err)
		return do(ch)
	}
	check("not-found", on(func(ch *amqp.Channel) error {
		_, err := ch.QueueDeclarePassive("nope", false, false, false, false, nil)
		return err
	}))
	require.NoError(t, on(func(ch *amqp.Channel) error {
		_, err := ch.QueueDeclare("mine", false, false, true, false, nil)
		return err
	}))
	check("precondition-failed", on(func(ch *amqp.Channel) error {
		_, err := ch.QueueDeclare("mine", false, true, true, false, nil)
		return err
	}))
	check("access-refused", on(func(ch *amqp.Channel) error {
		return ch.ExchangeDeclare("amq.mine", "direct", false, false, false, false, nil)
	}))
	another, err := dial("guest:guest", "/")
	require.NoError(t, err)
	t.Cleanup(func() { _ = another.Close() })
	ch, err := another.Channel()
	require.NoError(t, err)
	_, err = ch.QueueDeclarePassive("mine", false, false, false, false, nil)
	check("resource-locked", err)
	_, err = ch.QueueDeclarePassive("mine", false, false, false, false, nil)
	check("channel_closed", err)
	require.NoError(t, another.Close())
	_, err = another.Channel()
	check("channel_closed", err)
}

// The errors are those that a broker sends only in rare failures, in the client's form. Its
// own sentinels have the same numbers.
func TestNumbers(t *testing.T) {
	for number := 300; number < 600; number++ {
		code := rabbitmqadapter.Code(number)
		if code == "" {
			continue
		}
		proveRow(t, fmt.Sprint(number), code, &amqp.Error{Code: number, Reason: proof.Said, Server: true})
	}
	for err, code := range map[error]string{
		amqp.ErrClosed: "channel_closed", amqp.ErrCredentials: "login_refused", amqp.ErrVhost: "login_refused", amqp.ErrSASL: "login_refused",
		amqp.ErrChannelMax: "too_many_channels", amqp.ErrFrame: "frame_not_readable", amqp.ErrSyntax: "frame_not_readable", amqp.ErrUnexpectedFrame: "frame_not_readable",
		amqp.ErrCommandInvalid: "command-invalid", amqp.ErrFieldType: "syntax-error",
	} {
		if errors.Is(err, amqp.ErrFieldType) {
			code = "frame_not_readable"
		}
		proveRow(t, err.Error(), code, fmt.Errorf("x: %w", err))
	}
}

// No broker is listening, or it closes the connection.
func TestConnection(t *testing.T) {
	_, err := amqp.Dial("amqp://u:p@" + faults.ClosedPort(t))
	prove(t, proof.Case{Name: "refused", Err: err, Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
			_ = conn.Close()
		}
	}()
	_, err = amqp.Dial("amqp://u:p@" + l.Addr().String())
	te := rabbitmqadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "%T %v", err, err)
	assert.Contains(t, []toolerr.Kind{toolerr.KindNetworkTransportUnmapped, toolerr.KindNetworkTransportUnreachable}, te.Kind())
}

var (
	prove    = proof.Checks(rabbitmqadapter.Adapter{})
	proveRow = proof.Rows(rabbitmqadapter.Adapter{})
)
