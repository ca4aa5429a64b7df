package mongoadapter

import "github.com/errand-go/errand/adapter/shape"

// Foreign are types that replace the driver's.
type Foreign struct{ Driver, Bulk, ClientBulk, Selection, Connection, Pool shape.Type }

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(f Foreign) (restore func()) {
	before := mongo
	mongo = mongo.Imitate(driverError, f.Driver).Imitate(bulkError, f.Bulk).Imitate(clientBulk, f.ClientBulk).
		Imitate(selection, f.Selection).Imitate(connection, f.Connection).Imitate(poolTimeout, f.Pool)
	return func() { mongo = before }
}

// Numbers maps names to codes. Of several, it has the last.
func Numbers() map[string]int {
	all := map[string]int{}
	for _, n := range numbers {
		all[n.name] = n.number
	}
	return all
}
