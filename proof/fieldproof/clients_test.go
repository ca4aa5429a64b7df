package fieldproof_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/cloudflare/cloudflare-go"
	"github.com/cloudflare/cloudflare-go/v6/dns"
	"github.com/cloudflare/cloudflare-go/v6/option"
	"github.com/digitalocean/godo"
	"github.com/dnsimple/dnsimple-go/dnsimple"
	telegram "github.com/go-telegram-bot-api/telegram-bot-api/v5"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/gophercloud/gophercloud/v2"
	"github.com/hetznercloud/hcloud-go/v2/hcloud"
	influxdb "github.com/influxdata/influxdb-client-go/v2"
	"github.com/ktrysmt/go-bitbucket"
	"github.com/mailgun/mailgun-go/v4"
	ollama "github.com/ollama/ollama/api"
	hydra "github.com/ory/hydra-client-go/v2"
	"github.com/ovh/go-ovh/ovh"
	"github.com/resend/resend-go/v2"
	"github.com/sashabaranov/go-openai"
	"github.com/zmb3/spotify/v2"
	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// what is the data that an error keeps besides the status.
type what int

const (
	wait what = 1 << iota // how long to wait
	path                  // the request's URL
	id                    // the request's id
)

// A client is an SDK without an adapter.
type client struct {
	name  string
	keeps what
	body  string // of a refusal: %s is the server's text, %d the status, %w the wait
	call  func(ctx context.Context, hc *http.Client, base string) error

	// line are the statuses whose errors have only the text of a status line.
	line []int
	// text are the statuses that are only in texts or sentinels, which are not read.
	text []int
	// bare are the statuses of which an error keeps only the name of its type.
	bare []int
	// detached is true if the call has no context, so that it is not recorded.
	detached bool
	// owner is the slug of the adapter that is more exact about the client's errors
	// than httpadapter, whose reading of the fields is checked too; "" for none.
	owner string
}

const message = `{"message":"%s","code":"%s","error":"%s"}`

