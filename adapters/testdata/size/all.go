package main

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
)

func registry() adapter.Registry { return adapters.Default() }
