package agent

// NewSequential makes an agent that runs others in order, over the same session
// and state: each reads what the ones before it left under their OutputKey. An
// agent that escalates, or a soft condition, ends the sequence.
func NewSequential(name, description string, agents ...*Agent) (*Agent, error) {
	return newSequence(name, description, 1, agents)
}

// NewLoop makes an agent that runs others in order, again and again, until one escalates
// or they ran rounds times, pauses or not. MaxIterations of each of them holds for all
// rounds of a run together.
func NewLoop(name, description string, rounds int, agents ...*Agent) (*Agent, error) {
	return newSequence(name, description, rounds, agents)
}

func newSequence(name, description string, rounds int, agents []*Agent) (*Agent, error) {
	a := &Agent{cfg: Config{Name: name, Description: description}, sequence: agents, rounds: rounds}
	problems := configProblems{name: name}
	if rounds < 1 {
		problems.add("is a loop of no rounds")
	}
	problems.checkName(name)
	if len(agents) == 0 {
		problems.add("is a sequence of no agents")
	}
	a.adopt(agents, &problems)
	if err := problems.err(); err != nil {
		return nil, err
	}
	a.own(agents)
	return a, nil
}

// runSequence runs the agents of a in order, as often as its rounds are. Of the first
// round, it begins behind the agents that ran already.
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
