package faults_test

import (
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

func TestClosedPort(t *testing.T) {
	address := faults.ClosedPort(t)
	_, err := net.Dial("tcp", address)
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	_, err = net.Listen("tcp", address)
	require.ErrorIs(t, err, syscall.EADDRINUSE, "no other program can have it")
}
