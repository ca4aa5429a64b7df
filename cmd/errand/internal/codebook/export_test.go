package codebook

// Numbers are the numbers of a vendor, or of a part of a table, by its name.
func Numbers(name string) map[int]string {
	if o, ok := others[name]; ok {
		return o.numbers
	}
	return own["_"+name].numbers
}

// Names are the other names of codes, by vendor.
func Names() map[string]map[string]string {
	return map[string]map[string]string{"postgres": conditions, "mcp": rpcNames}
}
