package openai_test

import (
	"context"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
)

func clientOf(hc *http.Client, url string) (openai.Client, openai.ChatCompletionNewParams) {
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

// ask asks one question, and waits for the answer.
func ask(ctx context.Context, hc *http.Client, url string) error {
	c, params := clientOf(hc, url)
	return failure(c.Chat.Completions.New(ctx, params))
}

// stream asks the same, and reads the answer as a stream.
func stream(ctx context.Context, hc *http.Client, url string) error {
	c, params := clientOf(hc, url)
	return drain(c.Chat.Completions.NewStreaming(ctx, params))
}

// calls are the client's two calls, which refuse alike before an answer begins.
var calls = map[string]proof.Call{"": ask, ", streaming": stream}

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
