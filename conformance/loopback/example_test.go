package loopback_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"time"

	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/internal/go126"
)

// A server with a certificate that expired yesterday.
func ExampleAuthority() {
	authority := loopback.NewAuthority("Example CA")
	expired := authority.Issue("example", func(c *x509.Certificate) {
		c.NotBefore, c.NotAfter = time.Now().Add(-48*time.Hour), time.Now().Add(-24*time.Hour)
	})

	var s loopback.Server
	defer s.Close()
	addr := s.Serve(func(c *net.TCPConn) {
		_ = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{expired}}).Handshake()
	})

	_, err := tls.Dial("tcp", addr, &tls.Config{RootCAs: authority.Pool()})
	if refused, ok := go126.AsType[x509.CertificateInvalidError](err); ok {
		fmt.Println("expired:", refused.Reason == x509.Expired)
	}
	// Output: expired: true
}
