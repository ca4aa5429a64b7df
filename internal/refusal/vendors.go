package refusal

import "slices"

// vendors are the shapes of services. They come before those of frameworks, which are less
// specific. The first with a finding is used.
var vendors = catalogueOf(slices.Concat(infrastructure, products)...)
