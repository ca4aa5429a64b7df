// Older releases of the MCP clients, for ./vendorproof/mcp/releases.
module github.com/errand-go/errand/proof

go 1.26.0

require (
	github.com/errand-go/errand v0.0.0
	github.com/mark3labs/mcp-go v0.32.0
	github.com/modelcontextprotocol/go-sdk v0.5.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/aws/smithy-go v1.28.8 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/hashicorp/go-retryablehttp v0.7.8 // indirect
	github.com/spf13/cast v1.7.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
)

replace github.com/errand-go/errand => ..
