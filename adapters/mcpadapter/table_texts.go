package mcpadapter

// methods lists the methods that a client calls (go-sdk v1.8.0, mcp/protocol.go).
var methods = map[string]bool{
	"tools/call": true, "tools/list": true, "resources/read": true, "resources/list": true,
	"resources/templates/list": true, "resources/subscribe": true, "resources/unsubscribe": true,
	"prompts/get": true, "prompts/list": true, "completion/complete": true, "logging/setLevel": true,
	"initialize": true, "ping": true, "server/discover": true, "subscriptions/listen": true,
}

// lostTexts lists the texts of mcp-go for a closed connection (mcp-go v1.2.1,
// client/transport).
var lostTexts = map[string]bool{
	"transport closed": true, "transport has been closed": true, "connection has been closed": true,
	"unexpected nil response": true,
}

// typeCodes are the codes with a type in mcp-go, by the names of the types.
var typeCodes = map[string]string{
	"HeaderMismatchError":                  codeHeaders,
	"MissingRequiredClientCapabilityError": codeLacking,
	"UnsupportedProtocolVersionError":      codeVersion,
	"URLElicitationRequiredError":          codeElicit,
}
