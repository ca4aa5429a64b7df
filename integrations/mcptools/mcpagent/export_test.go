package mcpagent

// What the tests look at from outside.
var (
	UsableName = usableName
)
