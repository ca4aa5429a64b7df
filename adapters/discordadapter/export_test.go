package discordadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as the client's, until restore is called.
func Imitate(of shape.Type) (restore func()) {
	before := discord
	discord = discord.Imitate(restError, of)
	return func() { discord = before }
}
