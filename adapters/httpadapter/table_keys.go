package httpadapter

import "time"

// knownKeys are services whose documentation says that a request with a key that was used
// before is not carried out again, also if the first one failed.
//
// Not in it: services that forget the key after a failure of their own (Checkout.com), that
// answer a retry with a refusal (Mangopay), and those whose keys are in the body (Square) or
// the query (Google), which are passed by the tool.
var knownKeys = []KeyRule{
	{Host: "api.stripe.com", Header: "Idempotency-Key", Valid: 24 * time.Hour, Source: "docs.stripe.com/api/idempotent_requests (2026-11-26)"},
	{Host: "api-m.paypal.com", Path: "/v2/checkout/orders", Header: "PayPal-Request-Id", Valid: 6 * time.Hour, Source: "developer.paypal.com/docs/api/orders/v2 (2026-11-26)"},
	{Host: "api-m.paypal.com", Path: "/v2/payments/", Header: "PayPal-Request-Id", Valid: 45 * 24 * time.Hour, Source: "developer.paypal.com/docs/api/payments/v2 (2026-11-26)"},
	{Host: "api-m.sandbox.paypal.com", Path: "/v2/checkout/orders", Header: "PayPal-Request-Id", Valid: 6 * time.Hour, Source: "as of api-m.paypal.com"},
	{Host: "api-m.sandbox.paypal.com", Path: "/v2/payments/", Header: "PayPal-Request-Id", Valid: 45 * 24 * time.Hour, Source: "as of api-m.paypal.com"},
	{Host: "checkout-test.adyen.com", Header: "Idempotency-Key", Valid: 7 * 24 * time.Hour, Source: "docs.adyen.com/development-resources/api-idempotency (2026-11-26)"},
}

// What a refusal says of a key. The first list is that of requests that are still carried out,
// the second that of keys that were sent with another request.
var (
	keyInProgress = []string{"in progress", "in_progress", "in-progress", "in_use", "concurrent", "being processed", "still processing"}
	keyMismatch   = []string{
		"same parameters", "same request", "different parameters", "different request", "different payload", "different body",
		"idempotency_error", "key_mismatch", "duplicate_request_id",
	}
)
