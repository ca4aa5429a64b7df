// The newest release of mcp-go, for all tests.
module github.com/errand-go/errand/integrations/mcpgotools

go 1.26.0

require (
	github.com/errand-go/errand v0.0.0
	github.com/mark3labs/mcp-go v1.2.1
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/aws/smithy-go v1.28.8 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/spf13/cast v1.7.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.41.0 // indirect
)

replace github.com/errand-go/errand => ../..
