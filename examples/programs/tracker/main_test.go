package main

func Example() {
	main()
	// Output:
	// level=INFO msg="tool call failed" tool=file_issue error.kind=UPSTREAM_RUNTIME_VALIDATION_ERROR error.class=upstream error.message="Upstream GitHub request failed with status code 422 (Unprocessable Content)." error.can_retry=false error.status=422 error.effect=none error.service=_github error.vendor_code=missing_field error.dev.message="POST https://api.github.com/repos/acme/shop/issues: 422 Validation Failed [{Resource:Issue Field:title Code:missing_field Message:}]" error.dev.cause_types=[*github.ErrorResponse] error.dev.endpoint="POST https://api.github.com/repos/acme/shop/issues"
	// {"success":false,"error":"Upstream GitHub request failed with status code 422 (Unprocessable Content).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":422,"service":"_github","vendor_code":"missing_field","hint":"GitHub refuses the field title (missing_field).","problems":[{"path":"/title","problem":"is required"}]}
	// level=INFO msg="tool call failed" tool=file_issue error.kind=UPSTREAM_RUNTIME_NOT_FOUND error.class=upstream error.message="Upstream GitHub request failed with status code 404 (Not Found)." error.can_retry=false error.status=404 error.effect=none error.service=_github error.dev.message="POST https://api.github.com/repos/acme/secret/issues: 404 Not Found []" error.dev.cause_types=[*github.ErrorResponse] error.dev.endpoint="POST https://api.github.com/repos/acme/secret/issues"
	// {"success":false,"error":"Upstream GitHub request failed with status code 404 (Not Found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":404,"service":"_github","hint":"It does not exist, or the account has no access to it."}
}
