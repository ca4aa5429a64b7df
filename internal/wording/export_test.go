package wording

var (
	Features = features
	Parse    = parse
	Scaled   = scaled
	Learned  = &learned
)
