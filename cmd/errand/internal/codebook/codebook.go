// Package codebook explains the codes of vendors, from the tables of the adapters.
package codebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
)

// A Book has the tables of some adapters.
type Book struct{ vendors []Vendor }

// A Vendor is a table, or a part of one, and its name.
type Vendor struct {
	// Word is the adapter's slug without its underscore, "slack", or another
	// name for it, "smtp".
	Word string
	// Table is the whole table.
	Table adapter.Table

	other other
}

// New returns a Book of the adapters that have a table.
func New(all []adapter.Adapter) Book {
	var b Book
	for _, a := range all {
		if t, ok := adapter.As[adapter.Tabled](a); ok {
			b.vendors = append(b.vendors, Vendor{Word: short(a.Slug()), Table: t.Table()})
		}
	}
	return b
}

func short(slug string) string { return strings.TrimPrefix(slug, "_") }

// Vendors returns the vendors, in the order of their adapters.
func (b Book) Vendors() []Vendor { return slices.Clone(b.vendors) }

// Vendor returns the vendor with a name, in any letter case: a slug, with or without its
// underscore, or another name.
func (b Book) Vendor(name string) (Vendor, bool) {
	name = strings.ToLower(short(strings.TrimSpace(name)))
	for _, v := range b.vendors {
		if strings.EqualFold(v.Word, name) {
			return v, true
		}
	}
	o, ok := others[name]
	if !ok {
		return Vendor{}, false
	}
	for _, v := range b.vendors {
		if v.Table.Slug() == o.slug {
			return Vendor{Word: name, Table: v.Table, other: o}, true
		}
	}
	return Vendor{}, false
}

// names returns the names that [Book.Vendor] finds.
func (b Book) names() []string {
	var all []string
	for _, v := range b.vendors {
		all = append(all, v.Word)
	}
	for name, o := range others {
		if slices.ContainsFunc(b.vendors, func(v Vendor) bool { return v.Table.Slug() == o.slug }) {
			all = append(all, name)
		}
	}
	slices.Sort(all[len(b.vendors):])
	return all
}

// Find returns the entries of a word: of VENDOR:CODE; of a vendor, all its entries; of a
// code alone, one for every vendor that has it, possibly none. The error describes an
// invalid VENDOR:CODE.
func (b Book) Find(word string) ([]Entry, error) {
	word = strings.TrimSpace(word)
	if v, ok := b.Vendor(word); ok {
		return v.Entries(), nil
	}
	name, code, qualified := strings.Cut(word, ":")
	if found := b.everywhere(word); len(found) > 0 || !qualified {
		return found, nil
	}
	v, ok := b.Vendor(name)
	if !ok {
		names := b.names()
		return nil, fmt.Errorf("no vendor with a table is called %q; %s", name, lexicon.Offer(name, names, "there are "+strings.Join(names, ", ")))
	}
	code = strings.TrimSpace(code)
	if code == "" {
		return v.Entries(), nil
	}
	if e, ok := v.find(code); ok {
		return []Entry{e}, nil
	}
	return nil, fmt.Errorf("%s has no row for %q: the status decides, or another code of the error; %s",
		v.Word, code, lexicon.Offer(code, v.codes(), "errand explain "+v.Word+" lists its codes"))
}

// spellings compare the spellings of a code, the strictest first.
var spellings = []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold, sameLetters}

// sameLetters reports whether two codes differ only in case and in the separators of words:
// DeadlineExceeded, as grpc-go prints it, is DEADLINE_EXCEEDED.
func sameLetters(a, b string) bool {
	const between = "_-. "
	for {
		a, b = strings.TrimLeft(a, between), strings.TrimLeft(b, between)
		if a == "" || b == "" {
			return a == b
		}
		if a[0]|0x20 != b[0]|0x20 {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// everywhere returns all vendors' entries of a code: in the exact spelling, or else in
// another spelling, or else by another name. A number alone is not a name: it is an HTTP
// status.
func (b Book) everywhere(code string) []Entry {
	for _, same := range spellings {
		var found []Entry
		for _, v := range b.vendors {
			for _, row := range v.Table.Rows() {
				if same(row.VendorCode, code) {
					found = append(found, v.entry(row))
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	var named []Entry
	if _, err := strconv.Atoi(code); err != nil {
		for _, v := range b.vendors {
			if e, ok := v.alias(code); ok {
				named = append(named, e)
			}
		}
	}
	return named
}

// Words returns the names of the vendors and every code.
func (b Book) Words() []string {
	all := b.names()
	for _, v := range b.vendors {
		all = append(all, v.codes()...)
	}
	return all
}

// rows returns the rows of the part of the table.
func (v Vendor) rows() []adapter.Row {
	return slices.DeleteFunc(slices.Clone(v.Table.Rows()), func(r adapter.Row) bool { return !v.other.has(r.VendorCode) })
}

func (v Vendor) codes() []string {
	var all []string
	for _, row := range v.rows() {
		all = append(all, row.VendorCode)
	}
	return all
}

// find returns the entry of a code, in its exact or another spelling, or without the prefix
// of the part.
func (v Vendor) find(code string) (Entry, bool) {
	for _, same := range spellings {
		for _, row := range v.rows() {
			if same(row.VendorCode, code) || same(row.VendorCode, v.other.prefix+code) {
				return v.entry(row), true
			}
		}
	}
	if e, ok := v.alias(code); ok {
		return e, true
	}
	if v.other.class == nil {
		return Entry{}, false
	}
	return v.answering(v.other.class(strings.ToUpper(code)))
}

// answering returns the entry of a code whose row applies to another one.
func (v Vendor) answering(code string) (Entry, bool) {
	row, ok := v.Table.Lookup(code)
	if !ok {
		return Entry{}, false
	}
	e := v.entry(row)
	e.Means = "No row of its own: that of its class answers. " + e.Means
	return e, true
}

// alias returns the entry of a number, or of a name that the table does not have.
func (v Vendor) alias(code string) (Entry, bool) {
	for _, o := range []other{v.other, own[v.Table.Slug()]} {
		if row, ok := v.Table.Lookup(o.alias(code)); ok && v.other.has(row.VendorCode) {
			return v.entry(row), true
		}
		number, err := strconv.Atoi(code)
		if err != nil {
			continue
		}
		for _, word := range []string{o.numbered(number), o.prefix + code} {
			if row, ok := v.Table.Lookup(word); ok && v.other.has(row.VendorCode) {
				return v.entry(row), true
			}
		}
	}
	return Entry{}, false
}

// Numbered returns VENDOR:NUMBER for the vendors that have a code for the number.
func (b Book) Numbered(word string) []string {
	number, err := strconv.Atoi(strings.TrimSpace(word))
	if err != nil {
		return nil
	}
	var all []string
	for _, name := range b.names() {
		v, _ := b.Vendor(name)
		code := v.other.numbered(number)
		if v.other.slug == "" {
			code = own[v.Table.Slug()].numbered(number)
		}
		if _, known := v.Table.Lookup(code); known && name != "mariadb" {
			all = append(all, name+":"+strconv.Itoa(number))
		}
	}
	return all
}
