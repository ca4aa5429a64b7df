package stdadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/toolerr"
)

// A tool reads files. The model learns that the file is missing, but not where the tool
// looked.
func ExampleAdapter() {
	root, _ := os.OpenRoot(os.TempDir())
	defer root.Close()
	read := adapter.Wrap(func(_ context.Context, name string) (string, error) {
		text, err := root.ReadFile(name)
		return string(text), err
	}, adapter.NewChain(stdadapter.Adapter{}))

	_, err := read(context.Background(), filepath.Join("reports", "2026", "salaries.csv"))
	fmt.Println(toolerr.Result(nil, err))
	_, err = read(context.Background(), "../etc/passwd")
	fmt.Println(err)
	// Output:
	// {"success":false,"error":"A file or directory does not exist.","error_code":"not_found","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false,"service":"_std","vendor_code":"file_not_found","hint":"Check the path. List the directory that should contain it, if there is a way to."}
	// A path leads out of the directory that the tool works in.
}

// For invalid input, the model learns the position of the fault, but not the input.
func ExampleAdapter_input() {
	var order struct{ Amount int }
	err := json.Unmarshal([]byte(`{"amount": "four hundred"}`), &order)

	te := stdadapter.Adapter{DecodesInput: true}.FromError(err)
	fmt.Println(te)
	fmt.Println(te.Hint())
	// Output:
	// JSON that the tool read does not fit: a whole number in range belongs before byte 25.
	// Correct it and call the tool again.
}
