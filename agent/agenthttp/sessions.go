package agenthttp

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// A wireSession is a session in the form for clients.
type wireSession struct {
	ID             string       `json:"id"`
	AppName        string       `json:"appName"`
	UserID         string       `json:"userId"`
	State          agent.State  `json:"state"`
	Events         []*wireEvent `json:"events"`
	LastUpdateTime float64      `json:"lastUpdateTime"`
}

func sessionToWire(s *agent.Session) (*wireSession, error) {
	w := &wireSession{
		ID: s.Ref.ID, AppName: s.Ref.App, UserID: s.Ref.User, State: s.State, Events: []*wireEvent{}, LastUpdateTime: seconds(s.Updated),
	}
	if w.State == nil {
		w.State = agent.State{}
	}
	for _, e := range s.Events {
		events, err := eventToWire(e)
		if err != nil {
			return nil, err
		}
		w.Events = append(w.Events, events...)
	}
	return w, nil
}

// seconds returns seconds since the epoch, as Python's clients expect.
func seconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// A newSession is the body of a request that creates a session: this object, or only the
// state.
type newSession struct {
	SessionID string            `json:"sessionId"`
	State     agent.State       `json:"state"`
	Events    []json.RawMessage `json:"events"`
}

func (n *newSession) UnmarshalJSON(raw []byte) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return err
	}
	type plain newSession
	for key := range keys {
		if key != "sessionId" && key != "state" && key != "events" {
			return json.Unmarshal(raw, &n.State)
		}
	}
	return json.Unmarshal(raw, (*plain)(n))
}

func (x *exchange) createSession() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	var n newSession
	if err := x.decode(&n, formOfSession); err != nil {
		return err
	}
	if refused := checkState(n.State); refused != nil {
		return refused
	}
	switch {
	case len(n.Events) > 0:
		return invalid(toolerr.Msg("A session cannot be created with events: only the loop writes history."))
	case ref.ID == "" && n.SessionID == "":
		ref.ID = rand.Text()
	case ref.ID == "":
		ref.ID = n.SessionID
	}
	if refused := checkRef(ref); refused != nil {
		return refused
	}
	s, err := runner.Store().Create(x.r.Context(), ref, n.State)
	if err != nil {
		return err
	}
	return x.replySession(s)
}

// checkState returns the refusal of a client's state that belongs to all users, and nil for
// another one.
func checkState(s agent.State) *refusal {
	for key := range s {
		if strings.HasPrefix(key, agent.AppPrefix) {
			return errAppState
		}
	}
	return nil
}

// patchSession changes the state of a session.
func (x *exchange) patchSession() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	var changes struct {
		StateDelta agent.State `json:"stateDelta"`
	}
	if err := x.decode(&changes, formOfPatch); err != nil {
		return err
	}
	if refused := checkState(changes.StateDelta); refused != nil {
		return refused
	}
	if err := runner.SetState(x.r.Context(), ref, changes.StateDelta); err != nil {
		return err
	}
	return x.getSession()
}

func (x *exchange) getSession() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	s, err := runner.Store().Get(x.r.Context(), ref)
	if err != nil {
		return err
	}
	return x.replySession(s)
}

func (x *exchange) replySession(s *agent.Session) error {
	w, err := sessionToWire(s)
	if err != nil {
		return err
	}
	return x.reply(http.StatusOK, w)
}

func (x *exchange) listSessions() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	all, err := runner.Store().List(x.r.Context(), ref.App, ref.User)
	if err != nil {
		return err
	}
	list := make([]*wireSession, len(all))
	for i, s := range all {
		if list[i], err = sessionToWire(s); err != nil {
			return err
		}
	}
	return x.reply(http.StatusOK, list)
}

func (x *exchange) deleteSession() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	if runner.Active(ref) {
		return agent.ErrSessionBusy
	}
	if err := runner.Store().Delete(x.r.Context(), ref); err != nil {
		return err
	}
	return x.reply(http.StatusOK, nil)
}
