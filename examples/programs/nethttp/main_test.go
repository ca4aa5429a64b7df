package main

func Example() {
	main()
	// Output:
	// level=INFO msg="tool call failed" tool=book error.kind=UPSTREAM_RUNTIME_VALIDATION_ERROR error.class=upstream error.message="Upstream HTTP request failed with status code 422 (Unprocessable Content)." error.can_retry=false error.status=422 error.effect=none error.service=_http error.dev.message="POST https://api.hotel.example/rooms: HTTP status 422 (Unprocessable Content)\nThe response's body: {\"errors\":[{\"field\":\"guests\",\"message\":\"must be at most 4, says rooms-db-3.internal\"}]}" error.dev.cause_types=[*httpadapter.StatusError] error.dev.endpoint="POST https://api.hotel.example/rooms"
	// {"success":false,"error":"Upstream HTTP request failed with status code 422 (Unprocessable Content).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":422,"service":"_http","problems":[{"path":"/guests","problem":"must be at most 4"}]}
	// level=ERROR msg="tool call failed" tool=book error.kind=UPSTREAM_RUNTIME_SERVER_ERROR error.class=upstream error.message="Upstream HTTP request failed with status code 503 (Service Unavailable)." error.can_retry=true error.status=503 error.effect=unknown error.service=_http error.dev.message="POST https://api.hotel.example/rooms: HTTP status 503 (Service Unavailable)\nThe response's body: rooms-db-3.internal: too many connections\n" error.dev.cause_types=[*httpadapter.StatusError] error.dev.endpoint="POST https://api.hotel.example/rooms"
	// {"success":false,"error":"Upstream HTTP request failed with status code 503 (Service Unavailable).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":true,"status_code":503,"service":"_http","effect":"unknown"}
}
