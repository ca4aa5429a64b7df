package geminimodel

import "google.golang.org/genai"

// Below is the client that a model asks through.
var Below = below

// NewOnSDK is a model whose answers come as the SDK has them.
func NewOnSDK(client *genai.Client, name string) *Model { return &Model{client: client, name: name} }
