// Package layout has only tests. They read the repository as text and as syntax, and check
// rules that a compiler does not: which package may import which, the requirements of the
// library, that every module is part of the workspace, that every package has an example,
// how text becomes a Message.
package layout
