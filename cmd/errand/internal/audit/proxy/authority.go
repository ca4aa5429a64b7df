package proxy

import (
	"crypto/tls"
	"encoding/pem"
	"sync"

	"github.com/errand-go/errand/conformance/loopback"
)

// An Authority is the certificate authority of one run. Its key never leaves the
// process. It is safe for concurrent use.
type Authority struct {
	pair  tls.Certificate
	mu    sync.Mutex
	hosts map[string]*tls.Certificate
}

// NewAuthority returns an authority with a new key, valid for some days.
func NewAuthority() *Authority {
	return &Authority{pair: loopback.NewAuthority("errand audit, an authority of one run").Pair(), hosts: map[string]*tls.Certificate{}}
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
