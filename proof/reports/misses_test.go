package reports_test

// misses are the reports that errand does not answer in the right way in every case, each
// with the reason. A report that becomes right must leave the list.
var misses = map[string]string{
	"35_bedrock_throttle_in_stream":    "no driver: this module has no client of Bedrock",
	"40_no_capacity_without_a_status":  "an error that is only a text is not read: it may be about anything",
	"55_notion_error_without_is_error": "a result without isError is the tool's data, whatever it contains",
}
