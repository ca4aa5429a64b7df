package grpcfaults

import (
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const sourceTrust = "RFC 8446 section 6.2: the alert is fatal, and a repeat meets the same certificate, version or cipher"

// tlsFaults are those of package faults, before HTTP/2 begins.
func tlsFaults() []Fault {
	var all []Fault
	for _, name := range []string{
		"tls-untrusted-ca", "tls-expired", "tls-hostname", "tls-client-cert-required-12", "tls-client-cert-required-13", "tls-client-on-plain-http",
	} {
		all = append(all, borrowed(name, fatal, sourceTrust))
	}
	noWay := unreachable.With(toolerr.EffectNone)
	silent := borrowed("tls-handshake-timeout", timedOut.With(toolerr.EffectNone), sourceDial)
	silent.run.dial = impatient
	return append(
		all,
		silent,
		borrowed("tls-reset-in-handshake", noWay, sourceDial),
		borrowed("tls-fin-in-handshake", noWay, sourceDial),
	)
}

func borrowed(name string, want faults.Want, source string) Fault {
	below, _ := faults.Lookup(name)
	return Fault{
		Name: "grpc-" + name, Does: below.Does, Want: want, Source: source, Why: below.Why,
		run: behaviour{borrow: name},
	}
}
