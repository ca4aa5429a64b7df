package codebook

import "strings"

// Number returns the code of a number, by the name of a vendor or of a part of a table.
func Number(name string, number int) string {
	if o, ok := others[name]; ok && o.number != nil {
		return o.numbered(number)
	}
	return own["_"+strings.TrimSuffix(name, "db")].numbered(number)
}
