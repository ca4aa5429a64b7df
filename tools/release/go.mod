// The program that releases all modules, which requires x/mod.
module github.com/errand-go/errand/tools/release

go 1.26.0

require golang.org/x/mod v0.42.0

require (
	github.com/stretchr/testify v1.12.1
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)
