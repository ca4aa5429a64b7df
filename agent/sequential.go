package agent

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

// runSequence runs the agents of a in order, for each of its rounds. In the first round, it
// skips the agents that have already run.
func (r *run) runSequence(a *Agent, ran int) error {
	for ; r.rounds[a.cfg.Name] < a.rounds; r.rounds[a.cfg.Name]++ {
		for _, child := range a.sequence[ran:] {
			if err := r.runAgent(child); err != nil {
				return err
			}
			if r.escalated {
				r.escalated = false
				delete(r.rounds, a.cfg.Name)
				return nil
			}
		}
		ran = 0
	}
	delete(r.rounds, a.cfg.Name) // the loop may be part of another one
	return nil
}
