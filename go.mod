// The library: it links no SDK of a vendor.
module github.com/errand-go/errand

go 1.25.0

require (
	github.com/aws/smithy-go v1.27.5
	github.com/google/jsonschema-go v0.4.2
	github.com/hashicorp/go-retryablehttp v0.7.7
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.2
	github.com/stretchr/testify v1.10.0
	golang.org/x/oauth2 v0.27.0
	google.golang.org/api v0.215.0
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/text v0.21.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
