package main

func Example() {
	main()
	// Output:
	// level=INFO msg="tool call failed" tool=query error.kind=UPSTREAM_RUNTIME_VALIDATION_ERROR error.class=upstream error.message="The SQL names something that the database does not have." error.can_retry=false error.effect=none error.service=_sql error.vendor_code=42703 error.dev.message="ERROR: column \"emial\" does not exist (SQLSTATE 42703)" error.dev.cause_types=[*pgconn.PgError]
	// {"success":false,"error":"The SQL names something that the database does not have.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"service":"_sql","vendor_code":"42703","hint":"The fault is at character 8 of the SQL. Correct it; look at the schema first, if there is a way to.","problems":[{"path":"/sql","problem":"contains the name \"emial\", which is not known (line 1, column 8)"}]}
	// {"success":false,"error":"The SQL names something that the database does not have.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"service":"_sql","vendor_code":"42703","hint":"The fault is at character 8 of the SQL. Correct it; look at the schema first, if there is a way to.","problems":[{"path":"/sql","problem":"contains the name \"emial\", which is not known; did you mean \"customers.email_of_card_holder\"? (line 1, column 8)"}]}
}
