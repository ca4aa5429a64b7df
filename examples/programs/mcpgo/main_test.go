package main

func Example() {
	main()
	// Output:
	// level=WARN msg="tool call failed" tool=weather error.kind=UPSTREAM_RUNTIME_AUTH_ERROR error.class=upstream error.message="Upstream HTTP request failed with status code 403 (Forbidden)." error.can_retry=false error.status=403 error.effect=none error.service=_http error.dev.message="GET https://weather.example/now: HTTP status 403 (Forbidden)\nThe response's body: account 8841 is suspended\n" error.dev.cause_types=[*httpadapter.StatusError] error.dev.endpoint="GET https://weather.example/now"
	// {"success":false,"error":"Upstream HTTP request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_http"}
	// level=INFO msg="tool call failed" tool=weather error.kind=TOOL_RUNTIME_BAD_INPUT_VALUE error.class=invalid_input error.message="The arguments of the call are not valid." error.can_retry=false error.dev.message="required argument \"city\" not found" error.dev.cause_types=[*mcpresult.Marked]
	// {"success":false,"error":"The arguments of the call are not valid.","error_code":"invalid_input","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false,"problems":[{"path":"/city","problem":"is required"}]}
}
