package main

func Example() {
	main()
	// Output:
	// 200 <nil> map[parts:[map[functionCall:map[args:map[cents:4200 to:Ada] id:call_id4 name:pay]]] role:model] <nil>
	// 200 <nil> map[parts:[map[functionResponse:map[id:call_id4 name:pay response:map[can_retry:false error:The call waits for a person's approval. It has not been executed. error_code:pending kind:TOOL_RUNTIME_CONTEXT_REQUIRED success:false]]]] role:user] <nil>
	// 200 <nil> map[parts:[map[functionCall:map[args:map[originalFunctionCall:map[args:map[cents:4200 to:Ada] id:call_id4 name:pay] toolConfirmation:map[confirmed:false]] id:confirm-call_id4 name:adk_request_confirmation]]] role:model] <nil>
	// 200 pay <nil> <nil>
	// 403 <nil> <nil> Only approvers may decide about payments.
	// level=WARN msg="A call failed; the model received the error." invocation=id7 diagnostic=tool_failed agent=clerk tool=pay call=call_id4 error.kind=NETWORK_TRANSPORT_RUNTIME_UNREACHABLE error.class=network_transport error.message="The upstream service could not be reached." error.can_retry=true error.effect=unknown error.service=_http error.dev.message="postgres://(redacted)@ledger-2.internal/book: connection reset by peer" error.dev.cause_types="[*fmt.wrapError syscall.Errno]"
	// 200 <nil> map[parts:[map[functionResponse:map[id:call_id4 name:pay response:map[can_retry:false effect:unknown error:The upstream service could not be reached. The request may have been carried out all the same. error_code:external_service_error hint:The call may have been carried out. Find out before you make it again. kind:NETWORK_TRANSPORT_RUNTIME_UNREACHABLE service:_http success:false]]]] role:user] <nil>
	// 200 <nil> map[parts:[map[text:I do not know whether Ada has been paid.]] role:model] <nil>
}
