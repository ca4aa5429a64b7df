package shop

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/errand-go/errand/agent"
)

func ExampleModel() {
	answers := []string{
		`{"stop":"calls","calls":[{"id":"c1","tool":"find_order","json":{"order":"A-1042"}}]}`,
		`{"stop":"end","text":"It is paid."}`,
	}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, answers[0])
		answers = answers[1:]
	}))
	defer provider.Close()
	server := service()
	defer server.Close()
	model := Model{URL: provider.URL, Key: "k", HTTP: provider.Client()}
	runner := must(NewRunner(model, Service{URL: server.URL, HTTP: server.Client()}.Tools(), agent.RunnerConfig{}))
	talk(runner, agent.Say("Is order A-1042 paid?"))
	// Output:
	// call    find_order {"order":"A-1042"}
	// ok      {"success":true,"error":null,"id":"A-1042","cents":4999,"state":"paid"}
	// answer  It is paid.
}
