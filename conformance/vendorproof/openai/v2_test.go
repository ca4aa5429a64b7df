package openai_test

import (
	"context"
	"net/http"

	openai "github.com/openai/openai-go/v2"
	"github.com/openai/openai-go/v2/option"

	"github.com/errand-go/errand/conformance/faults"
)

// v2 is the client of openai-go/v2.
type v2 struct{}

func (v2) client(hc *http.Client, url string) (openai.Client, openai.ChatCompletionNewParams) {
	client := openai.NewClient(
		option.WithBaseURL(url+"/v1"), option.WithHTTPClient(hc), option.WithMaxRetries(0),
		option.WithAPIKey(faults.CredentialAPIKey), option.WithOrganization(organization), option.WithProject(project),
		option.WithQuery("api-key", faults.CredentialQuery),
	)
	return client, openai.ChatCompletionNewParams{
		Model:    faults.CanaryResource,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(faults.CanaryUpload)},
	}
}

func (v v2) ask(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	_, err := c.Chat.Completions.New(ctx, params)
	return err
}

func (v v2) stream(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	s := c.Chat.Completions.NewStreaming(ctx, params)
	defer func() { _ = s.Close() }()
	for s.Next() {
	}
	return s.Err()
}
