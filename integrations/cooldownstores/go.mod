// Stores for cooldowns, apart from the library because they require a Redis client.
module github.com/errand-go/errand/integrations/cooldownstores

go 1.25.0

require (
	github.com/errand-go/errand v0.0.0
	github.com/jackc/pgx/v5 v5.9.2
	github.com/lib/pq v1.10.9
	github.com/redis/go-redis/v9 v9.14.1
	github.com/stretchr/testify v1.11.1
)

require (
	github.com/aws/smithy-go v1.27.5 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/dgryski/go-rendezvous v0.0.0-20200823014737-9f7001d12a5f // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.2 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/rogpeppe/go-internal v1.6.1 // indirect
	golang.org/x/sync v0.17.0 // indirect
	golang.org/x/text v0.29.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace github.com/errand-go/errand => ../..
