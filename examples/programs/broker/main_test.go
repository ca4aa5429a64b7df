package main

func Example() {
	main()
	// Output:
	// level=ERROR msg="tool call failed" tool=stock error.kind=UPSTREAM_RUNTIME_SERVER_ERROR error.class=upstream error.message="Nobody answers on that subject in NATS at the moment." error.can_retry=true error.effect=none error.service=_nats error.vendor_code=no_responders error.dev.message="nats: no responders available for request" error.dev.cause_types=[*errors.errorString]
	// {"success":false,"error":"Nobody answers on that subject in NATS at the moment.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":true,"service":"_nats","vendor_code":"no_responders","hint":"Check the subject; the service behind it may be down."}
	// level=ERROR msg="tool call failed" tool=stock error.kind=NETWORK_TRANSPORT_RUNTIME_UNREACHABLE error.class=network_transport error.message="The tool's connection to NATS is closed." error.can_retry=false error.effect=unknown error.service=_nats error.dev.message="nats: connection closed" error.dev.cause_types=[*errors.errorString]
	// {"success":false,"error":"The tool's connection to NATS is closed.","error_code":"external_service_error","kind":"NETWORK_TRANSPORT_RUNTIME_UNREACHABLE","can_retry":false,"service":"_nats","vendor_code":"connection_closed","effect":"unknown"}
}
