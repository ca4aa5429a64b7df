package toolerr

import "github.com/errand-go/errand/internal/errtree"

// Is makes errors.Is find the [Kind] and the [Class] of this error, the error of which it
// is a copy, and any other error in its cause. It does not find the kinds and classes of
// errors in the cause: only those of the outermost error count.
func (e *ToolRuntimeError) Is(target error) bool {
	switch t := target.(type) {
	case Kind:
		return e.Kind() == t
	case Class:
		return e.Class().holds(t)
	case *ToolRuntimeError:
		if e.is(t) {
			return true
		}
	}
	found := false
	e.walkCause(func(err error) bool {
		if te, mine := err.(*ToolRuntimeError); mine {
			found = te.is(target)
		} else {
			found = errtree.Matches(err, target)
		}
		return !found
	})
	return found
}

// is reports whether e is the target or a copy of it.
func (e *ToolRuntimeError) is(target error) bool {
	t, ok := target.(*ToolRuntimeError) //nolint:errorlint // itself
	return ok && t != nil && (e == t || e.priv().origin == t)
}

// As makes errors.As find this error's [Kind] and [Class], and any other type of error in
// its cause. As for Is, only the outermost error's kind and class count.
func (e *ToolRuntimeError) As(target any) bool {
	switch t := target.(type) {
	case *Kind:
		if t == nil {
			return false
		}
		*t = e.Kind()
		return true
	case *Class:
		if t == nil {
			return false
		}
		*t = e.Class()
		return true
	case **ToolRuntimeError:
		return false
	}
	found := false
	e.walkCause(func(err error) bool {
		if _, mine := err.(*ToolRuntimeError); !mine { //nolint:errorlint // one node of a walk
			found = errtree.Assign(err, target)
		}
		return !found
	})
	return found
}

// walkCause visits the tree of the cause, and the causes of the ToolRuntimeErrors in it.
func (e *ToolRuntimeError) walkCause(visit func(error) bool) {
	errtree.WalkThrough(e.priv().cause, func(err error) error {
		if te, ok := err.(*ToolRuntimeError); ok { //nolint:errorlint // one node of a walk
			return te.priv().cause
		}
		return nil
	}, visit)
}

// Find returns the first *ToolRuntimeError in the tree of err, depth first.
// It does not look into causes.
func Find(err error) (*ToolRuntimeError, bool) {
	if te, ok := err.(*ToolRuntimeError); ok && te != nil { //nolint:errorlint // the common case
		return te, true
	}
	var found *ToolRuntimeError
	errtree.Walk(err, func(e error) bool {
		found, _ = e.(*ToolRuntimeError) //nolint:errorlint // one node of a walk
		return found == nil
	})
	return found, found != nil
}

// KindOf returns the kind of the first [ToolRuntimeError] or [Kind] in the tree of err. It
// returns [KindUnknown] if there is none or if the Kind is not one of the constants, and ""
// if err is nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	kind := KindUnknown
	errtree.Walk(err, func(e error) bool {
		switch x := e.(type) { //nolint:errorlint // one node of a walk
		case *ToolRuntimeError:
			kind = x.Kind()
		case Kind:
			if x.Known() {
				kind = x
			}
		default:
			return true
		}
		return false
	})
	return kind
}
