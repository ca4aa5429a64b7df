package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// Config describes an agent. The zero value of a field has the meaning named
// beside it.
type Config struct {
	// Name is unique in a tree of agents, has the form of a tool's name, and is
	// not "user".
	Name string
	// Description tells other agents when to hand over to this one.
	Description string
	// Model answers; it is required.
	Model Model
	// Instruction is a template: {key} is a value of the state, {key?} one that
	// may be missing, {artifact.name} the text of an artifact. In place of an artifact
	// that is not text stand its type, name and size, as JSON.
	Instruction string
	// InstructionFunc supplies the instruction of each turn, in place of
	// Instruction, and is not a template.
	InstructionFunc func(ctx context.Context) (string, error)
	// GlobalInstruction is a template that stands before the instruction of
	// every agent of the tree; the root's counts.
	GlobalInstruction string
	// StaticInstruction and StaticContent are sent as they are, first, so that
	// providers can cache them. The instruction then travels in the contents.
	StaticInstruction string
	StaticContent     *Content
	Tools             []Tool
	Toolsets          []Toolset
	// SubAgents are the agents below this one. With the tool transfer_to_agent, an agent
	// hands the conversation over to one of them, to its parent, or to its parent's
	// others; the instruction lists them.
	SubAgents []*Agent
	// DisableTransfer keeps the agent from handing over: it has neither the tool nor the
	// list, and what its tools say with [Call.TransferTo] is ignored.
	DisableTransfer bool
	// MaxIterations bounds how often the agent asks its model in a run: 16. Each agent
	// has its own count; a negative number is not a limit.
	MaxIterations int
	// InputSchema is the JSON schema of what the agent is asked when it is a tool, of type
	// object; see [AgentTool] and [SchemaFor]. Empty means one text.
	InputSchema json.RawMessage
	// OutputKey is the key of the state under which the answer is kept.
	OutputKey string
	// OutputSchema is a JSON schema the answer must fit; see [SchemaFor].
	OutputSchema json.RawMessage
	// OutputRepairs is how often an answer that does not fit is sent back: 1;
	// negative is never.
	OutputRepairs int
	// IncludeContents is how much of the session the model sees.
	IncludeContents IncludeContents
	Callbacks       Callbacks
	// Adapters turn the errors of tools into what the model reads. A registry without
	// defaults, such as the zero one, has those of HTTP and of the standard library; the
	// vendors' are in package adapters, whose Default returns all of them.
	Adapters adapter.Registry
	// Parallel is which calls of a turn run at the same time.
	Parallel Parallel
}

// IncludeContents is how much of the session a model sees.
type IncludeContents int

const (
	// IncludeDefault is the whole session, as far as it is the agent's.
	IncludeDefault IncludeContents = iota
	// IncludeNone is what the user said in the current run, and what the agent itself
	// said, called and got back since.
	IncludeNone
)

// Parallel is which calls of a turn run at the same time.
type Parallel int

const (
	// ParallelReadOnly: calls run at once if all of the turn are read-only.
	ParallelReadOnly Parallel = iota
	// ParallelAll: calls run at once unless one of the turn is sequential.
	ParallelAll
	// ParallelNever: calls run in order.
	ParallelNever
)

// An Agent is a model with tools and an instruction, or a sequence of agents. It
// is made by [New] or [NewSequential] and is safe for concurrent use.
type Agent struct {
	cfg       Config
	modelName string
	parent    *Agent
	tools     []boundTool
	output    *toolargs.Schema
	sequence  []*Agent
	rounds    int  // of the sequence
	bare      bool // it was given no adapters
}

// Name returns the agent's name.
func (a *Agent) Name() string { return a.cfg.Name }

