// Package ssh_test tests the client of golang.org/x/crypto/ssh with a server of the same
// package.
package ssh_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/errand-go/errand/adapters/sshadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none = toolerr.EffectNone

func TestMain(m *testing.M) { proof.Main(m) }

func key(t *testing.T) (ed25519.PrivateKey, ssh.Signer) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	require.NoError(t, err)
	return private, signer
}

// serve starts a server with one password. The names of commands determine how they end.
func serve(t *testing.T, signer ssh.Signer) string {
	t.Helper()
	config := &ssh.ServerConfig{PasswordCallback: func(_ ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
		if string(password) != "right" {
			return nil, errors.New(faults.CanaryMessage)
		}
		return &ssh.Permissions{}, nil
	}}
	config.AddHostKey(signer)
	var s loopback.Server
	t.Cleanup(s.Close)
	return s.Serve(func(conn *net.TCPConn) { session(conn, config) })
}

func session(conn *net.TCPConn, config *ssh.ServerConfig) {
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for c := range channels {
		if c.ChannelType() != "session" {
			_ = c.Reject(ssh.Prohibited, faults.CanaryMessage)
			continue
		}
		channel, requests, err := c.Accept()
		if err != nil {
			return
		}
		go answer(channel, requests)
	}
}

func answer(channel ssh.Channel, requests <-chan *ssh.Request) {
	defer func() { _ = channel.Close() }()
	r, ok := <-requests
	if !ok {
		return
	}
	command := string(r.Payload[min(4, len(r.Payload)):])
	_ = r.Reply(r.Type == "exec" && command != "forbidden", nil)
	if command == "false" {
		_, _ = channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{1}))
	}
}

func dial(t *testing.T, addr, password string, check ssh.HostKeyCallback, change func(*ssh.ClientConfig)) (*ssh.Client, error) {
	t.Helper()
	config := &ssh.ClientConfig{User: "deploy", Auth: []ssh.AuthMethod{ssh.Password(password)}, HostKeyCallback: check}
	if change != nil {
		change(config)
	}
	c, err := ssh.Dial("tcp", addr, config)
	if c != nil {
		t.Cleanup(func() { _ = c.Close() })
	}
	return c, err
}

func TestErrors(t *testing.T) {
	_, host := key(t)
	_, another := key(t)
	addr := serve(t, host)
	trusted := ssh.FixedHostKey(host.PublicKey())
	check := func(code string, err error) {
		t.Helper()
		proveRow(t, code, code, fmt.Errorf("%s: %w", faults.CanaryPath, err))
	}

	_, err := dial(t, addr, faults.CredentialPassword, trusted, nil)
	check("ssh_login_refused", err)
	_, err = dial(t, addr, "right", ssh.FixedHostKey(another.PublicKey()), nil)
	check("ssh_host_key_changed", err)
	_, err = dial(t, addr, "right", trusted, func(c *ssh.ClientConfig) { c.Ciphers = []string{"aes128-cbc"} })
	check("ssh_no_common_algorithm", err)

	known := func(lines string) ssh.HostKeyCallback {
		file := filepath.Join(t.TempDir(), "known_hosts")
		require.NoError(t, os.WriteFile(file, []byte(lines), 0o600))
		callback, err := knownhosts.New(file)
		require.NoError(t, err)
		return callback
	}
	_, err = dial(t, addr, "right", known(""), nil)
	check("ssh_host_unknown", err)
	_, err = dial(t, addr, "right", known(knownhosts.Line([]string{addr}, another.PublicKey())), nil)
	check("ssh_host_key_changed", err)
	_, err = dial(t, addr, "right", known("@revoked * "+string(ssh.MarshalAuthorizedKey(host.PublicKey()))), nil)
	check("ssh_host_key_revoked", err)

	c, err := dial(t, addr, "right", trusted, nil)
	require.NoError(t, err)
	run := func(command string) error {
		s, err := c.NewSession()
		require.NoError(t, err)
		return s.Run(command)
	}
	check("ssh_exit_status", run("false"))
	check("ssh_exit_status_missing", run("true"))
	check("ssh_request_refused", run("forbidden"))
	s, err := c.NewSession()
	require.NoError(t, err)
	check("ssh_request_refused", s.RequestSubsystem("sftp"))
	_, err = c.Dial("tcp", "10.0.0.1:5432")
	check("ssh_channel_refused", err)

	private, _ := key(t)
	block, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("p"))
	require.NoError(t, err)
	_, err = ssh.ParsePrivateKey(pem.EncodeToMemory(block))
	check("ssh_passphrase_missing", err)
	_, err = ssh.ParsePrivateKey([]byte(faults.CanaryBody))
	check("ssh_key_unusable", err)
}

// Failures below SSH belong to httpadapter.
func TestConnection(t *testing.T) {
	_, host := key(t)
	_, err := dial(t, faults.ClosedPort(t), "right", ssh.FixedHostKey(host.PublicKey()), nil)
	prove(t, proof.Case{Name: "refused", Err: err, Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
}

var (
	prove    = proof.Checks(sshadapter.Adapter)
	proveRow = proof.Rows(sshadapter.Adapter)
)
