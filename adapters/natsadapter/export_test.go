package natsadapter

// Texts are the texts that are matched because the errors have no type, with their codes.
func Texts() map[string]string { return texts }

// Sentences returns the beginnings of a server's texts, with their codes.
func Sentences() map[string]string {
	all := map[string]string{}
	for _, s := range sentences {
		all[s.begin] = s.code
	}
	return all
}

// CodeOf is codeOf.
func CodeOf(text string) string { return codeOf(text) }