// New makes an agent. It reports everything that is wrong with cfg at once; the
// error matches [ErrConfig].
func New(cfg Config) (*Agent, error) {
	a := &Agent{cfg: cfg}
	var problems configProblems
	problems.name = cfg.Name
	problems.checkName(cfg.Name)
	a.askName(&problems)
	if cfg.Instruction != "" && cfg.InstructionFunc != nil {
		problems.add("has both an Instruction and an InstructionFunc")
	}
	if len(cfg.OutputSchema) > 0 {
		schema, err := toolargs.Compile(cfg.OutputSchema)
		if err != nil {
			problems.addKind(ErrSchemaInvalid, "output schema: %w", err)
		}
		a.output = schema
	}
	if len(cfg.InputSchema) > 0 {
		if _, err := toolargs.Compile(cfg.InputSchema); err != nil {
			problems.addKind(ErrSchemaInvalid, "input schema: %w", err)
		}
	}
	if a.bare = len(cfg.Adapters.For("").Adapters()) == 0; a.bare {
		a.cfg.Adapters = cfg.Adapters.WithDefaults(httpadapter.Adapter{}, stdadapter.Adapter{})
	}
	if a.cfg.MaxIterations == 0 {
		a.cfg.MaxIterations = defaultIterations
	}
	if a.cfg.OutputRepairs == 0 {
		a.cfg.OutputRepairs = 1
	}
	a.bindTools(cfg.Tools, &problems)
	for i, s := range cfg.Toolsets {
		if s == nil {
			problems.add("toolset %d is nil", i)
		}
	}
	a.adopt(cfg.SubAgents, &problems)
	if err := problems.err(); err != nil {
		return nil, err
	}
	a.own(cfg.SubAgents)
	return a, nil
}

// askName asks the model for its name.
func (a *Agent) askName(problems *configProblems) {
	if a.cfg.Model == nil {
		problems.add("has no model")
		return
	}
	m, err := named(a.cfg.Model)
	if err != nil {
		problems.add("%w", err)
	}
	a.modelName = m.name
}

// bindTools makes the tools ready to be called.
func (a *Agent) bindTools(tools []Tool, problems *configProblems) {
	names := map[string]bool{transferTool: true}
	for i, t := range tools {
		if t == nil {
			problems.add("tool %d is nil", i)
			continue
		}
		bound, err := bind(t)
		switch {
		case err != nil:
			problems.addKind(ErrSchemaInvalid, "tool %q: %w", bound.name, err)
		case names[bound.name]:
			problems.add("tool %q: the name is taken", bound.name)
		default:
			names[bound.name] = true
			a.tools = append(a.tools, bound)
		}
	}
}

// adopt checks that a can have the given agents below it.
func (a *Agent) adopt(children []*Agent, problems *configProblems) {
	names := map[string]bool{a.cfg.Name: true}
	for i, child := range children {
		switch {
		case child == nil:
			problems.add("sub-agent %d is nil", i)
		case child.parent != nil:
			problems.add("sub-agent %q has a parent already", child.cfg.Name)
		default:
			for _, d := range child.tree() {
				if names[d.cfg.Name] {
					problems.add("the name %q occurs twice in the tree", d.cfg.Name)
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

func (a *Agent) find(name string) *Agent {
	for _, d := range a.tree() {
		if d.cfg.Name == name {
			return d
		}
	}
	return nil
}

func (a *Agent) root() *Agent {
	for a.parent != nil {
		a = a.parent
	}
	return a
}

// configProblems collects what is wrong with a configuration.
type configProblems struct {
	name string
	all  []error
}

func (p *configProblems) add(format string, args ...any) { p.addKind(ErrConfig, format, args...) }

func (p *configProblems) addKind(kind ErrorKind, format string, args ...any) {
	p.all = append(p.all, &configError{
		kind: kind, err: fmt.Errorf("agent %q: "+format, append([]any{p.name}, args...)...),
	})
}

func (p *configProblems) checkName(name string) {
	switch {
	case name == "":
		p.add("has no name")
	case name == AuthorUser || name == authorRuntime:
		p.add("has a name that is reserved")
	case !names.Tool(name):
		p.add("has a name that is not 1 to 64 characters of [A-Za-z0-9_-], the first a letter or _")
	}
}

func (p *configProblems) err() error { return errors.Join(p.all...) }

// configError is one thing wrong with a configuration. Its text is for the
// developer who wrote it.
type configError struct {
	kind ErrorKind
	err  error
}

func (e *configError) Error() string { return e.err.Error() }
func (e *configError) Unwrap() error { return e.err }
func (e *configError) Is(target error) bool {
	return target == ErrConfig || target == e.kind
}

// badDefinition is a tool that cannot be used, as package toolerr puts it.
func badDefinition(err error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolDefinitionBadInputSchema, toolerr.Message{}, toolerr.WithCause(err))
}
