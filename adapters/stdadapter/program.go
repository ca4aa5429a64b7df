package stdadapter

import (
	"os/exec"

	"github.com/errand-go/errand/toolerr"
)

// exited looks at how a program ended. What it wrote stays unseen, also where
// the error has it.
func (s *sights) exited(e *exec.ExitError) {
	status := e.ExitCode()
	if status < 0 {
		s.found(programKilled, e) // by a signal
		return
	}
	s.found(exitStatus, e)
	s.message = toolerr.Msgf("A program that the tool ran failed with exit status %s.", toolerr.Int(status))
}
