package redact

import "strings"

// CarriesName reports whether the value of a member with this name can be the name of
// something, whose value is that of a member that [HoldsValue] recognises.
func CarriesName(name string) bool {
	return roleOf(name) == carrier || strings.EqualFold(name, "type") || strings.EqualFold(name, "purpose")
}

// HoldsValue reports whether a member with this name has the value for the name in another
// one, as in {"name": "DB_PASSWORD", "value": …}.
func HoldsValue(name string) bool { return roleOf(name) != noRole && roleOf(name) != carrier }

// HoldsData reports whether the members below one with this name are credentials in the
// object of a Kubernetes Secret.
func HoldsData(name string) bool { return roleOf(name) == container }

// Flag reports whether a flag of a program is followed by a credential: -p of mysql. The
// program may have a path before it.
func Flag(program, flag string) bool {
	c, ok := commands[program[strings.LastIndexAny(program, `/\`)+1:]]
	return ok && flag != "" && strings.Contains(" "+c.flags+" ", " "+flag+" ")
}
