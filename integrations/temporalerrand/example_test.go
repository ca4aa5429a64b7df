package temporalerrand_test

import (
	"context"
	"fmt"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

func ExampleGuard() {
	options := worker.Options{
		Interceptors: []interceptor.WorkerInterceptor{temporalerrand.Guard(adapters.Default())},
	}

	// A test of an activity takes the options of its worker.
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet{})
	env := suite.NewTestActivityEnvironment()
	env.SetWorkerOptions(options)
	env.RegisterActivityWithOptions(func(context.Context) error {
		return toolerr.Upstream(500, toolerr.Message{}, toolerr.WithDeveloperMessage("row 7: j.doe@example.com"))
	}, activity.RegisterOptions{Name: "charge"})
	_, err := env.ExecuteActivity("charge")
	fmt.Println(err)

	te := temporalerrand.FromError(err)
	fmt.Println(te.Kind(), te.Effect())
	// Output:
	// activity error (type: charge, scheduledEventID: 0, startedEventID: 0, identity: ): Upstream HTTP request failed with status code 500 (Internal Server Error). (type: errand.UPSTREAM_RUNTIME_SERVER_ERROR, retryable: false)
	// UPSTREAM_RUNTIME_SERVER_ERROR unknown
}
