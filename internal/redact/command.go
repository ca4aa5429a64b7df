package redact

import "strings"

// A command is a program that takes a credential in a flag. Flags that are named like
// credentials need no row.
type command struct {
	names string // of the programs, separated by spaces
	flags string // the flags, separated by spaces; without flags, the value after the word in after
	glued bool   // the value follows the flag without a space: -pvalue
	user  bool   // the value is user:password, and a user alone is not a credential
	after string // a word before the flag
	words int    // the number of words between the flag and the value
}

// commands maps programs to the flags for their credentials. A comment has the manual page.
var commands = func() map[string]command {
	t := map[string]command{}
	for _, c := range []command{
		// https://curl.se/docs/manpage.html
		{names: "curl", flags: "-u -U --user --proxy-user -b --cookie", user: true},
		// sshpass(1)
		// https://www.mongodb.com/docs/mongodb-shell/reference/options/
		{names: "sshpass mongo mongosh mongodump cqlsh", flags: "-p"},
		// https://docs.docker.com/reference/cli/docker/login/
		{names: "docker podman nerdctl helm oras skopeo az oc", flags: "-p", after: "login"},
		// https://dev.mysql.com/doc/refman/8.4/en/connection-options.html
		// https://7-zip.org
		{names: "mysql mysqldump mysqladmin mariadb 7z", flags: "-p", glued: true},
		// https://redis.io/docs/latest/develop/tools/cli/
		{names: "redis-cli valkey-cli", flags: "-a"},
		// https://learn.microsoft.com/en-us/sql/tools/sqlcmd/sqlcmd-utility
		// zip(1)
		{names: "sqlcmd bcp zip unzip", flags: "-P"},
		// openssl-enc(1)
		{names: "openssl", flags: "-k -K"},
		// htpasswd(1)
		{names: "htpasswd", flags: "-b", words: 2},
		// https://httpie.io/docs/cli/basic-auth
		{names: "http https", flags: "-a --auth", user: true},
		// ssh-keygen(1)
		{names: "ssh-keygen", flags: "-N -P"},
		// https://docs.aws.amazon.com/cli/latest/reference/configure/set.html
		{names: "aws", after: "configure set", words: 1},
		// ldapsearch(1)
		{names: "ldapsearch ldapmodify", flags: "-w"},
		// smbclient(1)
		{names: "smbclient", flags: "-U --user", user: true},
		// snmpcmd(1)
		{names: "snmpwalk", flags: "-A -X"},
		{names: "influx", flags: "-t"},
		// https://developer.hashicorp.com/vault/docs/commands/login
		{names: "vault", after: "login"},
	} {
		for _, name := range strings.Fields(c.names) {
			t[name] = c
		}
	}
	return t
}()

// leads are the names of commands and the other words at which the scan stops.
var leads = func() (h heads) {
	for name := range commands {
		h.add((name + " ")[:3])
	}
	for _, w := range []string{"echo", "printf", "AUTH", "bearer", "basic", "apikey", "api-key"} {
		for n := range 8 { // in every letter case
			head := []byte(w[:3])
			for k := range head {
				if n>>k&1 != 0 {
					head[k] &^= 0x20
				}
			}
			h.add(string(head))
		}
	}
	return h
}()

// command checks the word at i, which may be the name of a program.
func (sc *scanner) command(i int) bool {
	s := sc.s
	const longest = 16
	end := runTo(s, i, longest, alnum|dash)
	name := s[i:end]
	switch name {
	case "echo", "printf": // with a program that reads a password from its input
		line, _, _ := strings.Cut(s[end:min(len(s), end+near)], "\n")
		for _, reader := range []string{"password-stdin", "sudo -S", "chpasswd", "passwd --stdin", "--with-token"} {
			if n := strings.Index(line, reader); n > 0 && strings.IndexByte(line[:n], '|') > 0 {
				return sc.argument(field{kind: password}, end, false)
			}
		}
		return false
	case "AUTH": // https://redis.io/docs/latest/commands/auth/
		for range 2 {
			v := run(s, end, blank)
			to := sc.bareEnd(v)
			if v == end || !all(s[v:min(to, v+longest)], inName) {
				break
			}
			if secretive(s[v:to]) {
				return sc.found(v, to)
			}
			end = to
		}
		return false
	}
	c, ok := commands[name]
	if !ok || !is(s, end, blank|quote) && (!at(s, end, ':') || at(s, end+1, '/')) {
		return false
	}
	sc.program, sc.programAt = c, i
	if v := run(s, end, blank); c.flags == "" && strings.HasPrefix(s[v:], c.after+" ") {
		v += len(c.after)
		if c.words > 0 { // the name of a setting, and its value
			name := run(s, v, blank)
			if v = run(s, name, inName); kindOf(s[max(name, v-maxName):v]) == ordinary {
				return false
			}
		}
		return sc.argument(field{kind: password}, v, false)
	}
	return false
}

// flag checks the - at i, which may begin the flag of a command: --token x.
func (sc *scanner) flag(i int) bool {
	s := sc.s
	if sc.bare || i > 0 && !is(s, i-1, blank|quote) && s[i-1] != '[' {
		return false
	}
	end := runTo(s, i, maxName+2, inName)
	name := strings.TrimLeft(s[i:end], "-")
	if (at(s, i+1, '-') || len(name) > 2) && len(name) <= maxName && kindOf(name) != ordinary && !HasCredential(name) {
		return sc.argument(field{kind: kindOf(name), plural: plural(name)}, end, false)
	}
	c := sc.program
	if c.flags == "" || i-sc.programAt > maxCommand {
		return false
	}
	before := s[sc.programAt:i]
	if strings.IndexByte(before, '\n') >= 0 || !strings.Contains(before, c.after) {
		return false
	}
	for _, f := range strings.Fields(c.flags) {
		switch {
		case s[i:end] == f && (!c.glued || is(s, i-1, quote)):
			for range c.words {
				end = run(s, end, blank)
				for end < len(s) && classes[s[end]]&blank == 0 {
					end++
				}
			}
			return sc.argument(field{kind: password}, end, c.user)
		case len(f) == 2 && strings.HasPrefix(s[i:], f) && i+2 < len(s) && is(s, i+2, alnum|quote):
			return sc.argument(field{kind: password}, i+2, c.user)
		}
	}
	return false
}

// maxCommand is the maximum distance of a flag from the name of its command.
const maxCommand = 512

// argument checks the value of a flag f whose name ends at end.
func (sc *scanner) argument(f field, end int, user bool) bool {
	s := sc.s
	v := end
	if is(s, v, quote) && (at(s, v+1, ',') || at(s, v+1, ' ')) {
		v++ // a list of strings: "-p", "x"
	}
	for at(s, v, ' ') || at(s, v, ',') || at(s, v, '\t') {
		v++
	}
	if v == end && !is(s, end-1, alnum) || at(s, v, '-') || at(s, v, '=') {
		return false
	}
	v, to, quoted := sc.valueAt(v)
	if v >= to || !quoted && (reference(s, v) > 0 || placeholder(s, v)) || f.harmless(s, v, to) || user && !strings.ContainsAny(s[v:to], ":%=") {
		return false
	}
	return sc.found(v, to)
}
