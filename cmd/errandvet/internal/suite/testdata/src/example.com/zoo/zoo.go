// Package zoo is a package of the server's own.
package zoo

var Name = "leo"
