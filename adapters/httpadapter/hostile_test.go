package httpadapter_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Errors with the faults of real errors make neither the adapter nor a chain panic or hang.
func TestHostileErrors(t *testing.T) {
	cycle := &loop{}
	cycle.next = cycle
	wide := &fork{}
	wide.next = []error{wide, wide, wide}
	deep := errors.New("the bottom")
	for range 1000 {
		deep = fmt.Errorf("%w", deep)
	}
	tests := []struct {
		name string
		err  error
		want toolerr.Kind // "": declined
	}{
		{"a nil *url.Error", (*url.Error)(nil), ""},
		{"a nil *net.OpError", (*net.OpError)(nil), ""},
		{"a nil *tls.CertificateVerificationError", (*tls.CertificateVerificationError)(nil), ""},
		{"a nil *StatusError", (*httpadapter.StatusError)(nil), ""},
		{"a nil *BodyError", (*httpadapter.BodyError)(nil), ""},
		{"a nil *ProxyError", (*httpadapter.ProxyError)(nil), ""},
		{"a nil *ToolRuntimeError", (*toolerr.ToolRuntimeError)(nil), ""},
		{"nil pointers in a join", errors.Join((*url.Error)(nil), (*net.OpError)(nil), context.Canceled), toolerr.KindToolCanceled},
		{"an empty *url.Error", &url.Error{}, toolerr.KindNetworkTransportUnmapped},
		{"an empty *net.OpError", &net.OpError{}, ""},
		{"a dial without an error", &net.OpError{Op: "dial"}, toolerr.KindNetworkTransportUnreachable},
		{"a *url.Error around a nil pointer", wrapURL((*net.OpError)(nil)), toolerr.KindNetworkTransportUnmapped},
		{"a dial around a nil pointer", op("dial", (*net.DNSError)(nil)), toolerr.KindNetworkTransportUnreachable},
		{"an empty StatusError", &httpadapter.StatusError{}, ""},
		{"an empty BodyError", &httpadapter.BodyError{}, toolerr.KindNetworkTransportUnmapped},
		{"an empty ProxyError", &httpadapter.ProxyError{}, toolerr.KindNetworkTransportUnreachable},
		{"Error panics", panics{}, ""},
		{"Error panics, around a cancel", panics{inner: context.Canceled}, toolerr.KindToolCanceled},
		{"everything panics", allPanics{}, ""},
		{"everything panics, beside a cancel", errors.Join(allPanics{}, context.Canceled), toolerr.KindToolCanceled},
		{"unhashable", unhashable{"a"}, ""},
		{"unhashable, around a cancel", unhashableWrapper{context.Canceled}, toolerr.KindToolCanceled},
		{"a struct of func", funcError{}, ""},
		{"nil branches", &fork{next: []error{nil, context.Canceled, nil}}, toolerr.KindToolCanceled},
		{"a cycle", cycle, ""},
		{"a wide cycle", wide, ""},
		{"a cycle around a *url.Error", &url.Error{Op: "Get", Err: cycle}, toolerr.KindNetworkTransportUnmapped},
		{"a thousand deep", deep, ""},
		{"a value that matches empty", streamError{}, toolerr.KindNetworkTransportUnreachable},
	}
	chain := adapter.NewChain(httpadapter.Adapter{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			te := httpadapter.Adapter{}.FromError(tt.err)
			if tt.want == "" {
				assert.Nil(t, te)
			} else {
				require.NotNil(t, te)
				assert.Equal(t, tt.want, te.Kind())
			}
			adapted, ok := chain.Adapt(t.Context(), tt.err).(*toolerr.ToolRuntimeError)
			require.True(t, ok)
			assert.NotEmpty(t, adapted.Error())
			_ = adapted.Report()
		})
	}
}

// The methods of errand's errors work on zero values.
func TestEmptyErrors(t *testing.T) {
	for _, e := range []*httpadapter.StatusError{nil, {}} {
		assert.Equal(t, "HTTP status 0", e.Error())
		assert.Zero(t, e.StatusCode())
		assert.Nil(t, e.Header())
		assert.Empty(t, e.Method()+e.URL()+e.Body()+e.DeveloperMessage())
	}
	for _, e := range []*httpadapter.BodyError{nil, {}} {
		assert.Equal(t, "the response's body failed", e.Error())
		require.NoError(t, e.Unwrap())
		assert.False(t, e.Timeout())
	}
	assert.Empty(t, (*httpadapter.ProxyError)(nil).Error())
}

type loop struct{ next error }

func (l *loop) Error() string { return "loop" }
func (l *loop) Unwrap() error { return l.next }

type fork struct{ next []error }

func (f *fork) Error() string   { return "fork" }
func (f *fork) Unwrap() []error { return f.next }

type panics struct{ inner error }

func (panics) Error() string   { panic("Error") }
func (p panics) Unwrap() error { return p.inner }

type allPanics struct{}

func (allPanics) Error() string   { panic("Error") }
func (allPanics) Unwrap() []error { panic("Unwrap") }
func (allPanics) Is(error) bool   { panic("Is") }
func (allPanics) As(any) bool     { panic("As") }
func (allPanics) Timeout() bool   { panic("Timeout") }
func (allPanics) StatusCode() int { panic("StatusCode") }

func (allPanics) DeveloperMessage() string { panic("DeveloperMessage") }

type unhashable []string

func (unhashable) Error() string { return "unhashable" }

type unhashableWrapper []error

func (unhashableWrapper) Error() string   { return "unhashable" }
func (u unhashableWrapper) Unwrap() error { return u[0] }

type funcError struct {
	StreamID func()
	Code     func()
	Cause    func()
}

func (funcError) Error() string { return "func" }
