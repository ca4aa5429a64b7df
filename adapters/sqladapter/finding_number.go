package sqladapter

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/quoted"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// A numberRule is the meaning of a MySQL error number for the text that it is about.
type numberRule struct {
	rule toolerr.Rule
	// quotes describes the quoted texts of the message, one letter for each: w a word, t its
	// last part, f a field, v a value, - not used. The order is the same in every language of
	// MySQL and MariaDB. After them, l is the first number of the message, and L the last: a
	// limit.
	quotes string
}

// refuseMySQL returns the refusal in an error number of MySQL or MariaDB.
func refuseMySQL(node any) toolerr.Refusal {
	number, _ := shape.Field[int](node, "Number")
	message, _ := shape.Field[string](node, "Message")
	r := toolerr.Refusal{Message: message}
	rule, ok := numberRules[number]
	if _, listed := table.Lookup(MySQLCode(number)); !ok && !listed {
		return refusal.Refusal(message, nil)
	} else if !ok {
		return r
	}
	f := rule.finding(message)
	switch number {
	case 1062, 1586:
		if len(f.Fields) > 0 && f.Fields[0] == "PRIMARY" { // the name of every primary key
			f.Fields = nil
		}
	case 1064:
		f = near(message)
	case 1452:
		// The definition of the key is SQL in every language.
		if _, columns, ok := strings.Cut(message, "FOREIGN KEY ("); ok {
			columns, _, _ = strings.Cut(columns, ")")
			f.Fields, _ = quoted.Texts(columns)
		}
	case 1288, 1305, 1318, 1471:
		if bare, ok := phrase.Find(message, barePatterns); ok {
			bare.Rule, bare.Word = rule.rule, last(bare.Word)
			f = bare
		}
	}
	r.Findings = []toolerr.Finding{f}
	return r
}

// finding reads a message. It may quote fewer texts than the rule expects, because not
// every version names the column.
func (n numberRule) finding(message string) toolerr.Finding {
	f := toolerr.Finding{Rule: n.rule}
	items, _ := quoted.Texts(message)
	slots := strings.TrimRight(n.quotes, "lL")
	for i, slot := range slots[:min(len(slots), len(items))] {
		switch slot {
		case 'w':
			f.Word = items[i]
		case 't':
			f.Word = last(items[i])
		case 'f':
			f.Fields = []string{last(items[i])}
		case 'v':
			f.Value = items[i]
		}
	}
	if limits := n.quotes[len(slots):]; limits != "" {
		f.Limit = numberIn(message, limits == "L")
	}
	return f
}

// numberIn returns the first or the last whole number of a message that is not part of a
// name, or "".
func numberIn(message string, final bool) (number string) {
	words := strings.FieldsFunc(message[:min(len(message), quoted.MaxText)], func(r rune) bool {
		return r > unicode.MaxASCII || r != '_' && r != '.' && notDigit(r) && !unicode.IsLetter(r)
	})
	for _, word := range words {
		word = strings.TrimRight(word, ".")
		if word != "" && strings.IndexFunc(word, notDigit) < 0 && (number == "" || final) {
			number = word
		}
	}
	return number
}

// near reads the position of a syntax error in MySQL: the message quotes the rest of the
// statement, and the line number follows.
func near(message string) toolerr.Finding {
	f := toolerr.Finding{Rule: toolerr.RuleSyntax}
	message = message[:min(len(message), quoted.MaxText)]
	start := strings.IndexByte(message, '\'')
	for start >= 0 { // an apostrophe inside a word does not begin a quotation
		if before, _ := utf8.DecodeLastRuneInString(message[:start]); !quoted.InWord(before) {
			break
		}
		next := strings.IndexByte(message[start+1:], '\'')
		if next < 0 {
			return f
		}
		start += 1 + next
	}
	end := strings.LastIndexByte(message, '\'')
	if start < 0 || end <= start {
		return f
	}
	f.Word = message[start+1 : end]
	if i := strings.IndexAny(f.Word, " \t\r\n,;()='\"`"); i >= 0 {
		f.Word = f.Word[:i]
	}
	line := strings.TrimLeftFunc(message[end:], notDigit)
	if i := strings.IndexFunc(line, notDigit); i >= 0 {
		line = line[:i]
	}
	f.At.Line, _ = strconv.Atoi(line)
	return f
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

// refuseSQLite returns the refusal in an error of SQLite. It has a code for each
// constraint, and for other errors only texts, which are not translated. The text of a
// RAISE in the database is ignored.
func refuseSQLite(node any) toolerr.Refusal {
	text := sqliteText(node)
	r := toolerr.Refusal{Message: text}
	if number, _ := resultOf(node); results[number] == "SQLITE_CONSTRAINT_TRIGGER" {
		return r
	}
	f, ok := phrase.Find(text, sqlitePatterns)
	if !ok {
		return r
	}
	f.Word = strings.Trim(f.Word, `'"`)
	if f.Word == "" && f.Rule == toolerr.RuleExistsAlready { // the columns of a key
		f.Fields, f.Names = f.Names, nil
	}
	for i, field := range f.Fields {
		f.Fields[i] = last(field)
	}
	r.Findings = []toolerr.Finding{f}
	return r
}

// sqliteText returns SQLite's own text: modernc.org/sqlite puts the text of the code before
// it, and the number after it.
func sqliteText(node any) string {
	text := ""
	for _, field := range [...]string{"err", "msg"} { // of mattn/go-sqlite3, and of the others
		if text == "" {
			text, _ = shape.Field[string](node, field)
		}
	}
	if i := strings.LastIndex(text, " ("); i >= 0 && strings.HasSuffix(text, ")") && strings.Trim(text[i+2:len(text)-1], "0123456789") == "" {
		text = text[:i]
	}
	for _, code := range [...]string{"SQL logic error: ", "constraint failed: ", "datatype mismatch: "} {
		text = strings.TrimPrefix(text, code)
	}
	return text
}

// last returns the last part of a qualified name.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
