package dockeradapter

// The marker methods (containerd/errdefs v1.0.0, errors.go; docker v28.5.2, errdefs/defs.go).
type (
	notFound           interface{ NotFound() }
	invalidParameter   interface{ InvalidParameter() }
	conflict           interface{ Conflict() }
	unauthorized       interface{ Unauthorized() }
	unavailable        interface{ Unavailable() }
	forbidden          interface{ Forbidden() }
	system             interface{ System() }
	notModified        interface{ NotModified() }
	notImplemented     interface{ NotImplemented() }
	dataLoss           interface{ DataLoss() }
	alreadyExists      interface{ AlreadyExists() }
	failedPrecondition interface{ FailedPrecondition() }
	resourceExhausted  interface{ ResourceExhausted() }
	aborted            interface{ Aborted() }
	outOfRange         interface{ OutOfRange() }
)

// marked returns the code of the marker that e has, "" if it has none.
func marked(e any) string {
	switch e.(type) {
	case notFound:
		return "not_found"
	case invalidParameter:
		return "invalid_argument"
	case conflict:
		return "conflict"
	case unauthorized:
		return "unauthenticated"
	case unavailable:
		return "unavailable"
	case forbidden:
		return "forbidden"
	case system:
		return "internal"
	case notModified:
		return "not_modified"
	case notImplemented:
		return "unimplemented"
	case dataLoss:
		return "data_loss"
	case alreadyExists:
		return "already_exists"
	case failedPrecondition:
		return "failed_precondition"
	case resourceExhausted:
		return "resource_exhausted"
	case aborted:
		return "aborted"
	case outOfRange:
		return "out_of_range"
	}
	return ""
}
