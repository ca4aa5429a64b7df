package agent

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	_ "github.com/errand-go/errand/adapters/httpadapter" // for agents without adapters of their own
	_ "github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/agent/internal/config"
	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// Config describes an agent. The comment of each field names the meaning of its zero value.
type Config struct {
	// Name must be unique in a tree of agents, have the form of a tool's name, and not be
	// "user".
	Name string
	// Description tells other agents when to transfer the conversation to this one.
	Description string
	// Model is required.
	Model Model
	// Instruction is a template: {key} is a value of the state, {key?} one that may be
	// missing, and {artifact.name} the text of an artifact. If an artifact is not text, its
	// type, name and size are inserted as JSON.
	Instruction string
	// InstructionFunc returns the instruction of each turn, in place of Instruction. The
	// result is not a template.
	InstructionFunc func(ctx context.Context) (string, error)
	// GlobalInstruction is a template that comes before the instruction of every agent of
	// the tree. Only the root's counts.
	GlobalInstruction string
	// StaticInstruction is sent first and unchanged, so that providers can cache it. The
	// instruction is then part of the contents.
	StaticInstruction string
	Tools             []Tool
	Toolsets          []Toolset
	// SubAgents are the agents below this one. With the tool transfer_to_agent, an agent
	// can transfer the conversation to its sub-agents, its parent and its siblings. The
	// instruction lists them.
	SubAgents []*Agent
	// DisableTransfer removes the tool and the list, and makes the loop ignore
	// [Call.TransferTo] of the agent's tools.
	DisableTransfer bool
	// MaxIterations limits how often the agent calls its model in a run; 0 means 16. Each
	// agent has its own count. A negative number removes the limit.
	MaxIterations int
	// InputSchema is the JSON schema, of type object, of the agent's input when it is a
	// tool; see [AgentTool] and [SchemaFor]. Empty means one text.
	InputSchema json.RawMessage
	// OutputKey is the key of the state under which the answer is stored.
	OutputKey string
	// OutputSchema is a JSON schema that the answer must fit; see [SchemaFor].
	OutputSchema json.RawMessage
	// OutputRepairs is how often an answer that does not fit is sent back; 0 means once,
	// and a negative number never.
	OutputRepairs int
	// IncludeContents is how much of the session the model sees.
	IncludeContents IncludeContents
	Callbacks       Callbacks
	// Adapters adapt the errors of tools. A registry without defaults, such as the zero
	// one, gets the adapters of HTTP and of the standard library. Package adapters has
	// those of vendors, and its Default returns all of them.
	Adapters adapter.Registry
	// Parallel determines which calls of a turn run at the same time.
	Parallel Parallel
}

// IncludeContents determines how much of the session a model sees.
type IncludeContents int

const (
	// IncludeDefault is the whole session, as far as the agent took part in it.
	IncludeDefault IncludeContents = iota
	// IncludeNone is the user's input of the current run, and the agent's own texts, calls
	// and results since.
	IncludeNone
)

// Parallel determines which calls of a turn run at the same time.
type Parallel int

const (
	// ParallelReadOnly: the calls run in parallel if all calls of the turn are read-only, and
	// no two of them are equal.
	ParallelReadOnly Parallel = iota
	// ParallelAll: the calls run in parallel unless one of the turn is sequential, or two of
	// them are equal.
	ParallelAll
)

// An Agent is a model with tools and an instruction, or a sequence or loop of agents.
// [New], [NewSequential] and [NewLoop] make one. It is safe for concurrent use.
type Agent struct {
	cfg       Config
	modelName string
	parent    *Agent
	tools     []boundTool
	output    *toolargs.Schema
	sequence  []*Agent
	rounds    int  // rounds of a sequence
	bare      bool // Config has no adapters
}

// Name returns the agent's name.
func (a *Agent) Name() string { return a.cfg.Name }

// New makes an agent. The error lists every mistake in cfg, and matches [ErrConfig].
func New(cfg Config) (*Agent, error) {
	a := &Agent{cfg: cfg}
	problems := problemsOf(cfg.Name)
	problems.CheckName(cfg.Name, AuthorUser, authorRuntime)
	a.readModelName(problems)
	if cfg.Instruction != "" && cfg.InstructionFunc != nil {
		problems.Add("has both an Instruction and an InstructionFunc")
	}
	schema := func(raw json.RawMessage, of string) (s *toolargs.Schema) {
		var err error
		if len(raw) > 0 {
			s, err = toolargs.Compile(raw)
		}
		if err != nil {
			problems.AddKind(ErrSchemaInvalid, of+" schema: %w", err)
		}
		return s
	}
	a.output = schema(cfg.OutputSchema, "output")
	schema(cfg.InputSchema, "input")
	a.bare = len(cfg.Adapters.For("").Adapters()) == 0
	if a.cfg.MaxIterations == 0 {
		a.cfg.MaxIterations = defaultIterations
	}
	if a.cfg.OutputRepairs == 0 {
		a.cfg.OutputRepairs = 1
	}
	if name := names.NilFunc(cfg.Callbacks); name != "" {
		problems.Add("has a nil function in %s", name)
	}
	a.bindTools(cfg.Tools, problems)
	for i, s := range cfg.Toolsets {
		if s == nil {
			problems.Add("toolset %d is nil", i)
		}
	}
	a.adopt(cfg.SubAgents, problems)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	a.own(cfg.SubAgents)
	return a, nil
}

