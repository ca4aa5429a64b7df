// Package hetzneradapter recognises the errors of Hetzner Cloud's API in plain HTTP responses.
//
// The code in the body decides. Hetzner's texts reach developers only.
package hetzneradapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Hetzner Cloud.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Error.Code"}}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"api.hetzner.cloud"}, // hcloud-go v2, hcloud/client.go: Endpoint
})

// A response is the body of an error (Hetzner Cloud API, Errors).
type response struct {
	Error struct {
		Code string `json:"code"`
	} `json:"error"`
}
