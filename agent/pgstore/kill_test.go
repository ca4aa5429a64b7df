package pgstore_test

import "context"

const envDSN = "PGSTORE_TEST_DSN"

func replica(ctx context.Context, dsn string) error { return nil }
