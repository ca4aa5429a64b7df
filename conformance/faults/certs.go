package faults

import (
	"crypto/tls"
	"crypto/x509"
	"sync"
	"time"

	"github.com/errand-go/errand/conformance/loopback"
)

// certificates are made once per process, with keys that never leave it.
type certificates struct {
	trusted *x509.CertPool // the authority that clients trust

	good       tls.Certificate
	untrusted  tls.Certificate // by an untrusted authority
	expired    tls.Certificate
	wrongUsage tls.Certificate // for clients
	otherName  tls.Certificate
}

var certs = sync.OnceValue(func() certificates {
	authority, rogue := loopback.NewAuthority(CanaryIssuer), loopback.NewAuthority(CanaryIssuer)
	proxied := func(c *x509.Certificate) { c.DNSNames = append(c.DNSNames, proxiedHost) }
	issue := func(spoil func(*x509.Certificate)) tls.Certificate {
		return authority.Issue(CanaryCertificate, proxied, spoil)
	}
	now := time.Now()
	return certificates{
		trusted:   authority.Pool(),
		good:      authority.Issue(CanaryCertificate, proxied),
		untrusted: rogue.Issue(CanaryCertificate, proxied),
		expired: issue(func(c *x509.Certificate) {
			c.NotBefore, c.NotAfter = now.Add(-48*time.Hour), now.Add(-24*time.Hour)
		}),
		wrongUsage: issue(func(c *x509.Certificate) {
			c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		}),
		otherName: issue(func(c *x509.Certificate) {
			c.DNSNames, c.IPAddresses = []string{CanaryCertificate + ".invalid"}, nil
		}),
	}
})
