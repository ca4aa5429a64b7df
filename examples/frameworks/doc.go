// Package frameworks holds what it takes to use errand in the tools of other
// agent frameworks, a package each, to be copied: every one is driven against
// the framework itself by its test.
package frameworks