// readModelName reads the name of the model.
func (a *Agent) readModelName(problems *config.Problems) {
	if a.cfg.Model == nil {
		problems.Add("has no model")
		return
	}
	m, err := named(a.cfg.Model)
	if err != nil {
		problems.Add("%w", err)
	}
	a.modelName = m.name
}

// bindTools prepares the tools for calls.
func (a *Agent) bindTools(tools []Tool, problems *config.Problems) {
	names := map[string]bool{transferTool: true}
	for i, t := range tools {
		if t == nil {
			problems.Add("tool %d is nil", i)
			continue
		}
		bound, err := bind(t)
		switch {
		case err != nil:
			problems.AddKind(ErrSchemaInvalid, "tool %q: %w", bound.name, err)
		case names[bound.name]:
			problems.Add("tool %q: the name is taken", bound.name)
		default:
			names[bound.name] = true
			a.tools = append(a.tools, bound)
		}
	}
}

// adopt makes a the parent of children, and reports why it cannot.
func (a *Agent) adopt(children []*Agent, problems *config.Problems) {
	names := map[string]bool{a.cfg.Name: true}
	for i, child := range children {
		switch {
		case child == nil:
			problems.Add("sub-agent %d is nil", i)
		case child.parent != nil:
			problems.Add("sub-agent %q has a parent already", child.cfg.Name)
		default:
			for _, d := range child.tree() {
				if names[d.cfg.Name] {
					problems.Add("the name %q occurs twice in the tree", d.cfg.Name)
				}
				names[d.cfg.Name] = true
			}
		}
	}
}

func (a *Agent) own(children []*Agent) {
	for _, child := range children {
		child.parent = a
	}
}

// children returns the agents below a.
func (a *Agent) children() []*Agent {
	if a.sequence != nil {
		return a.sequence
	}
	return a.cfg.SubAgents
}

// tree returns a and all agents below it.
func (a *Agent) tree() []*Agent {
	all := []*Agent{a}
	for _, child := range a.children() {
		all = append(all, child.tree()...)
	}
	return all
}

// find returns the agent of the name in the tree of a, and nil if there is none.
func (a *Agent) find(name string) *Agent { return agentNamed(name, a.tree()) }

func agentNamed(name string, all []*Agent) *Agent {
	if i := slices.IndexFunc(all, func(a *Agent) bool { return a.cfg.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

func (a *Agent) root() *Agent {
	for a.parent != nil {
		a = a.parent
	}
	return a
}

// problemsOf returns the problems of an agent, so far none.
func problemsOf(name string) *config.Problems {
	return &config.Problems{Kind: ErrConfig, Of: "agent " + strings.ReplaceAll(strconv.Quote(name), "%", "%%") + ": "}
}

// badDefinition returns the error of a tool whose definition is invalid.
func badDefinition(err error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolDefinitionBadInputSchema, toolerr.Message{}, toolerr.WithCause(err))
}

// transferTool is the name of the tool that transfers to another agent.
const transferTool = "transfer_to_agent"

func newSequence(name, description string, rounds int, agents []*Agent) (*Agent, error) {
	a := &Agent{cfg: Config{Name: name, Description: description}, sequence: agents, rounds: rounds}
	problems := problemsOf(name)
	if rounds < 1 {
		problems.Add("is a loop of no rounds")
	}
	problems.CheckName(name, AuthorUser, authorRuntime)
	if len(agents) == 0 {
		problems.Add("is a sequence of no agents")
	}
	a.adopt(agents, problems)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	a.own(agents)
	return a, nil
}

// NewSequential makes an agent that runs other agents in order, with the same session and
// state, so that each can read what the earlier ones stored under their OutputKey. If an
// agent escalates ([Call.Escalate]) or ends with a soft condition, the sequence ends.
func NewSequential(name, description string, agents ...*Agent) (*Agent, error) {
	return newSequence(name, description, 1, agents)
}

// NewLoop makes an agent that runs other agents in order, and repeats that until one of
// them escalates ([Call.Escalate]) or the given number of rounds is reached, pauses
// included. The MaxIterations of each agent holds for all rounds of a run together.
func NewLoop(name, description string, rounds int, agents ...*Agent) (*Agent, error) {
	return newSequence(name, description, rounds, agents)
}
