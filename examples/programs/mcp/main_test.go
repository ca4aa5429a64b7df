package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
)

// reference is the word in a log record and in the payload of the same failure.
var reference = regexp.MustCompile(`( error\.reference=|,"reference":")[A-Z2-7]{13}"?`)

func Example() {
	stdout := os.Stdout
	r, w, _ := os.Pipe()
	os.Stdout = w
	main()
	os.Stdout = stdout
	_ = w.Close()
	text, _ := io.ReadAll(r)
	fmt.Print(reference.ReplaceAllString(string(text), ""))
	// Output:
	// level=WARN msg="tool call failed" tool=weather error.kind=UPSTREAM_RUNTIME_RATE_LIMIT error.class=rate_limit error.message="Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds." error.can_retry=true error.retry_after=30s error.status=429 error.effect=none error.service=_http error.dev.message="GET https://weather.example/now: HTTP status 429 (Too Many Requests)\nThe response's body: account 8841 is over its quota\n" error.dev.cause_types=[*httpadapter.StatusError] error.dev.endpoint="GET https://weather.example/now"
	// {"success":false,"error":"Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":30000,"status_code":429,"service":"_http"}
	// level=INFO msg="tool call failed" tool=weather error.kind=TOOL_RUNTIME_BAD_INPUT_VALUE error.class=invalid_input error.message="The arguments do not fit the tool's schema. Correct them and call again." error.can_retry=false error.effect=none error.dev.message="validating \"arguments\": validating root: unexpected additional properties [\"town\"]" error.dev.cause_types=[*errors.errorString]
	// {"success":false,"error":"The arguments do not fit the tool's schema. Correct them and call again.","error_code":"invalid_input","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false,"problems":[{"path":"/city","problem":"is required"},{"path":"/town","problem":"is not known"}]}
}
