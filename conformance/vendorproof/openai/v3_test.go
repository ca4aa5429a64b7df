package openai_test

import (
	"context"
	"net/http"

	openai "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/conformance/faults"
)

// v3 is the client of openai-go/v3.
type v3 struct{}

func (v3) client(hc *http.Client, url string) (openai.Client, openai.ChatCompletionNewParams) {
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

func (v v3) ask(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	_, err := c.Chat.Completions.New(ctx, params)
	return err
}

func (v v3) stream(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	s := c.Chat.Completions.NewStreaming(ctx, params)
	defer func() { _ = s.Close() }()
	for s.Next() {
	}
	return s.Err()
}
