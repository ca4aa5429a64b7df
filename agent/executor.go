package agent

import "context"

// A CodeExecutor runs code that a model wrote. errand ships none: where code
// may run is the host's to decide. An agent that has one has the tool
// execute_code, which goes through the same gate as every other.
type CodeExecutor interface {
	ExecuteCode(ctx context.Context, code Program) (CodeResult, error)
}

// Program is what a model wants to have run.
type Program struct {
	Language string `json:"language" jsonschema:"the language of the code"`
	Source   string `json:"source" jsonschema:"the whole program"`
}

// A CodeResult is what running code gave.
type CodeResult struct {
	Output   string `json:"output"`
	ExitCode int    `json:"exit_code"`
}

// executorTool makes an executor a tool. It keeps the executor's own policy, if
// it has one.
func executorTool(x CodeExecutor) Tool {
	t := NewTool("execute_code", "Runs a program and returns what it prints.", x.ExecuteCode)
	if p, ok := x.(interface{ Policy() Policy }); ok {
		t.policy = p.Policy()
	}
	return t
}
