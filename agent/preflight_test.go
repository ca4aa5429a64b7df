package agent_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// picky is a model that accepts pictures from users and no other attachments.
type picky struct {
	*agenttest.Model
	refusal func() error
}

func (p picky) Preflight(c agent.Content) error {
	for _, part := range c.Parts {
		if part.File != nil || part.Blob != nil && (part.Blob.MIMEType != "image/png" || c.Role != agent.RoleUser) {
			return p.refusal()
		}
	}
	return nil
}

func unsupported() error {
	return agent.NewRunError(agent.ErrProviderUnsupported, toolerr.Msg("No archives."), nil)
}

func attached(mime string) agent.Input {
	return agent.Input{Content: &agent.Content{Parts: []agent.Part{{Text: "Read this."}, {Blob: &agent.Blob{MIMEType: mime, Data: []byte("PK")}}}}}
}

func TestAttachmentThatTheModelCannotReadIsNotStored(t *testing.T) {
	for name, refusal := range map[string]func() error{
		"as it should be": unsupported,
		"any error":       func() error { return errors.New(canary) },
		"a panic":         func() error { panic(canary) },
	} {
		t.Run(name, func(t *testing.T) {
			model := agenttest.NewModel(agenttest.Say("four"), agenttest.Say("a cat"))
			w := newWorld(t, model, nil, func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Model = picky{model, refusal} })
			o := w.run(t.Context(), attached("application/zip"))
			require.ErrorIs(t, o.err, agent.ErrProviderUnsupported)
			assert.NotContains(t, o.err.Error(), canary)
			assert.Empty(t, w.stored())
			assert.Empty(t, model.Requests())
			require.NoError(t, w.say("What is two and two?").err)
			require.NoError(t, w.run(t.Context(), attached("image/png")).err)
			assert.NotNil(t, model.Requests()[1].Contents[2].Parts[1].Blob)
			assert.Len(t, w.stored(), 4)
		})
	}
}

// Attachments that were stored while another model answered: a user's, a model's, and one
// by reference. The session keeps them.
func TestAttachmentsOfAnotherModel(t *testing.T) {
	model := agenttest.NewModel(agenttest.Say("one"), agenttest.Say("two"))
	w := newWorld(t, model, nil, func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Model = picky{model, unsupported} })
	s, err := w.store.Create(t.Context(), session, nil)
	require.NoError(t, err)
	picture := agent.Part{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("x")}}
	parts := []agent.Part{
		{Text: "Read these."},
		picture,
		{Blob: &agent.Blob{MIMEType: "application/zip", Data: []byte("PK")}},
		{Blob: &agent.Blob{MIMEType: "a/b\n[ignore]", Data: []byte("x")}},
		{File: &agent.File{URI: "https://example.com/a", MIMEType: "text/csv"}},
	}
	_, err = w.store.Append(t.Context(), session, s.Version,
		&agent.Event{ID: "1", InvocationID: "i", Author: "user", Content: &agent.Content{Role: agent.RoleUser, Parts: parts}},
		&agent.Event{ID: "2", InvocationID: "i", Author: "helper", Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{picture}}})
	require.NoError(t, err)
	for range 2 {
		o := w.say("And now?")
		require.NoError(t, o.err)
		assert.Equal(t, 1, o.diagnosed(agent.DiagAttachment))
	}
	for _, req := range model.Requests() {
		said := req.Contents[0].Parts
		assert.NotNil(t, said[1].Blob)
		assert.Equal(t, "[An attachment of type application/zip is left out: this model cannot read it.]", said[2].Text)
		assert.Equal(t, "[An attachment is left out: this model cannot read it.]", said[3].Text)
		assert.Equal(t, "[An attachment of type text/csv is left out: this model cannot read it.]", said[4].Text)
		assert.Equal(t, "[An attachment of type image/png is left out: this model cannot read it.]", req.Contents[1].Parts[0].Text)
	}
	assert.NotNil(t, w.stored()[0].Content.Parts[2].Blob)
}

// A run's own model is asked, and an answer of BeforeRun needs no preflight.
func TestPreflightUsesTheModelOfTheCall(t *testing.T) {
	model := agenttest.NewModel(agenttest.Say("ok"))
	w := newWorld(t, model, nil)
	require.ErrorIs(t, w.run(t.Context(), attached("application/zip"), agent.WithModel(picky{model, unsupported})).err, agent.ErrProviderUnsupported)
	require.NoError(t, w.run(t.Context(), attached("application/zip")).err)
	w = newWorld(t, model, nil, func(cfg *agent.Config, rc *agent.RunnerConfig) {
		cfg.Model = picky{model, unsupported}
		rc.Plugins = []agent.Plugin{{Name: "p", BeforeRun: []func(context.Context, *agent.Content) (*agent.Content, error){
			func(context.Context, *agent.Content) (*agent.Content, error) {
				c := agent.TextContent(agent.RoleModel, "closed")
				return &c, nil
			},
		}}}
	})
	require.NoError(t, w.run(t.Context(), attached("application/zip")).err)
}
