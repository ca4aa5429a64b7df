package grpcfaults

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"golang.org/x/oauth2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceUnmade = "the call cannot be made as it is, so nothing was sent"
	sourceToken  = "the call waits for a credential that did not come, so it was not sent"
)

// callFaults are calls that cannot be made.
func callFaults() []Fault {
	tooLarge := answered(toolerr.KindUpstreamValidationError).With(toolerr.EffectUnknown).
		Or("nothing was sent, which the words do not show", answered(toolerr.KindUpstreamValidationError))
	return []Fault{
		{"grpc-metadata-key", "metadata whose key no header may have", fatal, sourceUnmade, []setting{
			succeeds, within(func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
				return context.WithCancel(metadata.AppendToOutgoingContext(parent, "Not A Key "+faults.CanaryHeader, "x"))
			}),
		}},
		{"grpc-cannot-marshal", "a message that cannot be encoded", fatal, sourceUnmade, []setting{
			succeeds, calling(grpc.ForceCodec(codec{err: errors.New(faults.CanaryUpload)})),
		}},
		// A server whose own answer is too large has done the work, and says it in the same words.
		{"grpc-send-too-large", "a request bigger than MaxCallSendMsgSize", tooLarge, sourceUnmade, []setting{
			succeeds, calling(grpc.MaxCallSendMsgSize(1), grpc.ForceCodec(codec{})),
		}},
		{"grpc-credentials-insecure", "credentials that need TLS, on a connection without", fatal, sourceUnmade, []setting{
			succeeds, calling(grpc.PerRPCCredentials(ownCredentials{secure: true})),
		}},
		{"grpc-call-credentials-failed", "the credentials of the call fail", fatal, sourceUnmade, []setting{
			succeeds, calling(grpc.PerRPCCredentials(ownCredentials{err: errors.New(faults.CanaryMessage + " " + faults.CredentialBody)})),
		}},
	}
}

// tokenFaults are calls whose token could not be fetched, with the errors of x/oauth2
// v0.37.0: it says the error code and not the status, and gRPC keeps the text alone.
func tokenFaults() []Fault {
	serverError := answered(toolerr.KindUpstreamServerError).With(toolerr.EffectNone)
	var all []Fault
	for _, row := range []struct {
		name, does string
		want       faults.Want
		err        error
	}{
		{"invalid-grant", "its refresh token is not valid any more", answered(toolerr.KindUpstreamAuthError), tokenError(400, "invalid_grant")},
		{"server-error", "the token endpoint has failed", serverError, tokenError(500, "server_error")},
		{"unavailable", "the token endpoint has no capacity", serverError, tokenError(503, "temporarily_unavailable")},
		{"slow-down", "the token endpoint is asked too often", answered(toolerr.KindUpstreamRateLimit), tokenError(429, "slow_down")},
		{"502-html", "a proxy answers with a page", faults.ForStatus(502).With(toolerr.EffectNone), tokenError(502, "")},
		{
			"timeout", "the token endpoint does not answer", noTime,
			&url.Error{Op: "Post", URL: "https://" + faults.CanaryHost + ".invalid", Err: os.ErrDeadlineExceeded},
		},
	} {
		all = append(all, Fault{
			"grpc-token-" + row.name, "before the call: " + row.does, row.want, sourceToken,
			[]setting{succeeds, dialling(grpc.WithPerRPCCredentials(ownCredentials{err: row.err}))},
		})
	}
	return all
}

// tokenError is the error of a token endpoint's response.
func tokenError(status int, code string) error {
	body := faults.CanaryBody + " " + faults.CredentialBody
	return &oauth2.RetrieveError{
		Response: &http.Response{StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status))}, Body: []byte(body), ErrorCode: code, ErrorDescription: faults.CanaryMessage,
	}
}

// codec encodes every value to a few bytes, or fails.
type codec struct{ err error }

func (codec) Name() string                  { return "proto" }
func (c codec) Marshal(any) ([]byte, error) { return []byte(faults.CanaryUpload), c.err }
func (codec) Unmarshal([]byte, any) error   { return nil }

// ownCredentials return an error, or require TLS.
type ownCredentials struct {
	err    error
	secure bool
}

// GetRequestMetadata returns an error.
func (c ownCredentials) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return nil, c.err
}

// RequireTransportSecurity reports whether they require TLS.
func (c ownCredentials) RequireTransportSecurity() bool { return c.secure }
