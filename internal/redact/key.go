package redact

import "strings"

// pemHead is the beginning of a PEM block.
const pemHead = "-----BEGIN"

// privateKey finds a PEM block or an OpenPGP armor around a private key. If the end of the
// block was cut off, it extends to the end of the text.
func privateKey(s string, _, start int) int { return armored(s, start, "-----", "-----END ") }

// armored returns the end of the block whose label begins at start, if the label names a
// private key.
func armored(s string, start int, dashes, foot string) int {
	label := runTo(s, start, 65, upper|digit|blank)
	label = start + len(strings.TrimRight(s[start:label], " "))
	if label-start > 64 || !strings.HasPrefix(s[label:], dashes) || !strings.Contains(s[start:label], "PRIVATE KEY") {
		return -1
	}
	n := strings.Index(s[label:], foot)
	if n < 0 {
		return len(s)
	}
	end := label + n + len(foot)
	if n = strings.Index(s[end:], dashes); n < 0 {
		return len(s)
	}
	return end + n + len(dashes)
}

// ssh2 finds a block around a private key.
func ssh2(s string, _, start int) int {
	const begin = " BEGIN SSH2"
	if !strings.HasPrefix(s[start:], begin) {
		return -1
	}
	return armored(s, start+len(begin), " ----", "---- END ")
}

// putty finds the number of lines of a key, and these lines, or its code (MAC).
func putty(s string, _, start int) int {
	v := run(s, start, blank)
	if mac := runTo(s, v, 64, hexDigit); mac-v >= 40 {
		return mac
	}
	end := run(s, v, digit)
	if v == end {
		return -1
	}
	for at(s, end, '\n') || at(s, end, '\r') || at(s, end, '\\') { // escaped ends of lines, too
		next := run(s, end, blank)
		for at(s, next, '\\') {
			next += 2
		}
		line := run(s, min(next, len(s)), b64)
		if line-next < 4 || at(s, line, '-') {
			break
		}
		end = line
	}
	return end
}

// crypt finds a hash of a password: parts with dollar signs between them.
func crypt(s string, i, start int) int {
	const longest = 256
	end := start
	for end-i < longest && (is(s, end, alnum|dot|pad|dollar|dash) || at(s, end, ',')) {
		end++
	}
	if end = trim(s, start, end); end-start < 20 || end-strings.LastIndexByte(s[:end], '$') < 16 {
		return -1
	}
	return end
}

// jwt finds the three parts of a signed JSON web token (RFC 7515 section 3.1), or the five
// of an encrypted one (RFC 7516 section 3.1, where the second may be empty).
func jwt(s string, i, _ int) int {
	longest := 4096 // a header with a chain of certificates
	if is(s, i-1, dash|under) {
		longest = 256 // in the middle of a run, all words of which may match
	}
	first := runTo(s, i, longest, b64url)
	if first-i < 10 {
		return -1
	}
	end, dots := first, 0
	for dots < 4 && at(s, end, '.') {
		next := run(s, end+1, b64url)
		if next == end+1 && (dots > 0 || !at(s, next, '.')) {
			break
		}
		end = next
		dots++
	}
	if strings.HasPrefix(s[first:end], ".eyJ") || dots >= 2 && end-i >= 40 {
		return end
	}
	return -1
}
