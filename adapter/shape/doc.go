// Package shape recognises errors of packages that are not imported, and reads
// them, so that an adapter costs its users no dependency and serves every major
// version of an SDK at once.
//
// An import would do less: github.com/google/go-github/v88/github.ErrorResponse
// and its v89 twin are different types, and errors.As finds only the one that
// was compiled in.
//
// # Recognising
//
// A [Type] is a package path and a name. Versions do not count: an element /vN
// of the path is left out, and so is the .vN of gopkg.in; a copy in a vendor
// folder is the package itself. Values and pointers are the same. A [Set] is
// all the types of one adapter; it asks about an error once and remembers the
// answer per Go type, so that a miss costs nanoseconds and allocates nothing.
//
//	var (
//		rateLimit = shape.T("github.com/google/go-github/github", "RateLimitError")
//		response  = shape.T("github.com/google/go-github/github", "ErrorResponse")
//		types     = shape.NewSet(rateLimit, response)
//	)
//
//	for e := range adapter.Tree(err) {
//		switch types.Of(e) {
//		case rateLimit:
//			reset, ok := shape.Field[time.Time](e, "Rate.Reset.Time")
//			…
//
// # Reading
//
// [Field] reads a field by a path, a [Getter] does it faster, [Items] reads the
// elements of a slice. [Call] calls a method through an interface of the
// caller's, [Result] one whose result has a type that cannot be named. Each reports false where the error is not as
// expected: a field that is gone, a nil on the way, a method that panics. No
// function here panics, compares errors or hashes them.
//
// # Limits
//
//   - A build that renames packages (garble and its like) hides the path: every
//     error is a miss.
//   - A package that moved, or an internal one that was renamed, is a miss as
//     well. Pin the SDK in a test and let a bump fail there.
//   - A type alias is the type it stands for, and has that type's path and name.
//   - Of a generic type only the name before the bracket counts.
//   - Types that are declared inside a function have a path and a name like any
//     other, which two functions of a package may share.
//   - An unexported field is read only if it is a number, a string or a bool.
//     It may go in any release; use one where nothing else tells.
//   - A method that nothing in the program calls by name or through an
//     interface may not be in the binary; see [Result].
package shape
