package connectadapter

// Names are the codes by their numbers.
func Names() []string { return names[:] }
