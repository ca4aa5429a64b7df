// Package outcomes_test tests the idempotency keys of stripe-go and aws-sdk-go-v2, with their
// own mechanism and with errand's, in errand's loop: a service loses its first answers.
package outcomes_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v84"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// A ledger carries out each key once, and loses the first answers.
type ledger struct {
	mu   sync.Mutex
	lose int
	keys []string // of the requests
	made map[string]bool
}

func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var body struct{ ClientRequestToken string }
	_ = json.Unmarshal(raw, &body) // Stripe's is a form
	key := r.Header.Get("Idempotency-Key") + body.ClientRequestToken
	l.mu.Lock()
	l.keys = append(l.keys, key)
	l.made[key] = true
	lost := len(l.keys) <= l.lose
	l.mu.Unlock()
	if lost {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	_, _ = io.WriteString(w, `{}`)
}

// A vendor makes one payment with its SDK. key is errand's; "" lets the SDK make its own.
type vendor func(ctx context.Context, client *http.Client, url, key string, retries int) error

func viaStripe(ctx context.Context, client *http.Client, url, key string, retries int) error {
	b := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: stripe.String(url), HTTPClient: client, MaxNetworkRetries: new(int64(retries)), LeveledLogger: &stripe.LeveledLogger{},
	})
	params := &stripe.ChargeParams{Params: stripe.Params{Context: ctx}}
	if key != "" {
		params.SetIdempotencyKey(key)
	}
	return b.Call(http.MethodPost, "/v1/charges", "sk_test_1", params, &stripe.Charge{})
}

func viaAWS(ctx context.Context, client *http.Client, url, key string, retries int) error {
	c := dynamodb.New(dynamodb.Options{
		Region: "eu-west-1", BaseEndpoint: aws.String(url), HTTPClient: client, RetryMaxAttempts: retries + 1,
		Credentials: credentials.NewStaticCredentialsProvider("id", "secret", ""),
	})
	in := &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Delete: &types.Delete{
		TableName: aws.String("t"), Key: map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: "1"}},
	}}}}
	if key != "" {
		in.ClientRequestToken = aws.String(key)
	}
	_, err := c.TransactWriteItems(ctx, in)
	return err
}

func TestKeysOfSDKs(t *testing.T) {
	for name, tt := range map[string]struct {
		pay  vendor
		rule httpadapter.KeyRule
	}{
		"stripe-go":     {viaStripe, httpadapter.KeyRule{Header: "Idempotency-Key", Valid: 24 * time.Hour}},
		"aws-sdk-go-v2": {viaAWS, httpadapter.KeyRule{Valid: 10 * time.Minute}},
	} {
		for way, w := range map[string]struct {
			keyed   bool
			retries int // of the SDK
			lost    int
			sends   int
			success bool
		}{
			"its own key and retries":         {false, 2, 1, 2, true},
			"errand's key, the SDK's retries": {true, 2, 1, 2, true},
			"errand's key and retries":        {true, 0, 1, 2, true},
			"errand's key, both retry":        {true, 1, 2, 3, true},
			"its own key, errand's retries":   {false, 0, 1, 1, false}, // another attempt would have another key
		} {
			if tt.rule.Header == "" && w.keyed && w.retries < w.lost {
				continue // the body of the SDK's requests cannot be read twice, so the loop does not retry
			}
			t.Run(name+", "+way, func(t *testing.T) {
				l := &ledger{lose: w.lost, made: map[string]bool{}}
				web := httptest.NewServer(l)
				defer web.Close()
				tt.rule.Host = strings.TrimPrefix(web.URL, "http://")
				client := &http.Client{Transport: httpadapter.Transport{Keys: httpadapter.NewKeys(tt.rule)}}
				tool := agent.NewTool("pay", "Pays.", func(ctx context.Context, _ struct{}) (string, error) {
					key := ""
					if w.keyed {
						key = adapter.CallKey(ctx)
					}
					return "paid", tt.pay(ctx, client, web.URL, key, w.retries)
				}, agent.HTTPOnly())
				got := agenttest.Run(t.Context(), t, agent.Config{
					Name: "payer", Adapters: adapters.Default(), Tools: []agent.Tool{tool},
					Model: agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("Done.")),
				}, agent.Say("Pay."))
				require.NoError(t, got.Err)
				for _, e := range got.Events {
					for _, r := range e.FunctionResponses() {
						assert.Equal(t, w.success, !r.IsError, string(r.Response))
					}
				}
				assert.Len(t, l.keys, w.sends)
				assert.Len(t, l.made, 1, "one payment")
				for _, key := range l.keys {
					assert.Equal(t, l.keys[0], key, "the same key on every attempt")
				}
			})
		}
	}
}
