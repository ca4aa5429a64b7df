package awsadapter

import "github.com/errand-go/errand/adapter/shape"

// SignInTypes replaces the types of a sign-in that has ended, whose package the
// library does not require, and returns a function that puts them back.
func SignInTypes(types ...shape.Type) (restore func()) {
	before := signIn
	signIn = shape.NewSet(types...)
	return func() { signIn = before }
}
