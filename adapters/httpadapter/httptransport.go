package httpadapter

import (
	"context"
	"maps"
	"net/http"
)

// NewHTTPTransport returns a copy of base, as [NewTransport] makes it, that does what a
// [Transport] does and is an *http.Transport: for SDKs that assert this type, such as
// github.com/hashicorp/vault/api. A dialer, a proxy or a TLS configuration that the SDK sets
// later is used. HTTP/2 is used if base would use it.
//
// Clone returns a transport that records nothing, http2.ConfigureTransport refuses it, as any
// transport that has HTTP/2 already, and upgrades over https are not recorded.
func NewHTTPTransport(base *http.Transport) *http.Transport {
	h2, _ := NewTransport(base).Base.(*http.Transport)
	_ = h2.Clone() // configures HTTP/2, which could not be done after the registration
	t := h2.Clone()
	t.TLSNextProto = maps.Clone(h2.TLSNextProto)
	r := recording{&registered{t, h2}}
	t.RegisterProtocol("http", r)
	t.RegisterProtocol("https", r)
	return t
}

// recording is the protocol of http and https of a transport. The transport closes idle
// connections of a protocol that is a struct with one exported field (go1.26.8 net/http transport.go).
type recording struct{ Of *registered }

// registered has a transport with a protocol, and the owner of its HTTP/2 connections.
type registered struct {
	transport *http.Transport
	h2        *http.Transport
}

// sending is the key of the transport that sends a recorded request.
type sending struct{}

// RoundTrip records the request that the transport sends, and lets the transport send it.
func (r recording) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Context().Value(sending{}) == r.Of {
		return nil, http.ErrSkipAltProtocol
	}
	return Transport{Base: r.Of}.RoundTrip(req)
}

// RoundTrip sends the request with the transport.
func (r *registered) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := req.WithContext(context.WithValue(req.Context(), sending{}, r))
	resp, err := r.transport.RoundTrip(sent)
	if resp != nil && resp.Request == sent {
		resp.Request = req
	}
	return resp, err
}

// CloseIdleConnections closes the idle connections of HTTP/2.
func (r *registered) CloseIdleConnections() { r.h2.CloseIdleConnections() }
