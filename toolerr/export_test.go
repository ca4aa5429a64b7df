package toolerr

// MsgfOf is Msgf with a format that is not a constant: one that vet would refuse, or one of
// a fuzzer.
func MsgfOf(format string, args ...Arg) Message { return Msgf(literal(format), args...) }

// Encoded returns s as a JSON string, made from a string and from bytes.
func Encoded(s string) (fromString, fromBytes string) {
	return string(appendString(nil, s)), string(appendString(nil, []byte(s)))
}

// Sprint is Errorf with a format that is not a constant.
func Sprint(format string, args []any) *ToolRuntimeError { return Errorf(literal(format), args...) }

// FixedReference gives an error a certain reference.
func FixedReference(text string) Option { return Option{text: text, set: setReference} }
