package agenthttp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/agent"
)

// Config describes a Handler. The comment of each field names the meaning of its zero
// value.
type Config struct {
	// Apps has the agents, by the names that clients use. At least one is required. The
	// name is also the App of their sessions.
	Apps map[string]*agent.Runner
	// Token is the token that clients send as "Authorization: Bearer TOKEN". Without a
	// token, only clients on the same machine have access.
	Token string
	// AllowOrigins are the origins of web pages that have access, such as
	// http://localhost:4200.
	AllowOrigins []string
	// CheckResume is called before a request continues a call that waits: for each decision,
	// sign-in and result that it has for one, by whatever route. The call is read from the
	// store by the run, which uses the same arguments. An error or a panic refuses the whole
	// request with 403, and the call still waits. The client reads the message of a
	// *toolerr.ToolRuntimeError in the error, and no other text. nil lets every client that
	// may start runs continue calls, so that it may approve its own.
	CheckResume func(r *http.Request, session agent.SessionRef, call agent.PendingCall) error
	// Version is the answer of /version; "" means "unknown".
	Version string
	// BodyLimit is the size of the largest request in bytes; 0 means 16 MiB.
	BodyLimit int64
	// BodiesLimit is how many bytes of requests are read and decoded at the same time; 0
	// means 64 MiB. A request above the limit gets 503 and Retry-After.
	BodiesLimit int64
	// MaxRuns is how many runs are active at the same time; 0 means 256, and a negative
	// number removes the limit. A request above the limit gets 503 and Retry-After.
	MaxRuns int
	// KeepAlive is the longest time without data on a stream; 0 means 15 s.
	KeepAlive time.Duration
	// WriteTimeout is how long a client may take to read an answer, or the next events of a
	// stream; 0 means 30 s. After that, the connection is closed, and an active run is
	// cancelled.
	WriteTimeout time.Duration
	// KeepRuns lets a streamed run continue after its client has disconnected, so that the
	// client can reconnect. Otherwise the run is canceled.
	KeepRuns bool
	// Logger gets a record of each failure, with the developer's view; nil gets none.
	Logger *slog.Logger
}

// A Handler serves agents. [New] makes one. It is safe for concurrent use.
type Handler struct {
	cfg    Config
	mux    *http.ServeMux
	token  []byte // its hash
	bodies quota  // in bytes
	runs   quota
	active sync.Map // the *feed of a runKey
}

// New makes a handler. The error lists every mistake in cfg.
func New(cfg Config) (*Handler, error) {
	var problems []error
	if len(cfg.Apps) == 0 {
		problems = append(problems, errors.New("agenthttp: there are no apps"))
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Apps)) {
		if name == "" || cfg.Apps[name] == nil {
			problems = append(problems, fmt.Errorf("agenthttp: app %q needs a name and a runner", name))
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	cfg.Apps = maps.Clone(cfg.Apps)
	cfg.AllowOrigins = slices.Clone(cfg.AllowOrigins)
	if cfg.Version == "" {
		cfg.Version = "unknown"
	}
	if cfg.BodyLimit <= 0 {
		cfg.BodyLimit = 16 << 20
	}
	if cfg.BodiesLimit <= 0 {
		cfg.BodiesLimit = 64 << 20
	}
	switch {
	case cfg.MaxRuns == 0:
		cfg.MaxRuns = 256
	case cfg.MaxRuns < 0:
		cfg.MaxRuns = math.MaxInt32
	}
	if cfg.KeepAlive <= 0 {
		cfg.KeepAlive = 15 * time.Second
	}
	if cfg.WriteTimeout <= 0 {
		cfg.WriteTimeout = 30 * time.Second
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Handler{
		cfg: cfg, token: hash(cfg.Token), bodies: quota{limit: cfg.BodiesLimit}, runs: quota{limit: int64(cfg.MaxRuns)},
	}
	h.route()
	return h, nil
}

// routes returns the methods that serve the routes, by pattern.
func routes() map[string]func(*exchange) error {
	const (
		sessions  = "/apps/{app}/users/{user}/sessions"
		session   = sessions + "/{session}"
		artifacts = session + "/artifacts"
	)
	return map[string]func(*exchange) error{
		"GET /health":                  (*exchange).health,
		"GET /version":                 (*exchange).version,
		"GET /list-apps":               (*exchange).listApps,
		"POST " + sessions:             (*exchange).createSession,
		"GET " + sessions:              (*exchange).listSessions,
		"POST " + session:              (*exchange).createSession,
		"GET " + session:               (*exchange).getSession,
		"PATCH " + session:             (*exchange).patchSession,
		"DELETE " + session:            (*exchange).deleteSession,
		"GET " + session + "/pending":  (*exchange).listPending,
		"POST " + session + "/resume":  (*exchange).resume,
		"GET " + artifacts:             (*exchange).listArtifacts,
		"GET " + artifacts + "/{name}": (*exchange).getArtifact,
		"GET " + artifacts + "/{name}/versions/{version}":      (*exchange).getArtifact,
		"DELETE " + artifacts + "/{name}":                      (*exchange).deleteArtifact,
		"POST /run":                                            (*exchange).run,
		"POST /run_sse":                                        (*exchange).runSSE,
		"POST " + session + "/invocations/{invocation}/cancel": (*exchange).cancel,
	}
}

func (h *Handler) route() {
	h.mux = http.NewServeMux()
	for pattern, serve := range routes() {
		h.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			x, ok := w.(*exchange) // ServeHTTP creates it
			if !ok {
				return
			}
			x.r = r
			if err := serve(x); err != nil {
				x.fail(err)
			}
		})
	}
}

// noRoute returns the refusal of a request without a route. Allow lists the methods of the
// path, if it has any.
func (h *Handler) noRoute(x *exchange) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		other := x.r.WithContext(x.r.Context())
		other.Method = method
		if _, pattern := h.mux.Handler(other); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return errNoRoute
	}
	x.Header().Set("Allow", strings.Join(allowed, ", "))
	return errMethod
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{ResponseWriter: w, h: h, r: r, id: requestID(r), unread: r.ContentLength != 0}
	if x.unread {
		x.receive(unreadTime)
	}
	defer x.settle()
	defer x.contain()
	x.Header().Set("X-Request-Id", x.id)
	x.Header().Set("X-Content-Type-Options", "nosniff")
	h.serve(x, r)
	x.served = true
}

func (h *Handler) serve(x *exchange, r *http.Request) {
	if h.preflight(x, r) {
		return
	}
	if err := h.admit(r); err != nil {
		x.fail(err)
		return
	}
	if _, pattern := h.mux.Handler(r); pattern == "" {
		x.fail(h.noRoute(x))
		return
	}
	r.Body = http.MaxBytesReader(x.ResponseWriter, r.Body, h.cfg.BodyLimit)
	h.mux.ServeHTTP(x, r)
}

// app returns the runner with the name.
func (h *Handler) app(name string) (*agent.Runner, error) {
	if r := h.cfg.Apps[name]; r != nil {
		return r, nil
	}
	return nil, errNoApp
}

// log logs an error with its details for developers.
func (h *Handler) log(ctx context.Context, x *exchange, status int, err error) {
	defer func() { _ = recover() }() // a panic of the logger loses only this record
	h.cfg.Logger.LogAttrs(ctx, slog.LevelWarn, "request failed",
		slog.String("method", x.r.Method), slog.String("route", x.r.Pattern), slog.Int("status", status),
		slog.String("request_id", x.id), slog.Any("error", err))
}
