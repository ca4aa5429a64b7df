package codebook

import "strings"

// An Unknown is the error of a word that no vendor has.
type Unknown struct {
	// Vendor is the vendor that was named; "" for none.
	Vendor string
	// NoVendor says that nobody has that name, and There who there is.
	NoVendor bool
	There    []string
	// Word is the code.
	Word string
	// Near are words that may have been meant, and Numbers the vendors' codes that
	// have the word for a number.
	Near, Numbers []string
}

// Error says what is not known, and what may have been meant.
func (u *Unknown) Error() string {
	text := `"` + u.Word + `" is no code of a vendor`
	switch {
	case u.NoVendor:
		text = `no vendor with a table is called "` + u.Vendor + `"`
	case u.Vendor != "":
		text = u.Vendor + ` has no row for "` + u.Word + `", so that the status decides, or another word of the error`
	}
	switch {
	case len(u.Numbers) > 0:
		return text + "; did you mean " + strings.Join(u.Numbers, ", ") + "?"
	case len(u.Near) > 0:
		return text + "; did you mean " + strings.Join(u.Near, ", ") + "?"
	case u.NoVendor:
		return text + "; there are " + strings.Join(u.There, ", ")
	case u.Vendor != "":
		return text + "; errand explain " + u.Vendor + " lists them all"
	}
	return text
}
