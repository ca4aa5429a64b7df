package toolerr

// Abort marks err so that an agent loop ends the run once every call of the turn has a
// result. The result that the model reads is the same as without the mark. Abort(nil) is
// nil.
func Abort(err error) error {
	if err == nil {
		return nil
	}
	if te, ok := err.(*ToolRuntimeError); ok { //nolint:errorlint // the error itself; one that wraps it is marked outside
		return te.With(withAborts())
	}
	return &aborted{err: err}
}

// aborted is an error of another package with the mark.
type aborted struct{ err error }

func (a *aborted) Error() string { return a.err.Error() }
func (a *aborted) Unwrap() error { return a.err }
func (a *aborted) Aborts() bool  { return true }
