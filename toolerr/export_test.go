package toolerr

// MsgfOf is Msgf with a format that is not a constant: those that vet would refuse,
// and those that a fuzzer makes up.
func MsgfOf(format string, args ...Arg) Message { return Msgf(literal(format), args...) }

// Encoded is s as a JSON string, from a string and from bytes.
func Encoded(s string) (fromString, fromBytes string) {
	return string(appendString(nil, s)), string(appendString(nil, []byte(s)))
}

// Sprint is Errorf with a format that is not a constant.
func Sprint(format string, args []any) *ToolRuntimeError { return Errorf(literal(format), args...) }
