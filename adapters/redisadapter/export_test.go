package redisadapter

// Texts are the texts that are matched because the errors have no type, with their codes.
func Texts() map[string]string { return texts }
