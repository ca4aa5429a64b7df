package stdadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
)

// NewRegistry returns a registry with the adapters of the given vendors, of HTTP and of the
// standard library, in that order. A program that uses it links no other vendor, unlike one
// with adapters.Default.
func NewRegistry(vendors ...adapter.Adapter) adapter.Registry {
	return adapter.NewRegistry(append(slices.Clone(vendors), httpadapter.Adapter{}, Adapter{})...)
}
