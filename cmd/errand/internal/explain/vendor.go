package explain

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A Vendor is an adapter that has a table, or a part of one.
type Vendor struct {
	adapter.Table
	// Name is the adapter's slug without its underscore, or another name for it.
	Name string
	rows []adapter.Row
}

// aliases are other names for adapters, by their slugs without the underscore.
var aliases = map[string]string{
	"sqlstate": "sql", "postgres": "sql", "postgresql": "sql", "mysql": "sql", "mariadb": "sql", "mssql": "sql", "sqlserver": "sql", "sqlite": "sql",
	"smtp": "std", "oauth": "oauth2", "gcp": "google", "azure": "microsoft", "entra": "microsoft", "claude": "anthropic", "valkey": "redis",
	"mongodb": "mongo", "k8s": "kubernetes", "elasticsearch": "elastic", "opensearch": "elastic",
}

// Vendors returns the adapters that have a table, in their order.
func (b Book) Vendors() []Vendor { return b.vendors }

// Rows returns the rows of the table.
func (v Vendor) Rows() []adapter.Row { return v.rows }

// Vendor returns the vendor with a name, in any letter case: a slug, with or without its
// underscore, or another name.
func (b Book) Vendor(name string) (Vendor, bool) {
	name = strings.TrimPrefix(normal(name), "_")
	for _, v := range b.Vendors() {
		if v.Name == cmp.Or(aliases[name], name) {
			v.Name = name
			return v, true
		}
	}
	return Vendor{}, false
}

// codes returns the entry of VENDOR:CODE, of a service, or of a code that any vendor has.
func (b Book) codes(word string) (found []Entry) {
	if e := b.service(word); e != nil {
		return []Entry{*e}
	}
	vendors := b.vendors
	if name, code, qualified := strings.Cut(word, ":"); qualified {
		if v, ok := b.Vendor(name); ok {
			vendors, word = []Vendor{v}, code
		}
	}
	for _, v := range vendors {
		if row, ok := v.find(word); ok {
			found = append(found, v.entry(row))
		}
	}
	return found
}

// find returns the row of a code, in any spelling.
func (v Vendor) find(code string) (adapter.Row, bool) {
	i := slices.IndexFunc(v.rows, func(row adapter.Row) bool { return row.VendorCode == code })
	if i < 0 {
		i = slices.IndexFunc(v.rows, func(row adapter.Row) bool { return letters(row.VendorCode) == letters(code) })
	}
	if i < 0 {
		return adapter.Row{}, false
	}
	return v.rows[i], true
}

var between = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// letters returns a code in lower case without the separators of words: DeadlineExceeded,
// as grpc-go prints it, is DEADLINE_EXCEEDED.
func letters(code string) string { return between.Replace(strings.ToLower(code)) }

func (v Vendor) entry(row adapter.Row) Entry {
	return Entry{Sort: SortVendor, Word: v.Slug()[1:] + ":" + row.VendorCode, Err: row.Error(errors.New(row.VendorCode)), Source: row.Source}
}

// service returns the entry of an adapter, by its slug or another name, and nil for none.
func (b Book) service(word string) *Entry {
	for _, a := range b.adapters {
		name := strings.TrimPrefix(normal(word), "_")
		if a.Slug() != "_"+cmp.Or(aliases[name], name) {
			continue
		}
		folder := reflect.TypeOf(a).PkgPath()
		if folder == "" { // a *spec.Adapter, of a service without a client
			folder = "github.com/errand-go/errand/adapters/" + a.Slug()[1:] + "adapter"
		}
		e := Entry{Sort: SortService, Word: a.Slug(), Facts: []Fact{{"means", "The adapter that recognised the error: " + folder + "."}}}
		v, ok := b.Vendor(name)
		if !ok {
			e.Facts = append(e.Facts, Fact{"codes", "none: the status or the Go error decides"})
			return &e
		}
		for _, k := range toolerr.Kinds() {
			for _, can := range []bool{true, false} {
				var codes []string
				for _, row := range v.Rows() {
					if row.Kind == k && row.CanRetry() == can {
						codes = append(codes, row.VendorCode)
					}
				}
				if len(codes) > 0 {
					e.Facts = append(e.Facts, Fact{"codes", fmt.Sprintf("%s, can_retry %t: %s", k, can, strings.Join(codes, ", "))})
				}
			}
		}
		return &e
	}
	return nil
}
