package main

import "github.com/errand-go/errand/adapter"

func registry() adapter.Registry { return adapter.NewRegistry() }
