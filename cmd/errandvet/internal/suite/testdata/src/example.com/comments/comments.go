// Package comments has comments of errandvet.
package comments

//errandvet:ignore a reason
//errandvet:ignore // want "errandvet:ignore needs a reason"
//errandvet:ignored a reason // want "errandvet has no comment \"ignored\"; it has ignore"
