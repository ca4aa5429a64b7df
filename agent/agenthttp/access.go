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

// admit returns an error if a request is not allowed.
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

// forwarded reports whether a proxy on this machine forwarded the request (RFC 7239 and
// earlier headers). Its client may be on any machine.
func forwarded(h http.Header) bool {
	for name := range h {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-") {
			return true
		}
	}
	return false
}

// allowed reports whether pages of an origin may call the server.
func (h *Handler) allowed(origin string) bool { return slices.Contains(h.cfg.AllowOrigins, origin) }

// sameOrigin reports whether a page came from this server.
func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, host)
}

// hasToken compares hashes, so that its duration reveals neither the token nor its length.
func (h *Handler) hasToken(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	right := subtle.ConstantTimeCompare(hash(strings.TrimSpace(token)), h.token) == 1
	return strings.EqualFold(scheme, "Bearer") && right
}

// hash returns nil for "".
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

// preflight answers a browser's preflight request (Fetch standard, CORS protocol), and lets
// pages of allowed origins read responses.
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
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
	w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID, X-Request-Id")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// requestID returns the client's id of a request if it is safe to show, else a new one.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	}) {
		return rand.Text()
	}
	return id
}