var clients = []client{
	{
		name: "sashabaranov/go-openai", owner: "_openai", body: `{"error":{"message":"%s","code":"%s","type":"x"}}`, call: listModels,
	},
	{
		name: "sashabaranov/go-openai, without JSON", owner: "_openai", body: `<html>%s</html>`, call: listModels,
	},
	{
		name: "gitlab client-go", owner: "_gitlab", keeps: wait | path, body: message, line: []int{http.StatusNotFound},
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c, err := gitlab.NewClient("t", gitlab.WithBaseURL(base), gitlab.WithHTTPClient(hc), gitlab.WithoutRetries())
			if err != nil {
				return err
			}
			_, _, err = c.Projects.GetProject("p", nil, gitlab.WithContext(ctx))
			return err
		},
	},
	{
		name: "discordgo", owner: "_discord", keeps: wait | path, body: `{"message":"%s","code":50001,"retry_after":%w}`, bare: []int{http.StatusTooManyRequests},
		call: func(ctx context.Context, hc *http.Client, _ string) error {
			s, err := discordgo.New("Bot t")
			if err != nil {
				return err
			}
			s.Client, s.ShouldRetryOnRateLimit, s.MaxRestRetries = hc, false, 0
			return failure(s.User("1", discordgo.WithContext(ctx)))
		},
	},
	{
		name: "godo", keeps: wait | path | id, body: `{"message":"%s","id":"%s","request_id":"r-1"}`,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c, err := godo.New(hc, godo.SetBaseURL(base))
			if err != nil {
				return err
			}
			_, _, err = c.Account.Get(ctx)
			return err
		},
	},
	{
		name: "go-containerregistry", keeps: path, body: `{"errors":[{"code":"X","message":"%s"}]}`,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			registry, err := name.NewRegistry(strings.TrimPrefix(base, "http://"), name.Insecure)
			if err != nil {
				return err
			}
			return failure(remote.Catalog(ctx, registry, remote.WithTransport(afterPing{hc.Transport}),
				remote.WithRetryStatusCodes(), remote.WithRetryPredicate(func(error) bool { return false })))
		},
	},
	{
		name: "ollama", body: message,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			u, err := url.Parse(base)
			if err != nil {
				return err
			}
			return failure(ollama.NewClient(u, hc).List(ctx))
		},
	},
	{
		name: "cloudflare-go", owner: "_cloudflare", body: `{"success":false,"errors":[{"code":1003,"message":"%s"}]}`, text: []int{429, 500, 503},
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c, err := cloudflare.NewWithAPIToken("t", cloudflare.BaseURL(base), cloudflare.HTTPClient(hc), cloudflare.UsingRetryPolicy(0, 0, 0))
			if err != nil {
				return err
			}
			return failure(c.UserDetails(ctx))
		},
	},
	{
		name: "cloudflare-go v6", owner: "_cloudflare", keeps: wait | path, body: `{"success":false,"errors":[{"code":1003,"message":"%s"}]}`,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			records := dns.NewRecordService(option.WithBaseURL(base), option.WithHTTPClient(hc), option.WithAPIToken("t"), option.WithMaxRetries(0))
			var zone dns.RecordGetParams
			zone.ZoneID.Value, zone.ZoneID.Present = "z", true
			return failure(records.Get(ctx, "r", zone))
		},
	},
	{
		name: "telegram-bot-api", keeps: wait, body: `{"ok":false,"error_code":%d,"description":"%s","parameters":{"retry_after":%w}}`,
		call: func(_ context.Context, hc *http.Client, base string) error {
			return failure(telegram.NewBotAPIWithClient("t", base+"/bot%s/%s", hc))
		},
	},

	{
		name: "resend-go", keeps: wait, body: message, text: []int{401, 404, 409, 422, 500, 503}, bare: []int{http.StatusTooManyRequests},
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c := resend.NewCustomClient(hc, "k")
			c.BaseURL, _ = url.Parse(base)
			return failure(c.Emails.GetWithContext(ctx, "1"))
		},
	},
	{
		name: "dnsimple-go", keeps: wait | path, body: message,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c := dnsimple.NewClient(hc)
			c.BaseURL = base
			return failure(c.Identity.Whoami())
		},
	},
	{
		name: "spotify", body: `{"error":{"status":%d,"message":"%s"}}`,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			return failure(spotify.New(hc, spotify.WithBaseURL(base+"/")).CurrentUser(ctx))
		},
	},
	{
		name: "influxdb-client-go", keeps: wait, body: message,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c := influxdb.NewClientWithOptions(base, "t", influxdb.DefaultOptions().SetHTTPClient(hc))
			return failure(c.QueryAPI("o").QueryRaw(ctx, "q", nil))
		},
	},
	{
		name: "go-ovh", keeps: id, body: message,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c, err := ovh.NewClient(base, "k", "s", "c")
			if err != nil {
				return err
			}
			c.Client = hc
			return c.GetUnAuthWithContext(ctx, "/me", nil)
		},
	},
	{
		name: "gophercloud", keeps: wait | path, body: message,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c := &gophercloud.ProviderClient{HTTPClient: *hc}
			return failure(c.Request(ctx, http.MethodGet, base+"/servers", &gophercloud.RequestOpts{}))
		},
	},
	{
		name: "mailgun-go", keeps: path, body: message,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c := mailgun.NewMailgun("d", "k")
			c.SetAPIBase(base + "/v3")
			c.SetClient(hc)
			return failure(c.GetDomain(ctx, "d"))
		},
	},
	{
		name: "go-bitbucket", detached: true, body: message,
		call: func(_ context.Context, hc *http.Client, base string) error {
			c := bitbucket.NewBasicAuth("u", "p")
			u, err := url.Parse(base)
			if err != nil {
				return err
			}
			c.HttpClient = hc
			c.SetApiBaseURL(*u)
			return failure(c.User.Profile())
		},
	},
	{
		name: "hcloud-go", keeps: wait, body: `{"error":{"code":"x","message":"%s"}}`,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			c := hcloud.NewClient(hcloud.WithEndpoint(base), hcloud.WithToken("t"), hcloud.WithHTTPClient(hc), hcloud.WithRetryOpts(hcloud.RetryOpts{}))
			_, _, err := c.Server.GetByID(ctx, 1)
			return err
		},
	},
	{
		name: "ory/hydra-client-go, of OpenAPI Generator", body: `{"error":"%s","error_description":"%s"}`,
		call: func(ctx context.Context, hc *http.Client, base string) error {
			config := hydra.NewConfiguration()
			config.Servers, config.HTTPClient = hydra.ServerConfigurations{{URL: base}}, hc
			_, _, err := hydra.NewAPIClient(config).OAuth2API.GetOAuth2Client(ctx, "1").Execute()
			return err
		},
	},
}

func listModels(ctx context.Context, hc *http.Client, base string) error {
	config := openai.DefaultConfig("k")
	config.BaseURL, config.HTTPClient = base, hc
	return failure(openai.NewClientWithConfig(config).ListModels(ctx))
}

// failure returns the error of a call and drops its result.
func failure[Value any](_ Value, err error) error { return err }

// afterPing answers the ping of a registry's client, which is another exchange.
type afterPing struct{ base http.RoundTripper }

func (a afterPing) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/v2/" {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	}
	return a.base.RoundTrip(r)
}
