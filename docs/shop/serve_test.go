package shop

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func ExampleServe() {
	runner := must(NewRunner(agenttest.NewModel(agenttest.Say("Hello!")), nil, agent.RunnerConfig{}))
	ln := must(net.Listen("tcp", "127.0.0.1:0"))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error)
	go func() { ended <- Serve(ctx, ln, runner) }()

	url := "http://" + ln.Addr().String()
	resp, err := http.Post(url+"/run", "application/json", strings.NewReader(
		`{"appName":"shop","userId":"ada","sessionId":"1","newMessage":{"parts":[{"text":"Hi"}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	events, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	_, content, _ := strings.Cut(string(events), `"content":`)
	content, _, _ = strings.Cut(content, `]}`)
	fmt.Println(resp.StatusCode, content+"]}", err)
	stop()
	fmt.Println(<-ended)
	// Output:
	// 200 {"role":"model","parts":[{"text":"Hello!"}]} <nil>
	// <nil>
}
