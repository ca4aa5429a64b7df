package main

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
)

func registry() adapter.Registry {
	return adapter.NewRegistry(httpadapter.Adapter{}, stdadapter.Adapter{})
}
