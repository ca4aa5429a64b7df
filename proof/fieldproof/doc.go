// Package fieldproof holds clients that no adapter is for to what httpadapter reads
// in the fields of their errors. It has tests alone.
package fieldproof
