package main

func Example() {
	main()
	// Output:
	// level=WARN msg="tool call failed" tool=read_file error.kind=UPSTREAM_RUNTIME_AUTH_ERROR error.class=upstream error.message="Upstream AWS request failed with status code 403 (Forbidden)." error.can_retry=false error.status=403 error.effect=none error.service=_aws error.vendor_code=AccessDenied error.request_id=4442587FB7D0A2F9 error.dev.message="operation error S3: GetObject, https response error StatusCode: 403, RequestID: 4442587FB7D0A2F9, HostID: , api error AccessDenied: arn:aws:iam::123456789012:user/bot" error.dev.cause_types="[*smithy.OperationError *s3shared.ResponseError *smithy.GenericAPIError]" error.dev.endpoint="GET https://reports.s3.eu-north-1.amazonaws.com/…"
	// {"success":false,"error":"Upstream AWS request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_aws","vendor_code":"AccessDenied"}
	// level=WARN msg="tool call failed" tool=read_file error.kind=UPSTREAM_RUNTIME_RATE_LIMIT error.class=rate_limit error.message="Upstream AWS request failed with status code 503 (rate limit reached)." error.can_retry=true error.status=503 error.effect=none error.service=_aws error.vendor_code=SlowDown error.request_id=4442587FB7D0A2F9 error.dev.message="operation error S3: GetObject, https response error StatusCode: 503, RequestID: 4442587FB7D0A2F9, HostID: , api error SlowDown: arn:aws:iam::123456789012:user/bot" error.dev.cause_types="[*smithy.OperationError *s3shared.ResponseError *smithy.GenericAPIError]" error.dev.endpoint="GET https://reports.s3.eu-north-1.amazonaws.com/…"
	// {"success":false,"error":"Upstream AWS request failed with status code 503 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"status_code":503,"service":"_aws","vendor_code":"SlowDown"}
}
