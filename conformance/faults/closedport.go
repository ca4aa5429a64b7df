package faults

import (
	"errors"
	"net"
)

// ClosedPort returns an address of the loopback, host:port, that refuses every connection
// until the test ends. A port that was closed after listening is not such an address,
// because the server of another test may get it at any moment.
func ClosedPort(t TB) string {
	t.Helper()
	port, err := reservePort()
	if err != nil {
		t.Fatalf("faults: no loopback: %v", err)
		return ""
	}
	t.Cleanup(func() { _ = port.Close() })
	return port.addr
}

// A reservedPort is a loopback address on which nothing listens, and on which no other
// process can listen, because one end of a connection uses it.
type reservedPort struct {
	addr string
	near net.Conn
	far  net.Listener
}

func reservePort() (*reservedPort, error) {
	far, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	near, err := net.Dial("tcp4", far.Addr().String())
	if err != nil {
		return nil, errors.Join(err, far.Close())
	}
	return &reservedPort{addr: near.LocalAddr().String(), near: near, far: far}, nil
}

// Close frees the port.
func (p *reservedPort) Close() error { return errors.Join(p.near.Close(), p.far.Close()) }
