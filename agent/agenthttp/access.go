package agenthttp

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// admit reports why a request may not come in.
func (h *Handler) admit(r *http.Request) error {
	if origin := r.Header.Get("Origin"); origin != "" && !h.allowed(origin) && !sameOrigin(origin, r.Host) {
		return errOrigin
	}
	if h.token != nil {
		if !h.hasToken(r) {
			return errToken
		}
		return nil
	}
	if !loopback(hostOf(r.RemoteAddr)) || !loopback(hostOf(r.Host)) {
		return errNotLocal
	}
	if forwarded(r.Header) {
		return errForwarded
	}
	return nil
}

// forwarded reports whether a proxy sent the request on (RFC 7239, and what was
// there before it): it is on this machine, whose client may be anywhere.
func forwarded(h http.Header) bool {
	for name := range h {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-") {
			return true
		}
	}
	return false
}

// allowed reports whether pages of an origin may call.
func (h *Handler) allowed(origin string) bool { return slices.Contains(h.cfg.AllowOrigins, origin) }

// sameOrigin reports whether a page came from this server.
func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, host)
}

// hasToken compares hashes: the time it takes says nothing about the token, nor
// about its length.
func (h *Handler) hasToken(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	right := subtle.ConstantTimeCompare(hash(strings.TrimSpace(token)), h.token) == 1
	return strings.EqualFold(scheme, "Bearer") && right
}

// hash is nil for no token.
func hash(token string) []byte {
	if token == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

func loopback(host string) bool {
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// preflight answers what browsers ask before a page's request (Fetch standard,
// CORS protocol), and lets pages of allowed origins read the answers.
func (h *Handler) preflight(w http.ResponseWriter, r *http.Request) (done bool) {
	w.Header().Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !h.allowed(origin) {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	w.Header().Set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// requestID is the client's own id for a request, if it is one that can be shown
// anywhere, or a new one.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	}) {
		return rand.Text()
	}
	return id
}
