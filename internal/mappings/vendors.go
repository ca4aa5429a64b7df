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
	"github.com/errand-go/errand/toolerr"
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
	proofs, err := readProofs(filepath.Join(root, "conformance"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(vendorsIntroduction)
	var sections strings.Builder
	b.WriteString("| vendor | adapters | codes | driven |\n|---|---|---|---|\n")
	for _, p := range packages(all) {
		src, err := readSource(filepath.Join(root, filepath.FromSlash(p.path)))
		if err != nil {
			return "", err
		}
		driven := proofs.of(p, src)
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %d | %s |\n", p.display(), path.Base(p.path), p.names(), p.codes(), brief(driven))
		p.section(&sections, src, driven)
	}
	b.WriteString(sections.String())
	return b.String(), nil
}

const vendorsIntroduction = `# The vendors

Rendered from the adapters, their sources and the requirements of their proofs by ` + "`go test ./internal/mappings -update`" + `; a test fails when this page is stale.

For each vendor, this page lists the errors that are recognised, what an agent and a program get from them, and the clients that tests drive against servers.
[mappings.md](mappings.md) has the meaning of each code, with its source; ` + "`errand explain slack:missing_scope`" + ` prints it for one code.

For every vendor:

- The agent reads a message of errand's, ` + "`kind`, `can_retry`" + ` and the other values that [mappings.md](mappings.md) has for the kind. ` + "`service`" + ` is the adapter's slug.
  It reads the vendor's code as ` + "`vendor_code`" + ` if the table lists it, and no other text of the vendor's.
- A program switches on the kind or its class, ` + "`errors.Is(err, toolerr.KindUpstreamNotFound)`" + `, or on the code if the kind is not precise enough:
  ` + "`te.VendorCode()`" + ` is a code that the table lists, ` + "`te.Extra().VendorCode`" + ` the code that the vendor sent. ` + "`te.Extra().Service`" + ` is the slug.
- If the table does not list a code, the status or another field of the error decides.
- Errors of the network and of HTTP that no vendor's adapter recognises are ` + "`httpadapter`" + `'s. So are those of other clients that keep the HTTP
  status in a method or a field, as most do: [mappings.md](mappings.md#clients-without-an-adapter) lists the fields, and the clients that tests drive.
- PagerDuty, DigitalOcean (godo), Buildkite, Meilisearch, Ollama, container registries, Telegram, DNSimple, Spotify, InfluxDB, OVH, OpenStack (gophercloud),
  Mailgun, Tailscale, Mastodon, PayPal, Mailjet, LINE, Bitbucket, Hetzner and Ory have no adapter: their clients keep the status, and some the wait.
  They are read as ` + "`_http`" + `: kind, retry advice and status are those of the response, for 401, 404, 409, 422, 429, 500 and 503 alike (` + "`conformance/fieldproof`" + `).
  resend-go keeps some statuses in a text alone, which is not read:
  put ` + "`httpadapter.Transport`" + ` under the client. Loki has no client that keeps more than a text; its plain responses are read by status, and its parse errors as findings.

`

// names returns the expressions that a program registers.
func (p vendorPackage) names() string {
	var names []string
	for _, a := range p.adapters {
		names = append(names, fmt.Sprintf("`%s` (`%s`)", strings.TrimPrefix(fmt.Sprintf("%T", a), "*"), a.Slug()))
	}
	return strings.Join(names, ", ")
}

func (p vendorPackage) codes() int {
	n := 0
	for _, a := range p.adapters {
		n += len(tableOf(a).Rows())
	}
	return n
}

func (p vendorPackage) section(b *strings.Builder, src source, driven []string) {
	fmt.Fprintf(b, "\n<a id=%q></a>\n\n## %s\n\n%s\n", path.Base(p.path), p.display(), src.doc)
	if len(src.types) > 0 {
		fmt.Fprintf(b, "\nTypes recognised by name, whatever their major version: %s.\n", strings.Join(src.types, "; "))
	}
	if len(driven) > 0 {
		fmt.Fprintf(b, "\nDriven: %s.\n", strings.Join(driven, ", "))
	} else {
		b.WriteString("\nDriven: no client; the tests make errors with the same fields.\n")
	}
	for _, a := range p.adapters {
		table := tableOf(a)
		example := exampleOf(table)
		fmt.Fprintf(b, "\nWhat the model reads when `%s` recognises `%s`; the status is added if the client keeps it:\n\n```json\n%s\n```\n", a.Slug(), example.VendorCode, example.Error(errors.New(example.VendorCode)).Payload())
		fmt.Fprintf(b, "\nWhat a program can distinguish ([every code](mappings.md#%s)):\n\n| kind | can retry | needs a person | codes |\n|---|---|---|---|\n", anchor(table))
		for _, g := range groups(table) {
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", g.kind, yes(g.can), yes(g.person), few(g.codes))
		}
	}
}

// anchor returns the anchor of a table in mappings.md.
func anchor(t adapter.Table) string {
	return strings.ReplaceAll(strings.ToLower(t.Display()), " ", "-") + "-" + t.Slug()
}

// exampleOf returns the first row with more information than its kind.
func exampleOf(t adapter.Table) adapter.Row {
	for _, row := range t.Rows() {
		if !row.Hint.IsZero() {
			return row
		}
	}
	return t.Rows()[0]
}

// A group is the codes of a table with the same kind and advice.
type group struct {
	kind        toolerr.Kind
	can, person bool
	codes       []string
}

func groups(t adapter.Table) []group {
	var all []group
	for _, row := range t.Rows() {
		te := row.Error(errors.New(row.VendorCode))
		g := group{kind: te.Kind(), can: te.CanRetry(), person: te.RequiresUserAction()}
		i := slices.IndexFunc(all, func(h group) bool { return h.kind == g.kind && h.can == g.can && h.person == g.person })
		if i < 0 {
			i, all = len(all), append(all, g)
		}
		all[i].codes = append(all[i].codes, row.VendorCode)
	}
	return all
}

// few returns the first codes, and the number of the others.
func few(codes []string) string {
	const most = 5
	shown := codes
	if len(codes) > most+1 {
		shown = codes[:most]
	}
	text := "`" + strings.Join(shown, "`, `") + "`"
	if more := len(codes) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// brief returns modules without their hosts.
func brief(driven []string) string {
	const most = 4
	var all []string
	for i, d := range driven {
		if i == most && len(driven) > most+1 {
			all = append(all, fmt.Sprintf("%d more", len(driven)-most))
			break
		}
		name, version, _ := strings.Cut(strings.ReplaceAll(d, "`", ""), " ")
		all = append(all, shortModule(name)+" "+version)
	}
	return strings.Join(all, ", ")
}

// shortModule returns the end of a module's path, without its major version.
func shortModule(name string) string {
	name = withoutMajor(name)
	owner := path.Base(path.Dir(name))
	if owner == "." {
		return name
	}
	return owner + "/" + path.Base(name)
}
