package natsadapter

import "github.com/errand-go/errand/internal/inverse"

// numbers maps the numbers of the JetStream server to codes (nats-server v2.15.0-dev,
// server/errors.json, with the same numbers as v2.9.10). For any other number the status
// decides.
var numbers = inverse.Of(map[string][]int{
	streamNotFound:       {10059},
	consumerNotFound:     {10014, 10149},
	messageNotFound:      {10037, 10043},
	wrongLastSequence:    {10071, 10164, 10070, 10063},
	duplicateInProcess:   {10158},
	streamNameInUse:      {10058, 10130},
	consumerNameExists:   {10013, 10148, 10105},
	subjectsOverlap:      {10065},
	consumerNotUnique:    {10100, 10099},
	unavailable:          {10124, 10202, 10226, 10008, 10009, 10163, 10118, 10119, 10194, 10195},
	notEnabledForAccount: {10039, 10035},
	notEnabled:           {10076},
	notSupported:         {10185},
	streamStoreFailed:    {10077},
	tooManyRequests:      {10167, 10210, 10211},
	resourcesExceeded:    {10002, 10023, 10028, 10047, 10120, 10122},
	tooManyConsumers:     {10026},
	tooManyStreams:       {10027},
	badRequestCode:       {10003},
	clientUsage:          {10025},
	consumerCreate:       {10012},
	invalidStreamConfig:  {10052, 10113, 10061, 10074},
	messageTooLarge:      {10054, 10097},
	streamNotMatch:       {10060, 10056},
	streamSealed:         {10109},
	invalidFilterSubject: {10093, 10136, 10138, 10139},
	invalidConsumerName:  {10102, 10103, 10127},
	invalidStreamName:    {10128},
	invalidMessageTTL:    {10165, 10166},
	invalidSchedule:      {10188, 10189, 10190, 10191, 10192, 10203},
})
