package openai_test

import (
	"context"
	"net/http"

	openai1 "github.com/openai/openai-go"
	option1 "github.com/openai/openai-go/option"
	openai3 "github.com/openai/openai-go/v3"
	option3 "github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/conformance/faults"
)

// v1 and v3 are the clients of the first and the newest major of openai-go.
type (
	v1 struct{}
	v3 struct{}
)

func (v1) client(hc *http.Client, url string) (openai1.Client, openai1.ChatCompletionNewParams) {
	client := openai1.NewClient(
		option1.WithBaseURL(url+"/v1"), option1.WithHTTPClient(hc), option1.WithMaxRetries(0),
		option1.WithAPIKey(faults.CredentialAPIKey), option1.WithOrganization(organization), option1.WithProject(project),
		option1.WithQuery("api-key", faults.CredentialQuery),
	)
	return client, openai1.ChatCompletionNewParams{
		Model:    faults.CanaryResource,
		Messages: []openai1.ChatCompletionMessageParamUnion{openai1.UserMessage(faults.CanaryUpload)},
	}
}

func (v v1) ask(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	return failure(c.Chat.Completions.New(ctx, params))
}

func (v v1) stream(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	return drain(c.Chat.Completions.NewStreaming(ctx, params))
}

func (v3) client(hc *http.Client, url string) (openai3.Client, openai3.ChatCompletionNewParams) {
	client := openai3.NewClient(
		option3.WithBaseURL(url+"/v1"), option3.WithHTTPClient(hc), option3.WithMaxRetries(0),
		option3.WithAPIKey(faults.CredentialAPIKey), option3.WithOrganization(organization), option3.WithProject(project),
		option3.WithQuery("api-key", faults.CredentialQuery),
	)
	return client, openai3.ChatCompletionNewParams{
		Model:    faults.CanaryResource,
		Messages: []openai3.ChatCompletionMessageParamUnion{openai3.UserMessage(faults.CanaryUpload)},
	}
}

func (v v3) ask(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	return failure(c.Chat.Completions.New(ctx, params))
}

func (v v3) stream(ctx context.Context, hc *http.Client, url string) error {
	c, params := v.client(hc, url)
	return drain(c.Chat.Completions.NewStreaming(ctx, params))
}

// drain reads a stream to its end.
func drain(s interface {
	Next() bool
	Err() error
	Close() error
},
) error {
	defer func() { _ = s.Close() }()
	for s.Next() {
	}
	return s.Err()
}

// failure returns the error of a call and drops its result.
func failure[Value any](_ Value, err error) error { return err }
