// Package base has the adapters of chains that have none: those of HTTP and of the standard
// library, as far as the program links their packages.
package base

// Adapters are the adapters of package httpadapter and of package stdadapter, or nil. These
// packages set them when they are initialised. Each is an adapter.Adapter.
var Adapters [2]any

// The indexes of [Adapters].
const (
	HTTP = iota
	Std
)
