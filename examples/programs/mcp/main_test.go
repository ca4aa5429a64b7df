package main

func Example() {
	main()
	// Output:
	// level=WARN msg="tool call failed" tool=weather error.kind=UPSTREAM_RUNTIME_RATE_LIMIT error.class=rate_limit error.message="Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds." error.can_retry=true error.retry_after=30s error.status=429 error.effect=none error.service=_http error.dev.message="GET https://weather.example/now: HTTP status 429 (Too Many Requests)\nThe response's body: account 8841 is over its quota\n" error.dev.cause_types=[*httpadapter.StatusError] error.dev.endpoint="GET https://weather.example/now"
	// Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
	// level=INFO msg="tool call failed" tool=weather error.kind=TOOL_RUNTIME_BAD_INPUT_VALUE error.class=invalid_input error.message="The arguments do not fit the tool's schema. Correct them and call again." error.can_retry=false error.effect=none error.dev.message="validating \"arguments\": validating root: unexpected additional properties [\"town\"]" error.dev.cause_types=[*errors.errorString]
	// The arguments do not fit the tool's schema. Correct them and call again.
	// - /city: is required
	// - /town: is not known
}
