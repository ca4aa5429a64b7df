package refusals

// Wordings is Fact.wordings, the first of which a view made of facts uses.
func (f Fact) Wordings() []string { return f.wordings() }

// Phrases are the rules that facts may name.
var Phrases = phrases
