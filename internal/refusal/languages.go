package refusal

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// languages has words of validators' messages in other languages, with what they are in English,
// for the rows and the grammar of English. "x*" is any word that begins with x. Several words, and
// words of scripts without spaces, are replaced anywhere. The sources are the locales of ajv-i18n 4,
// zod 4, rails-i18n 8, laravel-lang 15, Django 5 and Symfony 7.
const languages = `
must not be: darf nicht, darf kein, ne doit pas être, ne peut pas être, no puede ser, no puede estar, no debe ser, não pode ser, não pode estar, não deve ser, não pode, não deve, non può essere, non può, non deve essere, non deve, no puede, no debe, ne doit pas, ne peut pas, mag niet, mag geen, får inte, nie może być, nie może, не может быть, не может, не должно быть, не должно, не должен, не должна, 不能, 不得, 不可
must be: 必须在, tiene que, tem que, muss, müssen, doit, doivent, debe, deben, deve, devem, devono, moet, moeten, musi, должно, должен, должна, måste, skal, 必须
is not: ist kein, ist nicht, n'est pas, no es, não é, non è, is geen, is niet, nie jest, не является, är inte, er ikke, 不是
is: ist, est, es, é, è, jest, är
not: nicht, pas, nie, не, niet, geen, inte, ikke, não
be: sein, être, ser, estar, essere, być, быть, vara, være
less than or equal to: 小于或等于, 小于等于, 小于或者等于
greater than or equal to: 大于或等于, 大于等于
less than: 小于, 少于
greater than: 大于, 多于
less: kleiner, inférieur*, menor*, inferior, inferiore, minore, mniejsz*, меньше, mindre
greater: größer, groter, supérieur*, mayor, maior*, superior, superiore, maggiore, większ*, больше, större
more: mehr, más, mais de, mais do que, plus de, più, meer, mer
than: als, que, чем, niż, än, dan
equal: gleich, égal*, igual*, uguale, gelijk, równ*, равно
or: oder, ou, o, или, lub, eller
to: à, aan, до, til, till, 到, 至
or less: veya daha az, 以下, 以内, まで, 이하
or more: veya daha fazla, 以上, 이상
at least: en az, mindestens, minstens, almeno, au moins, al menos, por lo menos, pelo menos, no mínimo, co najmniej, не менее, 至少, 最少
at most: en fazla, höchstens, maximaal, au plus, como máximo, no máximo, al massimo, не более, högst, 最多, 最长为
maximum: máximo, massimo
minimum: mínimo, minimo
too long: zu lang, trop long, demasiado largo, muito longo, troppo lungo, te lang, zbyt dłu, слишком длин, большой длины, för lång, 过长, 太长, 長すぎ, 너무 깁
too short: zu kurz, trop court, demasiado corto, muito curto, troppo corto, te kort, слишком корот, för kort, 过短, 太短, 短すぎ, 너무 짧
too large: zu groß, trop grand, demasiado grande, muito grande, troppo grande, te groot, слишком больш, 过大, 太大, 大きすぎ, 너무 큽
too small: zu klein, trop petit, demasiado peque, muito pequen, troppo piccolo, te klein, слишком мал, 过小, 太小, 小さすぎ, 너무 작
from: от
between: zwischen, entre, tra, fra, tussen, между, pomiędzy, między, mellan, mellem, 介于
and: und, et, y, e, en, и, och, og, ve, 和
exceed: überschreiten, überschreitet, dépasser, dépasse, exceder, superar, supera, superare, ultrapassar, overschrijden, превышать, przekraczać, överskrida, 超过
longer: länger, längre, længere
ensure: zorg dat, zorg ervoor dat, säkerställ att, stellen sie sicher, assurez-vous que, asegúrese de que, certifique-se de que, assicurati che, upewnij się, убедитесь, 请确保
null: nul, nulle, nulo, nula, nullo
was not expected: no se esperaba, n'était pas attendu, non era atteso, não era esperado, wurde nicht erwartet, werd niet verwacht, 不被期望
characters: zeichen, caractères, caracteres, caratteri, tekens, znaków, символ*, tecken, 个字符, 文字, 글자, 字符
items: elemente, éléments, elementos, elementi, elementów, элемент*, 个元素, 個の要素, 个项, 個, 개
required: erforderlich, pflichtfeld, ausgefüllt, obligatoire*, requis, obligatori*, obbligatori*, requerid*, obrigatóri*, richiest*, verplicht, vereist, opgegeven, wymagan*, обязател*, anges, obligatorisk*, doldurulmal*, zorunlu*, 必填, 必需, 필수, 必須, 입력해, 入力してください, 不能为空
missing: fehlt, manquant*, falta, faltando, mancante, ontbreekt, brakuje, отсутств*, saknas, 缺少, 缺失
blank: leer, vide, vací*, vazi*, branco, bianco, vuot*, leeg, puste, пуст*, 为空
invalid: ungültig*, invalide*, inválid*, non valide, no válid, non valid, nieprawidłow*, niepoprawn*, неверн*, недопустим*, некорректн*, ongeldig*, ogiltig*, ugyldig*, geçersiz*, 无效, 不合法, 不正, 無効, 잘못된, 유효하지
valid: gültig*, valide, válid*, valido, valida, geldig*, poprawn*, prawidłow*, giltig*, корректн*
unknown: unbekannt*, inconnu*, desconocid*, desconhecid*, sconosciut*, onbekend*, nieznan*, неизвестн*, нераспознан*, okänd*, ukendt*, 未知, 无法识别, 不明
does not exist: existiert nicht, n'existe pas, no existe, não existe, non esiste, bestaat niet, nie istnieje, не существует, 不存在, 存在しません
already exists: bereits vergeben, bereits vorhanden, existiert bereits, déjà utilisé, existe déjà, ya existe, já existe, já está em uso, già esist, già in uso, bestaat al, już istnieje, уже существует, 已存在, 已被
one of: einer der, eine der, eines der, l'un des, l'une des, uno de, una de, um dos, uno dei, uno tra, een van, jedną z, одно из, одним из
allowed: erlaubt*, zulässig*, autorisé*, permitid*, permess*, consentit*, toegestaan, toegestane, dozwolon*, допустим*, разрешен*, 允许
expected: erwartet, attendu*, esperaba, esperado, atteso, verwacht, oczekiwano, ожидал*
received: erhalten, reçu, recibido, recebido, ricevuto, ontvangen, otrzymano, получен*
undefined: indefinido, indéfini, undefiniert
values: werte, valeurs, valores, valori, waarden, wartości, значени*
field: feld, champ, campo, veld, поле
property: eigenschaft, propriété, propiedad, propriedade, proprietà, свойств*
key: schlüssel, clé, clave, chave, chiave, sleutel, klucz*, ключ*
integer: ganzzahl*, ganze zahl, entier*, entero*, inteiro*, intero, całkowit*, целое, целым, 整数, 정수
number: zahl, getal, liczb*, числ*, 数字
`

