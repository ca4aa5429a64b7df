package awsadapter

import "github.com/errand-go/errand/adapter/shape"

// SignInTypes replaces the types of a sign-in that has ended, whose package the
// library does not require, and returns a function that puts them back.
func SignInTypes(types ...shape.Type) (restore func()) {
	before := signIn
	signIn = shape.NewSet(types...)
	return func() { signIn = before }
}

// V1Module makes the errors of a package count as those of the SDK for Go v1.
func V1Module(path string) (restore func()) {
	before := v1Module
	v1Module = path + "/"
	return func() { v1Module = before }
}
