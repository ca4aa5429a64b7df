// Package sshadapter recognises the errors of golang.org/x/crypto/ssh.
//
// The package is not imported: package shape recognises its errors by the names of
// their types. A few have no type, only a text. Hosts, users and the output of
// commands reach developers only.
package sshadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
)

const path = "golang.org/x/crypto/ssh"

var exitError = shape.T(path, "ExitError")

// Adapter recognises ExitError, ExitMissingError, OpenChannelError, PassphraseMissingError
// and AlgorithmNegotiationError of golang.org/x/crypto/ssh, KeyError and RevokedError of its
// package knownhosts, and its texts for a login that was refused and a host key that is not
// the expected one.
//
// The tool itself returns the output of a remote command. Errors of the connection
// are left to httpadapter.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{
		{Types: []shape.Type{exitError}, Code: exitStatus},
		{Types: []shape.Type{shape.T(path, "ExitMissingError")}, Code: exitMissing},
		{Types: []shape.Type{shape.T(path, "OpenChannelError")}, Code: channelRefused},
		{Types: []shape.Type{shape.T(path, "PassphraseMissingError")}, Code: passphraseMissing},
		{Types: []shape.Type{shape.T(path, "AlgorithmNegotiationError")}, Code: noAlgorithm},
		{Types: []shape.Type{shape.T(path+"/knownhosts", "KeyError")}, Read: readKey},
		{Types: []shape.Type{shape.T(path+"/knownhosts", "RevokedError")}, Code: keyRevoked},
	},
	Begins: []string{"ssh: "},
	Text: func(e error) *spec.Answer { // v0.58.0: client_auth.go, client.go, keys.go
		text := e.Error()
		switch {
		case !strings.HasPrefix(text, "ssh: "), spec.Wraps(e):
			return nil
		case strings.HasPrefix(text, "ssh: unable to authenticate, "), strings.HasPrefix(text, "ssh: too many authentication attempts "):
			return &spec.Answer{Codes: []string{refused}}
		case text == "ssh: host key mismatch":
			return &spec.Answer{Codes: []string{keyChanged}}
		case strings.HasPrefix(text, "ssh: no key found"), strings.HasPrefix(text, "ssh: cannot decode "), strings.HasPrefix(text, "ssh: unsupported key type "):
			return &spec.Answer{Codes: []string{badKey}}
		case strings.HasPrefix(text, "ssh: command ") && strings.HasSuffix(text, " failed"), text == "ssh: subsystem request failed", text == "ssh: could not start shell":
			return &spec.Answer{Codes: []string{requestRefused}}
		}
		return nil
	},
})

// readKey distinguishes an unknown host from one with a changed key.
func readKey(a *spec.Answer) bool {
	a.Is(keyUnknown)
	for range shape.Items(a.Node, "Want") {
		a.Is(keyChanged)
	}
	return true
}
