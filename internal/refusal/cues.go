package refusal

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Programs and parsers state a problem beside the word that has it: "unknown flag: --x",
// "cat: x: Permission denied", "undeclared reference to 'x'". The lists below have the words
// directly before and after it, in lower case. The lines that begin with "# " have the rule
// and the programs whose sources or runs have the words. Read 2026-11-26: glibc 2.36 getopt.c
// and errlist.h, coreutils 9.1, findutils 4.9, git 2.39, bash 5.2, dash 0.5, cobra 1.10, pflag
// 1.0.10, kong 1.17, urfave/cli 1.22, go-flags 1.6, Go 1.26 (flag, strconv, net, cmd/go),
// Python 3.13 argparse and optparse, click 8.1, clap 4.5, commander 12, yargs 17, picocli 4.7,
// Node.js 22, Ruby 3.1, Perl 5.36, Lua 5.4, SQLite 3.40, jq 1.6, gojq 0.12, cel-go 0.26,
// expr 1.17, text/template, hcl/v2, robfig/cron 3, terraform 1.9, kubectl 1.33, rustc 1.79.

const headCues = `
# none: the host may have no database of time zones
unknown time zone
# unknown getopt cobra argparse click clap commander
unknown | unrecognized | unrecognised | undefined | undeclared | unresolved | no such | not defined | unmatched argument | no command named | no filter named | no function named | extra argument
# unknown cel starlark hcl python rust lua template kubectl
undeclared reference to | use of undefined | keyerror | has no attribute | has no field | has no member | has no method | can't evaluate field | cannot find name | cannot find function | cannot find value | cannot find type | nil value (global | nil value (local | nil value (field | nil value (method | nil value (upvalue | doesn't have a | no matches for | has no column named
# not_found coreutils git node make docker
no such file or directory | no such file or directory, open | no such file or directory, stat | no such file or directory, scandir | no such file or directory, mkdir | no such file or directory, unlink | no module named | cannot find | can't find | could not find | couldn't find | cannot locate | can't locate | unable to find | not found | command not found | cannot open | can't open
could not open | failed to open | cannot access | cannot stat | can't cd to | could not resolve | no rule to make | no such container | no such image | no such remote | unknown revision | unknown host | bad revision | bad object | invalid reference | invalid upstream | invalid user | invalid group | match the pattern | not a valid object name | no matches found | distribution found for | version found for | missing script | with the name | locate package | error opening input file
# not_permitted errlist zsh node
permission denied | permission denied, open | operation not permitted | access denied
# wrong_state errlist
is a directory | not a directory | directory not empty | omitting directory
# exists_already errlist git
file exists | already exists
# depends pflag getopt clap go-flags picocli
missing argument to | missing argument for | needs an argument | requires an argument | value is required for | expected argument for | argument missing for | missing parameter for
# bad_format coreutils flag strconv net url semver
invalid | invalid reference format | illegal | malformed | improper | bad | incorrect | cannot parse | could not parse | unable to parse | failed to parse | parse | parsing | parsing time | in duration | parseaddr | netip.parseprefix | in string | not a valid
# wrong_type python duckdb yaml jq
cannot unmarshal | argument types | cannot index array with | cannot index number with | cannot index string with | cannot index object with | cannot index boolean with
from string | with base 10 | cannot convert | could not convert | can't convert | cannot cast | failed to cast
# too_large duckdb
out of range
# bad_format clap kong kubectl
but got | but was | suitable for the output format | given
# ambiguous git argparse
ambiguous
# duplicate yaml
duplicate
# unsupported
unsupported | not supported
# syntax regexp bash sqlite pg
unexpected | near | invalid character | unterminated | unclosed | unbalanced | unmatched | missing closing | unsupported perl syntax | invalid nested repetition operator | argument to repetition operator | invalid character class range | invalid escape sequence
# required argparse click clap commander yargs
missing | missing required | required | missing or invalid | invalid or missing | missing or empty | empty or missing
`

const tailCues = `
# none:
unknown time zone
# unknown cel jq python rust terraform
not defined | undefined | undeclared | unknown | unrecognized | not recognized | not declared | not been declared | unbound variable | not expected | requires explicit package name | no such option
# not_found errlist shells git
command not found | not found | no such file or directory | no such file | no such process | does not exist | doesn't exist | did not match any | does not match any | not something we can merge | not in std | not a commit | not be found | not be resolved | not installed | cannot open | cannot stat
# not_permitted errlist
permission denied | operation not permitted | access denied
# wrong_state errlist
is a directory | not a directory | directory not empty | read-only file system | device or resource busy | text file busy
# exists_already errlist git
file exists | already exists | already in use
# duplicate yaml toml
already defined | already been defined
# too_long errlist
file name too long | argument list too long
# ambiguous
ambiguous
# depends getopt curl argparse commander
requires a value | requires an argument | requires parameter | requires a parameter | needs an argument | needs a value | expected one argument | expected at least one argument | argument missing | option requires | must appear in the group by
# unsupported curl getopt
not supported | unsupported | doesn't allow an argument
# bad_format
invalid | not valid | malformed | not a valid | missing port
# syntax python sqlite
never closed | syntax error | unexpected
# required go-flags commander cobra
not set | not specified | required | not provided
`

// cuesOf returns the rules of the phrases in a list.
func cuesOf(list string) map[string]toolerr.Rule {
	m := map[string]toolerr.Rule{}
	rule := toolerr.Rule("")
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		if head, ok := strings.CutPrefix(line, "# "); ok {
			if head, _, _ = strings.Cut(head, " "); head == "none:" {
				head = ""
			}
			rule = toolerr.Rule(head)
			continue
		}
		for phrase := range strings.SplitSeq(line, " | ") {
			m[phrase] = rule
		}
	}
	return m
}

var heads, tailings = cuesOf(headCues), cuesOf(tailCues)

// Words between a cue and its word, and beside them.
var (
	// optionNouns are what a command line consists of.
	optionNouns = set("flag flags option options switch switches command commands subcommand argument arguments predicate operand directive")
	// breaks end the words that belong to a cue.
	breaks = set("for to is are was were with from by did does see try use in but and want that if after")
	// auxiliaries may be between a word and its cue.
	auxiliaries = set("is was are were has have been could can cannot failed")
	// codeNouns are what code names.
	codeNouns = set("column columns field function identifier variable property attribute method filter")
)

// listCues are texts before the allowed values.
var listCues = [...]string{"choose from ", "possible values: ", "choices are ", "choices: ", "allowed values are: ", "allowed values: ", "arguments are:", "must be one of ", "is not one of ", "formats are: ", "supported values: ", "expected one of ", "valid values are "}

// lineTexts are lines about two options, about a field, and about the number of arguments.
var lineTexts = rowsOf(`
# conflict argparse clap commander kong
argument {field}: not allowed with argument {field}
'{field}' cannot be used with '{field}'
'{field}' cannot be used with option '{field}'
error: {field} and {field} can't be used together
Error: {field}, {field} are mutually exclusive
# required k8s
^{field}: Required value
# bad_value k8s
^{field}: Invalid value: "{value}":·
^{field}: Invalid value: {value}:·
# not_allowed k8s
^{field}: Unsupported value: "{value}": supported values: {names}
# duplicate k8s
^{field}: Duplicate value: {value}$
# not_found k8s
^{field}: Not found: "{value}"
# too_few cobra
requires at least {limit} arg
# too_many cobra
accepts at most {limit} arg
# count_mismatch cobra cron commander redis
oo many arguments
accepts {limit} arg
accepts between·
expected exactly {limit} fields
ot enough arguments
rong number of fields
rong number of arguments
`)
