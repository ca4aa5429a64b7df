package shop

import (
	"context"

	"github.com/errand-go/errand/agent"
)

// Name has the arguments of Remember.
type Name struct {
	Name string `json:"name"`
}

// Remember stores the user's name for all sessions of the user, and a card as a
// file.
func Remember(ctx context.Context, in Name) (map[string]int, error) {
	call := agent.CallFrom(ctx)
	if err := call.SetState("user:name", in.Name); err != nil {
		return nil, err
	}
	version, err := call.SaveArtifact(ctx, "user:card.txt", agent.Blob{MIMEType: "text/plain", Data: []byte(in.Name)})
	return map[string]int{"version": version}, err
}
