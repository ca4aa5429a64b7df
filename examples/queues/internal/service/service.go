// Package service is a service that fails, for the tests of the examples.
package service

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
)

// Secret is in every response of the service, and in the errors of its client.
const Secret = "canary-8c1fe2"

// Wait is how long the service asks callers to wait.
const Wait = 90 * time.Second

// A Service answers by the name of the order.
type Service struct {
	*httptest.Server
	client *http.Client

	mu    sync.Mutex
	asked map[string]int
}

// New starts a service.
func New() *Service {
	s := &Service{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	s.client = &http.Client{Transport: httpadapter.NewTransport(nil)}
	return s
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	order := strings.TrimPrefix(r.URL.Path, "/orders/")
	s.mu.Lock()
	s.asked[order]++
	s.mu.Unlock()
	w.Header().Set("X-Request-Id", Secret)
	status := http.StatusOK
	switch order {
	case "limited":
		w.Header().Set("Retry-After", fmt.Sprint(Wait.Seconds()))
		status = http.StatusTooManyRequests
	case "refused":
		status = http.StatusUnprocessableEntity
	case "broken":
		status = http.StatusBadGateway // the effect of a POST is unknown
	case "slow":
		<-r.Context().Done() // until the client disconnects
	}
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{"message":"token %s"}`, Secret)
}

// Asked returns how many times the service was asked for an order.
func (s *Service) Asked(order string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[order]
}

// Close ends the service and its connections.
func (s *Service) Close() {
	s.CloseClientConnections()
	s.Server.Close()
	s.client.CloseIdleConnections()
}

// Chain returns the chain of the tool.
func Chain() adapter.Chain { return adapters.Default().For("order") }

// Order is the tool: it posts an order. Its error has the text of the service.
func (s *Service) Order(ctx context.Context, order string) error {
	if order == "panics" {
		panic("token " + Secret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/orders/"+order, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return fmt.Errorf("order with token %s: %w", Secret, err)
	}
	return nil
}
