package natsadapter

import "github.com/errand-go/errand/internal/inverse"

// numbers maps the numbers of the JetStream server to codes (nats-server v2.15.0-dev,
// server/errors.json, with the same numbers as v2.9.10). For any other number the status
// decides.
var numbers = inverse.Of(map[string][]int{
	"stream_not_found":                  {10059},
	"consumer_not_found":                {10014, 10149},
	"message_not_found":                 {10037, 10043},
	wrongLastSequence:                   {10071, 10164, 10070, 10063},
	"duplicate_in_process":              {10158},
	"stream_name_in_use":                {10058, 10130},
	"consumer_exists":                   {10013, 10148, 10105},
	"subjects_overlap":                  {10065},
	"consumer_not_unique":               {10100, 10099},
	"jetstream_unavailable":             {10124, 10202, 10226, 10008, 10009, 10163, 10118, 10119, 10194, 10195},
	"jetstream_not_enabled_for_account": {10039, 10035},
	"jetstream_not_enabled":             {10076},
	"not_supported":                     {10185},
	streamStoreFailed:                   {10077},
	"too_many_requests":                 {10167, 10210, 10211},
	"resources_exceeded":                {10002, 10023, 10028, 10047, 10120, 10122},
	"max_consumers_exceeded":            {10026},
	"max_streams_exceeded":              {10027},
	"bad_request":                       {10003},
	"client_usage":                      {10025},
	"consumer_create":                   {10012},
	"invalid_stream_config":             {10052, 10113, 10061, 10074},
	"message_too_large":                 {10054, 10097},
	"stream_not_match":                  {10060, 10056},
	"stream_sealed":                     {10109},
	"invalid_filter_subject":            {10093, 10136, 10138, 10139},
	"invalid_consumer_name":             {10102, 10103, 10127},
	"invalid_stream_name":               {10128},
	"invalid_message_ttl":               {10165, 10166},
	"invalid_schedule":                  {10188, 10189, 10190, 10191, 10192, 10203},
})
