// Package vaultadapter recognises the errors of HashiCorp Vault's API client, and
// those of OpenBao's, which was made from it.
//
// The clients are not imported: their ResponseError is known by the name of its
// type. Vault has no codes for errors, so the HTTP status decides; a few of its
// statuses mean something else than elsewhere. The paths of secrets and what the
// server wrote stay with the developer.
package vaultadapter

import (
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises ResponseError of github.com/hashicorp/vault/api and
// github.com/openbao/openbao/api, and what they say of a secret that is not
// there. The zero value is ready for use.
//
// A read of a path that holds nothing is a success to the client, with nothing in
// it: the tool has to look. Connections are httpadapter's.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_vault".
func (Adapter) Slug() string { return slug }

// Table returns what errand's own words for Vault's statuses mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not Vault's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch {
		case types.Of(e) != (shape.Type{}):
			return answered(err, e)
		case missing(e):
			row, _ := table.Lookup(secretNotFound)
			return row.Error(err, toolerr.WithVendorType(e))
		}
	}
	return nil
}

var (
	vaultError = shape.T("github.com/hashicorp/vault/api", "ResponseError")
	baoError   = shape.T("github.com/openbao/openbao/api", "ResponseError")

	types = shape.NewSet(vaultError, baoError)

	fieldStatus = shape.NewGetter[int]("StatusCode")
	fieldMethod = shape.NewGetter[string]("HTTPMethod")
	fieldURL    = shape.NewGetter[string]("URL")

	// wrappedText is the type behind fmt.Errorf with a %w.
	wrappedText = reflect.TypeOf(fmt.Errorf("%w", io.EOF))
)

// missing reports whether the client of a key-value store found no secret, which
// it says without a type: the sentinel's words, and where it looked (vault/api
// v1.23.0, kv_v1.go and kv_v2.go).
func missing(e error) bool {
	if reflect.TypeOf(e) != wrappedText {
		return false
	}
	rest, ok := strings.CutPrefix(e.Error(), "secret not found: ")
	return ok && (strings.HasPrefix(rest, "at ") || strings.HasPrefix(rest, "for version "))
}

// answered is the error of a call that Vault refused or failed.
func answered(err, e error) *toolerr.ToolRuntimeError {
	status, _ := fieldStatus.Of(e)
	method, _ := fieldMethod.Of(e)
	url, _ := fieldURL.Of(e)
	return meaning(err, e, status, nil, toolerr.WithEndpoint(method, url))
}

// meaning is what a status means, under Vault's name. more is an option for all of
// it.
func meaning(err, e error, status int, header http.Header, more toolerr.Option) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{
		toolerr.WithVendorType(e), toolerr.WithStatus(status), more,
		toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)),
		{},
	}
	if row, ok := table.Lookup(words[status]); ok {
		return row.Error(err, opts...)
	}
	if status == 403 {
		opts[5] = toolerr.WithHint(hintDenied)
	}
	if te := httpadapter.FromStatus(err, status, header, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}
