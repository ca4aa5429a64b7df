package refusal

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/cputime"
	"github.com/errand-go/errand/toolerr"
)

// statedBy returns findings, one per line, with the details that they have.
func statedBy(found []toolerr.Finding) string {
	var lines []string
	for _, f := range found {
		line := string(f.Rule)
		if len(f.Fields) > 0 {
			line += " at " + strings.Join(f.Fields, ",")
		}
		if f.Word != "" {
			line += " word " + f.Word
		}
		if f.Value != "" && f.Value != f.Word {
			line += " value " + f.Value
		}
		if len(f.Names) > 0 {
			line += " of " + strings.Join(f.Names, "|")
		}
		if f.Limit != "" {
			line += " limit " + f.Limit
		}
		if f.At != (toolerr.Position{}) {
			line += fmt.Sprintf(" %d:%d:%d", f.At.Offset, f.At.Line, f.At.Column)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// The texts are those of real runs, and of the sources that cues.go names.
func TestPrograms(t *testing.T) {
	for text, want := range map[string]string{
		// Options and commands.
		"ls: unrecognized option '--foo'\nTry 'ls --help' for more information.":                                                 "unknown at --foo word --foo",
		"ssh: unknown option -- Z\nusage: ssh [-46AaCfGgKkMNnqsTtVvXxYy] [-B bind_interface]":                                    "unknown at Z word Z",
		"error: unknown option `foo'\nusage: git branch [<options>]":                                                             "unknown at foo word foo",
		"git: 'chekout' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tcheckout":                      "unknown word chekout",
		"unknown flag: --detatch\n\nUsage:  docker run [OPTIONS] IMAGE":                                                          "unknown at --detatch word --detatch",
		"docker: unknown command: docker foo\n\nRun 'docker --help' for more information":                                        "unknown word foo",
		"Error: unknown command \"statsu\" for \"app\"\n\nDid you mean this?\n\tstatus":                                          "unknown word statsu",
		"flag provided but not defined: -foo\nUsage of x:":                                                                       "unknown at -foo word -foo",
		"rsync: --foo: unknown option":                                                                                           "unknown at --foo word --foo",
		"curl: option --foo: is unknown":                                                                                         "unknown at --foo word --foo",
		"go foo: unknown command\nRun 'go help' for usage.":                                                                      "unknown word foo",
		"prog: error: unrecognized arguments: --foo":                                                                             "unknown at --foo word --foo",
		"Error: Got unexpected extra argument (foo)":                                                                             "unknown word foo",
		"error: unexpected argument '--foo' found\n\n  tip: a similar argument exists: '--force'":                                "unknown at --foo word --foo",
		"Unknown arguments: foo, bar":                                                                                            "unknown at foo word foo; unknown at bar word bar",
		"prog: error: ambiguous option: --fo could match --foo, --foobar":                                                        "ambiguous word --fo",
		"\x1b[31m╷\x1b[0m\n\x1b[31m│\x1b[0m Error: Failed to parse command-line flags\n│\n│ flag provided but not defined: -foo": "unknown at -foo word -foo",
		// Values.
		"prog: error: argument --n: invalid int value: 'abc'":                                                     "wrong_type at --n word abc",
		"prog: error: argument -x/--color: invalid choice: 'c' (choose from 'a', 'b')":                            "not_allowed at --color word c of a|b",
		"Error: Invalid value for '--n': 'abc' is not a valid integer.":                                           "wrong_type at --n word abc",
		"error: invalid value 'c' for '--color <WHEN>'\n  [possible values: auto, always]":                        "not_allowed at --color word c of auto|always",
		"error: option '-n <n>' argument 'abc' is invalid. Allowed choices are a, b.":                             "not_allowed at -n word abc of a|b",
		"app: error: --color must be one of \"a\",\"b\" but got \"c\"":                                            "not_allowed at --color word c of a|b",
		"app: error: --n: expected a valid 64 bit int but got \"abc\"":                                            "wrong_type at --n word abc",
		"Invalid value `x' for option `-c, --color'. Allowed values are: red, green or blue":                      "not_allowed at --color word x of red|green|blue",
		"invalid argument \"lots\" for \"-m, --memory\" flag: invalid size: 'lots'":                               "bad_format at --memory word lots",
		"invalid value \"abc\" for flag -n: parse error":                                                          "bad_format at -n word abc",
		"find: invalid argument `abc' to `-mtime'":                                                                "bad_format at -mtime word abc",
		"head: invalid number of lines: ‘abc’":                                                                    "wrong_type word abc",
		"chmod: invalid mode: ‘zzz’\nTry 'chmod --help' for more information.":                                    "bad_format word zzz",
		"fatal: 'bad..name' is not a valid branch name":                                                           "bad_format word bad..name",
		"error: unable to match a printer suitable for the output format \"jsn\", allowed formats are: json,yaml": "not_allowed word jsn of json|yaml",
		"ValueError: invalid literal for int() with base 10: 'abc'":                                               "wrong_type word abc",
		// Missing arguments, conflicts and counts.
		"prog: error: the following arguments are required: name, size":                                        "required at name; required at size",
		"error: the following required arguments were not provided:\n  <NAME>\n  --size <SIZE>\n\nUsage: prog": "required at NAME; required at --size",
		"Error: required flag(s) \"name\", \"size\" not set":                                                   "required at name; required at size",
		"error: required option '-c, --cheese <type>' not specified":                                           "required at --cheese",
		"Error: Missing argument 'NAME'.":                                                                      "required at NAME",
		"Missing required option: '--name=<name>'":                                                             "required at --name",
		"cut: option requires an argument -- 'f'":                                                              "depends word f",
		"Error: flag needs an argument: 'o' in -o":                                                             "depends word -o",
		"find: missing argument to `-name'":                                                                    "depends word -name",
		"error: the argument '--a' cannot be used with '--b'":                                                  "conflict at --a,--b",
		"prog: error: argument --b: not allowed with argument --a":                                             "conflict at --b,--a",
		"Error: accepts 1 arg(s), received 3":                                                                  "count_mismatch limit 1",
		"Error: requires at least 2 arg(s), only received 1":                                                   "too_few limit 2",
		"tr: missing operand":                                                                                  "",
		// Files and other things.
		"cat: nope.txt: No such file or directory":                                                "not_found word nope.txt",
		"ls: cannot access 'nope': Permission denied":                                             "not_permitted word nope",
		"mkdir: cannot create directory ‘d’: File exists":                                         "exists_already word d",
		"rm: cannot remove 'd': Is a directory":                                                   "wrong_state word d",
		"tar: nope.tar: Cannot open: No such file or directory":                                   "not_found word nope.tar",
		"Error: ENOENT: no such file or directory, open 'nope'\n    at Object.openSync (node:fs)": "not_found word nope",
		"FileNotFoundError: [Errno 2] No such file or directory: 'nope'":                          "not_found word nope",
		"error: pathspec 'nope' did not match any file(s) known to git":                           "not_found word nope",
		"fatal: ambiguous argument 'nope': unknown revision or path not in the working tree.":     "unknown word nope",
		"merge: nope - not something we can merge":                                                "not_found word nope",
		"Error from server (NotFound): pods \"web-9\" not found":                                  "not_found word web-9",
		"make: *** No rule to make target 'nope'.  Stop.":                                         "not_found word nope",
		"npm error Missing script: \"biuld\"":                                                     "not_found word biuld",
		"bash: line 1: foo: command not found":                                                    "not_found word foo 0:1:0",
		"zsh:1: command not found: foo":                                                           "not_found word foo 0:1:0",
		"dash: 1: cd: can't cd to nope":                                                           "not_found word nope 0:1:0",
		"bash: line 1: kill: (99) - Operation not permitted":                                      "",
		// Languages.
		"bash: -c: line 1: syntax error near unexpected token `)'":                                                                                 "syntax word ) 0:1:0",
		"dash: 1: Syntax error: Unterminated quoted string":                                                                                        "syntax 0:1:0",
		"sed: -e expression #1, char 8: strings for `y' command are different lengths":                                                             "syntax 8:0:0",
		"grep: Unmatched ( or \\(":                                                                                                                 "syntax word (",
		"jq: error: foo/0 is not defined at <top-level>, line 1:\nfoo\njq: 1 compile error":                                                        "unknown word foo 0:1:0",
		"Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\nNameError: name 'jsn' is not defined":                       "unknown word jsn 0:2:0",
		"./a.go:2:14: declared and not used: x\n./a.go:2:19: undefined: y":                                                                         "unknown word y 0:2:19",
		"Error: in prepare, no such column: x\n  select x\n         ^--- error here":                                                               "unknown word x",
		"ERROR:  syntax error at or near \"FRM\"\nLINE 1: SELECT 1 FRM t":                                                                          "syntax word FRM 0:1:0",
		"Mk:2: *** missing separator.  Stop.":                                                                                                      "syntax 0:2:0",
		"Error: Invalid type specification\n\n  on main.tf line 2, in variable \"x\":\n\nThe keyword \"strin\" is not a valid type specification.": "bad_format word specification 0:2:0; bad_format word strin 0:2:0",
	} {
		assert.Equal(t, want, statedBy(printed(text)), text)
	}
}

// The texts are those of the libraries that cues.go and syntax.go name.
func TestParsers(t *testing.T) {
	for text, want := range map[string]string{
		"ERROR: <input>:1:18: undeclared reference to 'limit' (in container '')\n | request.amount > limit": "unknown word limit 0:1:18",
		"unknown name foo (1:5)\n | 1 + foo":                                                                                  "unknown word foo 0:1:5",
		"type string has no field foo (1:6)":                                                                                  "unknown word foo 0:1:6",
		"main.hcl:1,11-13: Missing newline after argument; An argument definition must end":                                   "syntax 0:1:11",
		"main.hcl:2,3-7: Unsupported argument; An argument named \"potr\" is not expected here.":                              "unknown word potr 0:2:3",
		"yaml: line 3: mapping values are not allowed in this context":                                                        "syntax 0:3:0",
		"yaml: unmarshal errors:\n  line 2: cannot unmarshal !!str `two` into int":                                            "wrong_type word two 0:2:0",
		"yaml: line 4: mapping key \"name\" already defined at line 1":                                                        "duplicate word name 0:4:0",
		"[2:5] unexpected key name\n   1 | a: 1\n>  2 |     b: 2":                                                             "syntax 0:2:5",
		"toml: line 2 (last key \"port\"): expected value but found '8' instead":                                              "syntax word 8 0:2:0",
		"(2, 8): unexpected token ]":                                                                                          "syntax word ] 0:2:8",
		"Expecting property name enclosed in double quotes: line 1 column 2 (char 1)":                                         "syntax 0:1:2",
		"function not defined: maps/1":                                                                                        "unknown word maps",
		"variable not defined: $x":                                                                                            "unknown word $x",
		"jq: error (at <stdin>:1): Cannot index array with \"b\"":                                                             "wrong_type word b",
		"expected exactly 5 fields, found 4: [*/5 * * *]":                                                                     "count_mismatch limit 5",
		"failed to parse int from MONDAY: strconv.Atoi: parsing \"MONDAY\": invalid syntax":                                   "bad_format word MONDAY",
		"provided bad location Mars/X: unknown time zone Mars/X":                                                              "bad_format word Mars/X",
		"unrecognized descriptor: @fortnightly":                                                                               "unknown word @fortnightly",
		"error parsing regexp: missing closing ): `a(b`":                                                                      "syntax word a(b",
		"error parsing regexp: invalid or unsupported Perl syntax: `(?<`":                                                     "syntax word (?<",
		"template: x:1: function \"upper\" not defined":                                                                       "unknown word upper 0:1:0",
		"template: x:1: unclosed action":                                                                                      "syntax 0:1:0",
		"spec.replicas: Invalid value: -1: must be greater than or equal to 0":                                                "too_small at spec.replicas value -1 limit 0",
		"[spec.policy: Unsupported value: \"Sometimes\": supported values: \"Always\", \"Never\", spec.name: Required value]": "not_allowed at spec.policy value Sometimes of Always|Never; required at spec.name",
		"spec.ports[0].port: Duplicate value: 80":                                                                             "duplicate at spec.ports[0].port value 80",
		"Binder Error: Referenced column \"emial\" not found in FROM clause!":                                                 "unknown word emial",
		"Catalog Error: Table with name usrs does not exist!\nDid you mean \"users\"?":                                        "not_found word usrs",
		"Conversion Error: Could not convert string 'abc' to INT32":                                                           "wrong_type word abc",
		"parse \"http://[::1\": missing ']' in host":                                                                          "bad_format word http://[::1; syntax word ]",
		"invalid IP address: 300.1.1.1":                                                                                       "bad_format word 300.1.1.1",
		"ParseAddr(\"300.1.1.1\"): IPv4 field has value >255":                                                                 "bad_format word 300.1.1.1",
		"time: unknown unit \" minutes\" in duration \"5 minutes\"":                                                           "unknown word minutes; bad_format word 5 minutes",
		"parse error on line 3, column 5: bare \" in non-quoted field":                                                        "syntax 0:3:5",
		"[string \"code\"]:2: attempt to call a nil value (global 'pritn')":                                                   "unknown word pritn 0:2:0",
		"x.star:2:5: undefined: pritn":                                                                                        "unknown word pritn 0:2:5",
		"SyntaxError: (anonymous): Line 1:9 Unexpected token ;":                                                               "syntax 0:1:9",
		"a.ts(2,5): error TS2304: Cannot find name 'foo'.":                                                                    "unknown word foo 0:2:5",
		"proto: (line 1:5): unknown field \"nam\"":                                                                            "unknown at nam word nam 0:1:5",
		"unknown time zone Mars/X":                                                                                            "",
		"dial tcp 127.0.0.1:8080: connect: connection refused":                                                                "",
		"the deadline of 10:30:00 has passed":                                                                                 "",
	} {
		assert.Equal(t, want, statedBy(printed(text)), text)
	}
}

func FuzzPrinted(f *testing.F) {
	for _, text := range []string{"unknown flag: --x", "a: b: No such file or directory", "x.tf:1,5-8: y", "[a: Required value, b: Invalid value: -1: c]", "\x1b[31m│ ‘x’", ": (", "-", "required:\n--\n<", "\xff: unknown \xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := strings.ToValidUTF8(unframed.Replace(text[:min(len(text), maxBody)]), "\uFFFD")
		found := printed(text)
		assert.LessOrEqual(t, len(found), maxMessages)
		for _, f := range found {
			for _, word := range append(append(f.Fields, f.Names...), f.Word, f.Value) {
				for part := range strings.FieldsSeq(word) {
					assert.Contains(t, strings.ReplaceAll(plain, " ", ""), strings.ToValidUTF8(part, "\uFFFD"))
				}
			}
		}
	})
}

// The work is linear in a program's text: it takes at most 40 times as long as package json
// takes for four times the part that is read. The test repeats a measurement that is too long,
// because the machine may be busy.
func TestPrintedIsLinear(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	array := []byte("[" + strings.Repeat("1,", 2*maxBody) + "1]")
	took := func(f func()) time.Duration {
		start := cputime.Thread()
		f()
		return cputime.Thread() - start
	}
	for _, part := range []string{"unknown flag: --x ", "'a' ", "a: ", "1:2:", "a: Required value, ", "invalid 'x' for --y\n", "line 1 ", "is not ", "(", "`", "expected "} {
		line := strings.Repeat(part, 256<<10/len(part))
		for _, text := range [...]string{line, strings.Repeat(line[:1<<10]+"\n", 256)} {
			assert.Condition(t, func() (ok bool) {
				for try := 0; try < 8 && !ok; try++ {
					ok = took(func() { printed(text) }) < 40*took(func() { json.Valid(array) })
				}
				return ok
			}, "%.40q", text)
		}
	}
}
