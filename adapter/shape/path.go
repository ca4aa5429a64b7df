package shape

import "strings"

// unversioned returns an import path without versions and vendor folders: elements /vN, the
// .vN of gopkg.in, and everything up to the last vendor. None is left, even of several in a
// row (gopkg.in/v2.v3).
func unversioned(path string) string {
	// The compiler writes a dot in the last element as %2e.
	path = strings.ReplaceAll(path, "%2e", ".")
	for {
		shorter := withoutVersions(path)
		if len(shorter) == len(path) {
			return path
		}
		path = shorter
	}
}

// withoutVersions is one step of unversioned.
func withoutVersions(path string) string {
	if i := strings.LastIndex("/"+path, "/vendor/"); i >= 0 {
		path = path[i+len("vendor/"):]
	}
	gopkg := strings.HasPrefix(path, "gopkg.in/")
	if !gopkg && !strings.Contains(path, "/v") {
		return path
	}
	kept := make([]string, 0, 8)
	for i, element := range strings.Split(path, "/") {
		if i > 0 && isVersion(element) {
			continue
		}
		if gopkg {
			element = withoutSuffix(element)
		}
		kept = append(kept, element)
	}
	return strings.Join(kept, "/")
}

// isVersion reports whether an element of a path is v and digits.
func isVersion(element string) bool {
	digits, ok := strings.CutPrefix(element, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// withoutSuffix removes .vN, or .vN-unstable, from an element of a gopkg.in path.
func withoutSuffix(element string) string {
	name, version, ok := strings.Cut(element, ".")
	if !ok || !isVersion(strings.TrimSuffix(version, "-unstable")) {
		return element
	}
	return name
}
