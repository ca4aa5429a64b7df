package faults

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"sync"
	"time"
)

// certificates are made once for the process, of keys that never leave it.
type certificates struct {
	trusted *x509.CertPool // the authority that clients trust

	good       tls.Certificate
	untrusted  tls.Certificate // by an authority that nobody trusts
	expired    tls.Certificate
	notYet     tls.Certificate
	wrongUsage tls.Certificate // for clients
	otherName  tls.Certificate
}

var certs = sync.OnceValue(func() certificates {
	authority, rogue := newAuthority(), newAuthority()
	pool := x509.NewCertPool()
	pool.AddCert(authority.cert)
	now := time.Now()
	return certificates{
		trusted:   pool,
		good:      authority.issue(func(*x509.Certificate) {}),
		untrusted: rogue.issue(func(*x509.Certificate) {}),
		expired: authority.issue(func(c *x509.Certificate) {
			c.NotBefore, c.NotAfter = now.Add(-48*time.Hour), now.Add(-24*time.Hour)
		}),
		notYet: authority.issue(func(c *x509.Certificate) {
			c.NotBefore, c.NotAfter = now.Add(24*time.Hour), now.Add(48*time.Hour)
		}),
		wrongUsage: authority.issue(func(c *x509.Certificate) {
			c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		}),
		otherName: authority.issue(func(c *x509.Certificate) {
			c.DNSNames, c.IPAddresses = []string{CanaryCertificate + ".invalid"}, nil
		}),
	}
})

type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority makes a certificate authority. Nothing in it can fail but the
// system's random numbers, whose failure ends the process anyway.
func newAuthority() authority {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: CanaryIssuer},
		NotBefore:             time.Now().Add(-72 * time.Hour),
		NotAfter:              time.Now().Add(72 * time.Hour),
		KeyUsage:              x509.KeyUsageCertSign,
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der := must(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))
	return authority{cert: must(x509.ParseCertificate(der)), key: key}
}

// issue signs a certificate for the loopback, after change has changed it.
func (a authority) issue(change func(*x509.Certificate)) tls.Certificate {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: CanaryCertificate},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(48 * time.Hour),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:     []string{"localhost", proxiedHost},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	change(template)
	der := must(x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic("faults: " + err.Error())
	}
	return v
}