// foreign are the words of languages by whole words, by their beginnings, and as replacements.
var foreign = func() (f struct {
	whole, stems map[string]string
	hints, heads map[string]bool // whole words and first words of replacements; four bytes of stems
	anywhere     *strings.Replacer
},
) {
	f.whole, f.stems, f.hints, f.heads = map[string]string{}, map[string]string{}, map[string]bool{}, map[string]bool{}
	var pairs []string
	for _, line := range strings.Split(strings.TrimSpace(languages), "\n") {
		english, list, _ := strings.Cut(line, ": ")
		for _, word := range strings.Split(list, ", ") {
			first, rest, several := strings.Cut(word, " ")
			if first == "no" { // a word of English too
				first, _, _ = strings.Cut(rest, " ")
			}
			stem, open := strings.CutSuffix(word, "*")
			switch {
			case several || isEastAsian(word):
				pairs = append(pairs, word, " "+english+" ")
				f.hints[first] = true
			case open:
				f.stems[stem], f.heads[stem[:4]] = english, true
			default:
				f.whole[word] = english
				f.hints[word] = f.hints[word] || len(word) > 2 || word[0] >= utf8.RuneSelf // not a word of English
			}
		}
	}
	f.anywhere = strings.NewReplacer(pairs...)
	return f
}()

// isEastAsian reports whether a text has a letter of a script without spaces between words.
func isEastAsian(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x3000 })
}

// english returns a sentence with the words of other languages in English.
func english(text string) string {
	var buffer [64]byte
	hinted := isEastAsian(text)
	for start, end := nextWord(text, 0); start < end && !hinted; start, end = nextWord(text, end) {
		word := lowered(buffer[:0], text[start:end])
		hinted = foreign.hints[string(word)] || len(word) > 4 && foreign.heads[string(word[:4])]
	}
	if !hinted {
		return text
	}
	text = replaced(foreign.anywhere, text)
	out, done := "", 0
	for start, end := nextWord(text, 0); start < end; start, end = nextWord(text, end) {
		word := lowered(buffer[:0], text[start:end])
		to := foreign.whole[string(word)]
		for n := min(len(word), 32); to == "" && n >= 4; n-- {
			to = foreign.stems[string(word[:n])]
		}
		if to != "" && (len(word) > 2 || strings.HasPrefix(text[end:], " ")) { // not of "e-mail"
			out, done = out+text[done:start]+to, end
		}
	}
	return out + text[done:]
}

// nextWord returns the next run of letters of a text, and the same offset twice if there is none.
func nextWord(text string, from int) (start, end int) {
	start = -1
	for i, r := range text[from:] {
		switch letter := r|0x20 >= 'a' && r|0x20 <= 'z' || r >= 0xC0 && unicode.IsLetter(r); {
		case letter && start < 0:
			start = from + i
		case !letter && start >= 0:
			return start, from + i
		}
	}
	if start < 0 {
		return len(text), len(text)
	}
	return start, len(text)
}

// lowered appends a word in lower case to a slice.
func lowered(to []byte, word string) []byte {
	for _, r := range word {
		to = utf8.AppendRune(to, unicode.ToLower(r))
	}
	return to
}

// replaced returns what a replacer makes of a text.
func replaced(r *strings.Replacer, text string) string {
	w := writers.Get().(*written) //nolint:errcheck,forcetypeassert // nothing else is in there
	*w = ""
	_, _ = r.WriteString(w, text)
	text = string(*w)
	writers.Put(w)
	return text
}

var writers = sync.Pool{New: func() any { return new(written) }}

// written is the text that a replacer writes. It takes no memory if nothing is replaced.
type written string

func (w *written) Write(p []byte) (int, error) { return w.WriteString(string(p)) }

// WriteString adds a text.
func (w *written) WriteString(s string) (int, error) {
	*w += written(s)
	return len(s), nil
}
