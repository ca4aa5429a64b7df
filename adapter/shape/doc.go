// Package shape recognises and reads errors of packages that are not imported. An adapter
// then adds no dependency to its users' programs, and serves every major version of an SDK
// at once.
//
// With an import, errors.As would find only the version that was compiled in:
// github.com/google/go-github/v88/github.ErrorResponse and the same type of v89 are
// different types.
//
// # Recognising
//
// A [Type] is a package path and a name. Versions are ignored: an element /vN of the path,
// and the .vN of gopkg.in. A copy in a vendor folder counts as the package itself. Values
// and pointers are the same. A [Set] has all types of one adapter. It caches the result for
// each Go type, so that an error of another type costs nanoseconds and no allocation.
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
// [Field] reads a field by a path. [Items] reads the elements of a slice. [Call] calls a method through an interface, and [Result] a method
// whose result has a type that cannot be named. They report false if the error is not as
// expected: a missing field, a nil in the path, a method that panics. No function of this
// package panics, compares errors or hashes them.
//
// # Limits
//
//   - A build that renames packages (with garble or similar tools) hides the path, so no
//     error is recognised.
//   - If a package moves, or an internal package is renamed, its errors are no longer
//     recognised. Pin the SDK in a test, so that an update fails there.
//   - A type alias has the path and the name of the type that it stands for.
//   - Of the name of a generic type, only the part before the bracket counts.
//   - Types that are declared inside a function have a path and a name like any other. Two
//     functions of a package may have the same.
//   - An unexported field is read only if it is a number, a string or a bool. It may
//     disappear in any release, so use one only if nothing else identifies the error.
//   - A method that nothing in the program calls by name or through an interface may be
//     missing in the binary; see [Result].
package shape
