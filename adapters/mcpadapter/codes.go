package mcpadapter

import "strconv"

// codes are the codes of errors that are known by being the same variable.
type codes struct {
	errs []error
	code []string
}

// WithCodes returns an adapter that knows the codes of errors which have no type,
// by the variables that they wrap: those of mcp-go's package mcp. The map is read
// once.
//
//	mcpadapter.WithCodes(map[error]int{
//		mcp.ErrParseError:         mcp.PARSE_ERROR,
//		mcp.ErrInvalidRequest:     mcp.INVALID_REQUEST,
//		mcp.ErrMethodNotFound:     mcp.METHOD_NOT_FOUND,
//		mcp.ErrInvalidParams:      mcp.INVALID_PARAMS,
//		mcp.ErrInternalError:      mcp.INTERNAL_ERROR,
//		mcp.ErrRequestInterrupted: mcp.REQUEST_INTERRUPTED,
//		mcp.ErrResourceNotFound:   mcp.RESOURCE_NOT_FOUND,
//	})
func WithCodes(known map[error]int) Adapter {
	c := &codes{}
	for err, code := range known {
		if err == nil {
			continue
		}
		c.errs = append(c.errs, err)
		c.code = append(c.code, strconv.Itoa(code))
	}
	return Adapter{codes: c}
}

// coded looks for a variable that has a code. The comparison cannot panic: what
// was the key of a map is comparable.
func (a Adapter) coded(s *sight, e error) {
	if a.codes == nil || s.coded {
		return
	}
	for i, known := range a.codes.errs {
		if e == known {
			s.coded, s.code = true, a.codes.code[i]
			s.at(e)
			return
		}
	}
}
