// Package story is the story of `errand demo`: one run of the agent loop, in which a
// scripted model calls tools with real clients, and a server that really misbehaves
// responds to them. The same script is played through a loop that passes err.Error() on,
// for comparison. Only the model's answers, and the fault for each call, are scripted;
// everything that is shown was measured in the run.
package story

import (
	"encoding/json"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// Question is the user's question.
const Question = "Order A-1042 arrived broken. Refund it, and send Ada a new mug."

// answer is the model's last answer.
const answer = "Order A-1042 is refunded, once, and ticket T-7 asks for a new mug. The account stays open. " +
	"I know neither the courier's price nor its time, the parcel cannot be found, and somebody has to enable the API of the sheet."

// A turn is one answer of the model.
type turn struct {
	says  string
	calls []call
}

// A call is one of the model's calls, with its expected result.
type call struct {
	tool, args string
	// instead describes the outcome if no tool runs.
	instead string
	outcome agent.Outcome
	runs    int
	// fix is the correction in the payload, if a service refused the call.
	fix string
	// want is the expected answer for a failure that is not a fault of the server.
	want *faults.Want
	code toolerr.Code
}

func own(kind toolerr.Kind) *faults.Want {
	w := faults.ForKind(kind, toolerr.EffectNone)
	return &w
}

// Failures of the model, the tool or the loop.
var (
	panicked  = own(toolerr.KindToolFatal)
	hung      = own(toolerr.KindToolTimeout)
	badCall   = own(toolerr.KindToolBadInputValue)
	notWanted = own(toolerr.KindToolFatal)
)

const (
	lost    = `{"parcel":"P-88"}`
	refund  = `{"order":"A-1042","cents":4999}`
	badCard = `{"order":1042,"subjct":"Send a new mug to Ada"}`
	tooHigh = `{"order":"A-1042","subject":"Send a new mug to Ada","urgency":9}`
	card    = `{"order":"A-1042","subject":"Send a new mug to Ada","urgency":3}`
)

// script has the model's answers.
var script = []turn{
	{"I look up the order, the rules, the stock and the sheet.", []call{
		{tool: getOrder, args: `{"order":"A-1042"}`, outcome: agent.OutcomeOK, runs: 2},
		{tool: searchDocs, args: `{"query":"damaged goods"}`, outcome: agent.OutcomeOK, runs: 2},
		{tool: readStock, args: `{"item":"mug-blue"}`, outcome: agent.OutcomeOK, runs: 2},
		{tool: findSheet, args: `{"name":"claims"}`, outcome: agent.OutcomeFailed, runs: 1, code: toolerr.CodeExternalServiceError},
	}},
	{"The rules allow it, so I refund the order.", []call{
		{tool: refundOrder, args: refund, outcome: agent.OutcomeFailed, runs: 1, code: toolerr.CodeExternalServiceError},
	}},
	{"The refund may have been made, so I look before I retry it.", []call{
		{tool: listRefunds, args: `{"order":"A-1042"}`, outcome: agent.OutcomeOK, runs: 1},
	}},
	{"I close the customer's account.", []call{
		{
			tool: closeAccount, args: `{"customer":"C-17"}`, outcome: agent.OutcomeDenied,
			instead: "a person is asked, and refuses", want: notWanted, code: toolerr.CodeDenied,
		},
	}},
	{"I ask what a courier costs, and how long it takes.", []call{
		{tool: courierPrice, args: `{"city":"Oslo"}`, outcome: agent.OutcomeFailed, runs: 1, want: panicked, code: toolerr.CodeInternalError},
		{tool: courierTime, args: `{"city":"Oslo"}`, outcome: agent.OutcomeFailed, runs: 1, want: hung, code: toolerr.CodeTimeout},
	}},
	{"I have the parcel tracked, and open a ticket.", []call{
		{
			tool: "track_parcel_status", args: lost, outcome: agent.OutcomeFailed,
			instead: "no tool has that name", want: badCall, code: toolerr.CodeUnknownTool,
		},
		{
			tool: openTicket, args: badCard, outcome: agent.OutcomeFailed,
			instead: "the arguments do not fit the tool's schema", want: badCall, code: toolerr.CodeInvalidInput,
		},
	}},
	{"I fix both calls, and say that the ticket is urgent.", []call{
		{tool: trackParcel, args: lost, outcome: agent.OutcomeFailed, runs: 1, code: toolerr.CodeNotFound},
		{tool: openTicket, args: tooHigh, outcome: agent.OutcomeFailed, runs: 1, code: toolerr.CodeInvalidInput, fix: "/urgency must be at most 3"},
	}},
	{"I lower the urgency. Perhaps the parcel can be found now.", []call{
		{tool: trackParcel, args: lost, outcome: agent.OutcomeFailed, runs: 1, code: toolerr.CodeNotFound},
		{tool: openTicket, args: card, outcome: agent.OutcomeOK, runs: 1},
	}},
	{"And now?", []call{
		{
			tool: trackParcel, args: lost, outcome: agent.OutcomeSkipped,
			instead: "the same call, a third time", want: notWanted, code: toolerr.CodeRepeatedCall,
		},
	}},
}

// Turns returns the number of turns with tool calls.
func Turns() int { return len(script) }

// Calls returns the number of the model's calls.
func Calls() int {
	n := 0
	for _, t := range script {
		n += len(t.calls)
	}
	return n
}

// newModel returns a model that follows the script.
func newModel() *agenttest.Model {
	model := agenttest.NewModel()
	n := 0
	for _, t := range script {
		calls := make([]agent.FunctionCall, len(t.calls))
		for i, c := range t.calls {
			n++
			calls[i] = agent.FunctionCall{ID: callID(n), Name: c.tool, Args: json.RawMessage(c.args)}
		}
		model.Then(agenttest.Stop(agent.FinishToolCalls, t.says, calls...))
	}
	return model.Then(agenttest.Say(answer))
}

// callID returns the id of the nth call, from 1.
func callID(n int) string { return "call-" + toolerr.Int(n).String() }

// scripted returns the row of each call by its id.
func scripted() map[string]call {
	rows := map[string]call{}
	for _, t := range script {
		for _, c := range t.calls {
			rows[callID(len(rows)+1)] = c
		}
	}
	return rows
}
