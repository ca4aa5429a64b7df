package agent

// NewSequential makes an agent that runs others in order, over the same session
// and state: each reads what the ones before it left under their OutputKey. An
// agent that escalates, or a soft condition, ends the sequence.
func NewSequential(name, description string, agents ...*Agent) (*Agent, error) {
	a := &Agent{cfg: Config{Name: name, Description: description}, sequence: agents}
	problems := configProblems{name: name}
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

// runSequence runs the agents of a in order.
func (r *run) runSequence(a *Agent) error {
	for _, child := range a.sequence {
		if err := r.runAgent(child, new(int)); err != nil {
			return err
		}
		if r.escalated {
			r.escalated = false
			return nil
		}
	}
	return nil
}
