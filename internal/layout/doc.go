// Package layout holds no code. Its tests read the repository as text and as
// syntax, and keep the promises that a compiler does not: which package may
// import which, what the library requires, that every module is part of the
// workspace, that every package shows an example, how text becomes a Message.
package layout
