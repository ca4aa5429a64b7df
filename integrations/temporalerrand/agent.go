package temporalerrand

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/errand-go/errand/agent"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// Options describe how an [Agent] runs. The comment of each field names the meaning of its
// zero value.
type Options struct {
	// Name is the type of the workflow; "" means "errand." and the name of the root agent.
	// The activities have the same name with ".model", ".tool" and ".compact" added.
	Name string
	// Quick has the names of tools that run as local activities: in the process that runs
	// the workflow, without a task of their own. They must be read-only, because a local
	// activity runs again if its worker is lost.
	Quick []string
	// ModelTimeout limits one attempt of a model; 0 means 10 minutes.
	ModelTimeout time.Duration
	// Heartbeat is how long the server waits for a heartbeat of a worker that calls a model
	// or runs a tool, before it treats the worker as lost; 0 means 10 seconds.
	Heartbeat time.Duration
	// HistoryEvents is the number of events in the history after which a workflow continues
	// as a new workflow, between two runs; 0 means 2000. It also does so when the server
	// suggests it.
	HistoryEvents int
	// Idle is how long a session waits for an input before its workflow completes; 0 means
	// without limit.
	Idle time.Duration
	// PayloadBytes is the largest size of one payload in JSON; 0 means 2,000,000. Temporal's
	// server refuses more than 2 MB and ends the workflow. Therefore a run fails before it
	// sends a larger request, an update whose events are larger fails after its run, a larger
	// session does not continue as a new workflow, and the result of a larger session has no
	// events. A negative number means no limit, for a codec that compresses.
	PayloadBytes int
}

// An Agent runs an agent as a workflow, with one workflow for each session. Make it with
// [New], and register it with every worker of its task queue.
type Agent struct {
	cfg     agent.RunnerConfig
	runner  *agent.Runner // for the activities
	options Options
	limits  agent.Limits
	quick   map[string]bool
}

// New makes an agent of the configuration of a runner. cfg.Plugins and the callbacks of
// agents run as [agent.Engine] describes: in the activities, or in the workflow, where they
// must be deterministic.
//
// cfg.Limits hold, except that a zero WallClock means no limit, because a run may wait for
// its workers. ModelRetries and ToolRetries are those of the activities. cfg.Artifacts is
// for tools, and must be one store for all workers.
//
// New returns an error of agent.ErrConfig if cfg has a Store, a Confirmer, an Engine or a
// NewID, because sessions are kept in the history of the workflow, and calls that need
// approval wait for an input. It also does so if an agent has a Toolset, because a toolset
// may return something else in a replay.
func New(cfg agent.RunnerConfig, options Options) (*Agent, error) {
	if cfg.Store != nil || cfg.Confirmer != nil || cfg.Engine != nil || cfg.NewID != nil {
		return nil, fmt.Errorf("temporalerrand: Store, Confirmer, Engine and NewID cannot be set: %w", agent.ErrConfig)
	}
	runner, err := agent.NewRunner(cfg)
	if err != nil {
		return nil, err
	}
	inWorkflow := cfg
	inWorkflow.Engine = &engine{}
	if _, err := agent.NewRunner(inWorkflow); err != nil {
		return nil, err
	}
	a := &Agent{cfg: cfg, runner: runner, options: options, limits: cfg.Limits, quick: map[string]bool{}}
	if a.limits.WallClock == 0 {
		a.limits.WallClock = -1
	}
	a.options.Name = cmp.Or(options.Name, "errand."+cfg.Agent.Name())
	a.options.ModelTimeout = cmp.Or(options.ModelTimeout, 10*time.Minute)
	a.options.Heartbeat = cmp.Or(options.Heartbeat, 10*time.Second)
	a.options.HistoryEvents = cmp.Or(options.HistoryEvents, 2000)
	a.options.PayloadBytes = cmp.Or(options.PayloadBytes, 2_000_000)
	for _, name := range options.Quick {
		a.quick[name] = true
	}
	return a, nil
}

