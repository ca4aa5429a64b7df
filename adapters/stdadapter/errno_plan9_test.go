package stdadapter_test

import "errors"

var (
	errnoWithoutRow = errors.New("no error numbers")
	errnoInvalid    = errors.New("no error numbers")
)
