package refusal

// frameworks are the shapes of web frameworks and their validators. The first with a
// finding is used.
var frameworks = catalogueOf([]shape{
	{
		name:   "entries and maps",
		source: "RFC 9457; JSON:API 1.1; the vocabularies of codes.go",
		read:   entries,
	},
	{name: "JSON in a text", source: "tRPC 11, error formatting; zod 4.6", read: embedded},
	{name: "texts", source: "the sources of sentences.go and wholes.go", read: texts},
}...)
