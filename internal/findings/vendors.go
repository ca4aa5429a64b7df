package findings

import "slices"

// vendors are the shapes of services. They come before those of frameworks, which are
// less special. The first that finds something counts.
var vendors = slices.Concat(infrastructure, products)
