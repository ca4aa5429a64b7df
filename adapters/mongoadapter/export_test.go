package mongoadapter

import "github.com/errand-go/errand/adapter/shape"

// Foreign are types that stand in for the driver's.
type Foreign struct{ Driver, Bulk, ClientBulk, Selection, Connection, Pool shape.Type }

// SetTypes replaces the driver's types and returns a function that puts them back.
func SetTypes(f Foreign) (restore func()) {
	before, set := Foreign{driverError, bulkError, clientBulk, selection, connection, poolTimeout}, types
	use := func(f Foreign) {
		driverError, bulkError, clientBulk, selection, connection, poolTimeout = f.Driver, f.Bulk, f.ClientBulk, f.Selection, f.Connection, f.Pool
	}
	use(f)
	types = shape.NewSet(driverError, bulkError, clientBulk, selection, connection, poolTimeout)
	return func() {
		use(before)
		types = set
	}
}

// Texts are the texts that are matched for want of a type, and their codes.
func Texts() map[string]string { return texts }

// Numbers are the codes by their names: the last of several.
func Numbers() map[string]int {
	all := map[string]int{}
	for _, n := range numbers {
		all[n.name] = n.code
	}
	return all
}
