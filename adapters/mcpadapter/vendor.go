package mcpadapter

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/errand-go/errand/adapter/shape"
)

// The types of the clients, wherever they live.
type vendorTypes struct {
	wire, transport, unauthorized, signIn, denied, grant shape.Type
	coded                                                map[shape.Type]string
	set                                                  *shape.Set
}

var (
	none   shape.Type
	vendor = typesOf("github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2",
		"github.com/mark3labs/mcp-go/client/transport", "github.com/mark3labs/mcp-go/mcp")
)

func typesOf(jsonrpc, transport, mcp string) vendorTypes {
	v := vendorTypes{
		wire:         shape.T(jsonrpc, "WireError"),
		transport:    shape.T(transport, "Error"),
		unauthorized: shape.T(transport, "AuthorizationRequiredError"),
		signIn:       shape.T(transport, "OAuthAuthorizationRequiredError"),
		denied:       shape.T(transport, "OAuthError"),
		// A refused grant below the Go SDK is oauth2's.
		grant: shape.T("golang.org/x/oauth2", "RetrieveError"),
		coded: map[shape.Type]string{
			shape.T(mcp, "HeaderMismatchError"):                  codeHeaders,
			shape.T(mcp, "MissingRequiredClientCapabilityError"): codeLacking,
			shape.T(mcp, "UnsupportedProtocolVersionError"):      codeVersion,
			shape.T(mcp, "URLElicitationRequiredError"):          codeElicit,
		},
	}
	all := []shape.Type{v.wire, v.transport, v.unauthorized, v.signIn, v.denied, v.grant}
	for typ := range v.coded {
		all = append(all, typ)
	}
	v.set = shape.NewSet(all...)
	return v
}

// What errors are that have no type of their own: errors.New's, and fmt.Errorf's
// with one %w and with several. Their texts are stored, so that reading one costs
// nothing and calls nobody's code.
var plainTypes = [...]reflect.Type{
	reflect.TypeOf(errors.New("x")),
	reflect.TypeOf(fmt.Errorf("%w", bare())),
	reflect.TypeOf(fmt.Errorf("%w %w", bare(), bare())),
}

func bare() error { return errors.New("x") }

// plainText returns the text of an error that has no type of its own.
func plainText(e error) (string, bool) {
	typ := reflect.TypeOf(e)
	for _, plain := range plainTypes {
		if typ == plain {
			return e.Error(), true
		}
	}
	return "", false
}
