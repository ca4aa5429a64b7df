package testenv_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/errand-go/errand/conformance/testenv"
)

func ExampleCommand() {
	var t testing.TB = &recorder{} // in a test, the test's own t

	server := testenv.Command(t, "go", "golang-go")
	fmt.Println(filepath.Base(server))
	// Output: go
}
