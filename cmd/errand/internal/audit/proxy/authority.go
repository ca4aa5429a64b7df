package proxy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"sync"
	"time"
)

// An Authority is the certificate authority of one run. Its key never leaves the
// process. It is safe for concurrent use.
type Authority struct {
	pair  tls.Certificate
	mu    sync.Mutex
	hosts map[string]*tls.Certificate
}

// NewAuthority returns an authority with a new key, valid for a day.
func NewAuthority() (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "errand audit, an authority of one run"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		KeyUsage:              x509.KeyUsageCertSign,
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &Authority{
		pair:  tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf},
		hosts: map[string]*tls.Certificate{},
	}, nil
}

// PEM returns the certificate in the format of a file of trusted roots.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.pair.Certificate[0]})
}

// Fetch returns the certificate of a host, and calls issue only once for it. goproxy calls
// Fetch.
func (a *Authority) Fetch(host string, issue func() (*tls.Certificate, error)) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known := a.hosts[host]; known != nil {
		return known, nil
	}
	made, err := issue()
	if err == nil {
		a.hosts[host] = made
	}
	return made, err
}
