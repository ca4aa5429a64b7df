package main

func Example() {
	main()
	// Output:
	// level=WARN msg="tool call failed" tool=embed error.kind=UPSTREAM_RUNTIME_RATE_LIMIT error.class=rate_limit error.message="Upstream OpenAI request failed with status code 429 (Too Many Requests). Retry after 20 seconds." error.can_retry=true error.retry_after=20s error.status=429 error.effect=none error.service=_openai error.vendor_code=rate_limit_exceeded error.dev.message="OpenAI API error: 429 Too Many Requests\ntype: rate_limit_exceeded\ncode: rate_limit_exceeded\nmessage: org-8841 of key (redacted)" error.dev.cause_types=[*apierror.Error] error.dev.endpoint="POST https://api.openai.com/v1/embeddings"
	// {"success":false,"error":"Upstream OpenAI request failed with status code 429 (Too Many Requests). Retry after 20 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":20000,"status_code":429,"service":"_openai","vendor_code":"rate_limit_exceeded"}
	// level=WARN msg="tool call failed" tool=embed error.kind=UPSTREAM_RUNTIME_AUTH_ERROR error.class=upstream error.message="Upstream OpenAI request failed with status code 429 (access refused)." error.can_retry=false error.status=429 error.effect=none error.service=_openai error.vendor_code=insufficient_quota error.dev.message="OpenAI API error: 429 Too Many Requests\ntype: insufficient_quota\ncode: insufficient_quota\nmessage: org-8841 of key (redacted)" error.dev.cause_types=[*apierror.Error] error.dev.endpoint="POST https://api.openai.com/v1/embeddings"
	// {"success":false,"error":"Upstream OpenAI request failed with status code 429 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":429,"service":"_openai","vendor_code":"insufficient_quota","requires_user_action":true,"hint":"The account has no credit left, or a bill is not paid. Someone has to settle that; waiting does not help."}
}
