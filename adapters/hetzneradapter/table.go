package hetzneradapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Hetzner Cloud API, Errors; hcloud-go v2, hcloud/error.go, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_hetzner", "Hetzner",
	adapter.Row{VendorCode: "resource_limit_exceeded", Fact: toolerr.FactQuota, Source: source},
	adapter.Row{VendorCode: "locked", Fact: toolerr.FactLocked, Source: source},
	adapter.Row{VendorCode: "conflict", Fact: toolerr.FactAborted, Source: source},
	adapter.Row{VendorCodes: []string{"resource_unavailable", "placement_error", "no_space_left_in_location"}, Fact: toolerr.FactOverloaded, Hint: toolerr.Msg("There is no room for this at the moment. Use another type or location, or try later."), Source: source},
	adapter.Row{VendorCode: "maintenance", Fact: toolerr.FactMaintenance, Source: source},
	adapter.Row{VendorCode: "robot_unavailable", Fact: toolerr.FactFailed, Source: source},
	adapter.Row{VendorCode: "uniqueness_error", Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: "protected", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The resource is protected. Someone has to remove the protection first."), Source: source},
	adapter.Row{VendorCode: "resource_locked", Fact: toolerr.FactPersonNeeded, Hint: toolerr.Msg("The resource is locked. Someone has to ask Hetzner's support."), Source: source},
	adapter.Row{VendorCodes: []string{"server_not_stopped", "server_already_attached", "volume_already_attached", "resource_in_use", "primary_ip_assigned"}, Fact: toolerr.FactWrongState, Source: source},
	adapter.Row{VendorCode: "token_readonly", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCode: "unsupported_error", Fact: toolerr.FactUnsupported, Source: source},
	adapter.Row{VendorCode: "deprecated_api_endpoint", Fact: toolerr.FactToolMistake, Source: source},
)
