package mappings

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
)

const module = "github.com/errand-go/errand/"

// Vendors returns the page about the vendors. It reads the documentation of the adapters'
// packages below root, the repository's folder.
func Vendors(root string) (string, error) {
	var b strings.Builder
	missing, _ := tableOf(slackadapter.Adapter{}).Lookup("missing_scope")
	fmt.Fprintf(&b, vendorsIntroduction, missing.Error(errors.New(missing.VendorCode)).Payload())
	for _, a := range adapters.All() {
		if _, ok := adapter.As[adapter.Tabled](a); !ok {
			continue
		}
		name, folder := fmt.Sprintf("%T", a), strings.TrimPrefix(reflect.TypeOf(a).PkgPath(), module)
		if _, ok := a.(*spec.Adapter); ok { // of a service without a client
			folder = "adapters/" + a.Slug()[1:] + "adapter"
			name = path.Base(folder) + ".Adapter"
		}
		doc, err := firstParagraph(filepath.Join(root, filepath.FromSlash(folder)))
		if err != nil {
			return "", err
		}
		t := tableOf(a)
		anchor := strings.NewReplacer(" ", "-", ".", "").Replace(strings.ToLower(t.Display())) + "-" + t.Slug()
		fmt.Fprintf(&b, "- %s: `%s` (`%s`, [%d codes](mappings.md#%s)) %s\n",
			t.Display(), name, a.Slug(), len(t.Rows()), anchor, doc)
	}
	return b.String(), nil
}

// tableOf returns the table of an adapter that has one.
func tableOf(a adapter.Adapter) adapter.Table {
	tabled, _ := adapter.As[adapter.Tabled](a)
	return tabled.Table()
}

// firstParagraph returns the first paragraph of the documentation of the package in a
// folder, which describes the recognised errors, without the package's name.
func firstParagraph(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return "", err
		}
		if text, ok := strings.CutPrefix(f.Doc.Text(), "Package "+f.Name.Name+" "); ok {
			text, _, _ = strings.Cut(text, "\n\n")
			return strings.Join(strings.Fields(text), " "), nil
		}
	}
	return "", fmt.Errorf("%s has no documentation", dir)
}

const vendorsIntroduction = `# The vendors

Rendered from the adapters and the documentation of their packages by ` + "`go test ./internal/mappings -update`" + `; a test fails when this page is stale.

For each vendor, this page lists the errors that are recognised. The tests in [proof](../proof/vendorproof) drive the clients against servers, in the versions of its
go.mod. [mappings.md](mappings.md) has the meaning of each code, with its source; ` + "`errand explain slack:missing_scope`" + ` prints it. This is what a model reads about that code:

` + "```json\n%s\n```" + `

- The agent reads a message of errand's, ` + "`kind`, `can_retry`" + ` and the other values that [mappings.md](mappings.md) has for the kind. ` + "`service`" + ` is the adapter's slug.
  It reads the vendor's code as ` + "`vendor_code`" + ` if the table lists it, and no other text of the vendor's.
- A program switches on the kind or its class, ` + "`errors.Is(err, toolerr.KindUpstreamNotFound)`" + `, or on the code:
  ` + "`te.VendorCode()`" + ` is a code that the table lists, ` + "`te.Extra().VendorCode`" + ` the code that the vendor sent.
- If the table does not list a code, the status or another field of the error decides.
- Types are recognised by their package and name, whatever their major version, without their SDK (AWS's by the interfaces of smithy-go). The documentation of each
  adapter's package lists what decides.
- Other clients are read by ` + "`httpadapter`" + `, as ` + "`_http`" + `, if they keep the HTTP status in a method or a field
  ([the fields](mappings.md#clients-without-an-adapter)). Tests drive those of PagerDuty, DigitalOcean (godo), Buildkite, Meilisearch, Ollama, container registries,
  Telegram, DNSimple, Spotify, InfluxDB, OVH, OpenStack (gophercloud), Mailgun, Tailscale, Mastodon, PayPal, Mailjet, LINE, Bitbucket, Hetzner and Ory. resend-go and
  clients of Loki keep some statuses in a text alone: put ` + "`httpadapter.Transport`" + ` under them.

`