// Name returns the type of the workflow, for client.ExecuteWorkflow with a [Start] as the
// argument.
func (a *Agent) Name() string { return a.options.Name }

func (a *Agent) modelActivity() string { return a.options.Name + ".model" }

func (a *Agent) toolActivity() string { return a.options.Name + ".tool" }

func (a *Agent) compactActivity() string { return a.options.Name + ".compact" }

// fits reports whether v can be one payload.
func (a *Agent) fits(v any) bool {
	if a.options.PayloadBytes < 0 {
		return true
	}
	raw, err := json.Marshal(v)
	return err != nil || len(raw) <= a.options.PayloadBytes // the SDK reports an encoding error itself
}

// Register registers the workflow and its activities.
func (a *Agent) Register(w worker.Registry) {
	a.RegisterWorkflow(w)
	a.RegisterActivities(w)
}

// RegisterActivities registers the activities alone, for a worker that runs no workflows. A
// worker that runs workflows needs the activities too, if tools are quick or there is a
// compactor: these are local activities. The registry is a worker, or the SDK's test
// environment for activities.
func (a *Agent) RegisterActivities(w interface {
	RegisterActivityWithOptions(a any, options activity.RegisterOptions)
},
) {
	w.RegisterActivityWithOptions(a.askModel, activity.RegisterOptions{Name: a.modelActivity()})
	w.RegisterActivityWithOptions(a.callTool, activity.RegisterOptions{Name: a.toolActivity()})
	w.RegisterActivityWithOptions(a.compact, activity.RegisterOptions{Name: a.compactActivity()})
}

// RegisterWorkflow registers only the workflow, for a worker.WorkflowReplayer.
func (a *Agent) RegisterWorkflow(w worker.WorkflowRegistry) {
	w.RegisterWorkflowWithOptions(a.workflow, workflow.RegisterOptions{Name: a.options.Name})
}

// The names of the signals, updates and queries of a workflow.
const (
	// SignalInput sends an [Input] to a session, without a result.
	SignalInput = "errand.input"
	// UpdateInput sends an [Input] to a session. It returns the events of the run,
	// []*agent.Event, when the run has ended or pauses. An update is rejected if one of the
	// last 1000 that the session had before it continued as a new workflow has the same ID.
	UpdateInput = "errand.input"
	// SignalClose ends a session that was started with KeepOpen, after the inputs before
	// it.
	SignalClose = "errand.close"
	// QuerySession returns the session so far, a [Result].
	QuerySession = "errand.session"
)

// Start is the argument of the workflow.
type Start struct {
	// Session names the session for tools and callbacks. If it has no ID, the ID is the
	// workflow's.
	Session agent.SessionRef `json:"session"`
	// Input is the input of the first run.
	Input Input `json:"input"`
	// State is the initial state of the session.
	State    agent.State       `json:"state,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty"`
	// KeepOpen makes the workflow wait for further inputs when a run has ended. Without it,
	// the workflow completes after the first run after which no call waits.
	KeepOpen bool `json:"keepOpen,omitempty"`
	// Events has the earlier events of the session, without those that a compaction
	// replaces, Next the inputs that were not run yet, and Answered the IDs of the last 1000
	// updates. A workflow that continues as a new one sets them.
	Events   []*agent.Event `json:"events,omitempty"`
	Next     []Input        `json:"next,omitempty"`
	Answered []string       `json:"answered,omitempty"`
	Closed   bool           `json:"closed,omitempty"`
}

// Result is the state of a session. The result of a workflow has no Events if they are too
// large; see [Options].PayloadBytes.
type Result struct {
	Session agent.SessionRef    `json:"session"`
	Events  []*agent.Event      `json:"events"`
	State   agent.State         `json:"state,omitempty"`
	Pending []agent.PendingCall `json:"pending,omitempty"`
}

// Text returns the last answer in the session; "" if there is none.
func (r Result) Text() string {
	for _, e := range slices.Backward(r.Events) {
		if text := e.Content.Text(); text != "" && e.Author != agent.AuthorUser && e.IsFinalResponse() {
			return text
		}
	}
	return ""
}
