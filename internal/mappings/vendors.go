package mappings

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/slackadapter"
)

const module = "github.com/errand-go/errand/"

// A vendorPackage is a package of adapters with tables.
type vendorPackage struct {
	path     string // below the module: "adapters/slackadapter"
	adapters []adapter.Adapter
}

// word is the package's name without its ending: "slack".
func (p vendorPackage) word() string { return strings.TrimSuffix(path.Base(p.path), "adapter") }

func (p vendorPackage) display() string {
	var names []string
	for _, a := range p.adapters {
		name := tableOf(a).Display()
		if name == strings.ToLower(name) { // otherwise the spelling is deliberate, as in gRPC
			name = capital(name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// tableOf returns the table of an adapter that has one.
func tableOf(a adapter.Adapter) adapter.Table {
	tabled, _ := adapter.As[adapter.Tabled](a)
	return tabled.Table()
}

// packages returns the packages of the adapters, in the order in which a chain calls them.
func packages(all []adapter.Adapter) []vendorPackage {
	var found []vendorPackage
	for _, a := range all {
		if _, ok := adapter.As[adapter.Tabled](a); !ok {
			continue
		}
		at := strings.TrimPrefix(reflect.TypeOf(a).PkgPath(), module)
		i := slices.IndexFunc(found, func(p vendorPackage) bool { return p.path == at })
		if i < 0 {
			i, found = len(found), append(found, vendorPackage{path: at})
		}
		found[i].adapters = append(found[i].adapters, a)
	}
	return found
}

// Vendors returns the page about the vendors. It reads the sources of the adapters, and the
// SDKs that their proofs require, below root, the repository's folder.
func Vendors(root string) (string, error) { return vendorsOf(root, adapters.All()) }

func vendorsOf(root string, all []adapter.Adapter) (string, error) {
	proofs, err := readProofs(filepath.Join(root, "proof"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	missing, _ := tableOf(slackadapter.Adapter{}).Lookup("missing_scope")
	fmt.Fprintf(&b, vendorsIntroduction, missing.Error(errors.New(missing.VendorCode)).Payload())
	var sections strings.Builder
	b.WriteString("| vendor | adapters | codes |\n|---|---|---|\n")
	for _, p := range packages(all) {
		src, err := readSource(filepath.Join(root, filepath.FromSlash(p.path)))
		if err != nil {
			return "", err
		}
		var codes []string
		for _, a := range p.adapters {
			codes = append(codes, fmt.Sprintf("[%d](mappings.md#%s)", len(tableOf(a).Rows()), anchor(tableOf(a))))
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", p.display(), path.Base(p.path), p.names(), strings.Join(codes, ", "))
		p.section(&sections, src, proofs.of(p, src))
	}
	b.WriteString(sections.String())
	return b.String(), nil
}

const vendorsIntroduction = `# The vendors

Rendered from the adapters, their sources and the requirements of their proofs by ` + "`go test ./internal/mappings -update`" + `; a test fails when this page is stale.

For each vendor, this page lists the errors that are recognised, and the clients that tests drive against servers. [mappings.md](mappings.md) has the meaning of each
code, with its source; ` + "`errand explain slack:missing_scope`" + ` prints it. This is what a model reads about that code:

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

// names returns the expressions that a program registers.
func (p vendorPackage) names() string {
	var names []string
	for _, a := range p.adapters {
		names = append(names, fmt.Sprintf("`%s` (`%s`)", strings.TrimPrefix(fmt.Sprintf("%T", a), "*"), a.Slug()))
	}
	return strings.Join(names, ", ")
}

func (p vendorPackage) section(b *strings.Builder, src source, driven []string) {
	fmt.Fprintf(b, "\n<a id=%q></a>\n\n## %s\n\n%s\n", path.Base(p.path), p.display(), src.doc)
	if len(src.types) > 0 {
		fmt.Fprintf(b, "\nTypes: %s.\n", strings.Join(src.types, "; "))
	}
	if len(driven) > 0 {
		fmt.Fprintf(b, "\nDriven: %s.\n", strings.Join(driven, ", "))
	} else {
		b.WriteString("\nDriven: no client; the tests make errors with the same fields.\n")
	}
}

// anchor returns the anchor of a table in mappings.md.
func anchor(t adapter.Table) string {
	return strings.ReplaceAll(strings.ToLower(t.Display()), " ", "-") + "-" + t.Slug()
}
