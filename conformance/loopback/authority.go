package loopback

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"time"
)

// An Authority signs certificates for servers on the loopback. Its private key never
// leaves the process. It is safe for concurrent use.
type Authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// NewAuthority returns an authority with that name. Only clients that have its
// [Authority.Pool] trust it. It is valid for three days, unless a change sets another time.
// The changes are made before its certificate is signed.
func NewAuthority(name string, changes ...func(*x509.Certificate)) *Authority {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             time.Now().Add(-72 * time.Hour),
		NotAfter:              time.Now().Add(72 * time.Hour),
		KeyUsage:              x509.KeyUsageCertSign,
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	for _, change := range changes {
		change(template)
	}
	der := must(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))
	return &Authority{cert: must(x509.ParseCertificate(der)), key: key}
}

// Pair returns the authority's certificate with its key, for a proxy that makes
// certificates of its own.
func (a *Authority) Pair() tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{a.cert.Raw}, PrivateKey: a.key, Leaf: a.cert}
}

// Pool returns the root certificates of a client that trusts this authority and no
// other. The pool belongs to the caller.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// Issue returns a signed certificate with that name, for servers at localhost and
// 127.0.0.1, valid for two days from now. The changes are made before it is signed.
func (a *Authority) Issue(name string, changes ...func(*x509.Certificate)) tls.Certificate {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(48 * time.Hour),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:     []string{"localhost"},
		IPAddresses:  []net.IP{localhost},
	}
	for _, change := range changes {
		change(template)
	}
	der := must(x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// must returns v. An error can only come from a change that makes a certificate invalid, or
// from the system's random numbers.
func must[T any](v T, err error) T {
	if err != nil {
		panic("loopback: " + err.Error())
	}
	return v
}
