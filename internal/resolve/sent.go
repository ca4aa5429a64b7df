package resolve

import (
	"encoding/json"
	"hash/maphash"
)

// A Sent identifies the arguments of a call before the tool runs, because the tool may
// change them. It is a hash, which takes no memory. The zero Sent identifies none.
type Sent struct {
	seed maphash.Seed
	sum  uint64
	left int // values that were not visited; below 0 there were too many
}

// SentText identifies arguments in JSON.
func SentText(text json.RawMessage) Sent {
	s := Sent{seed: maphash.MakeSeed()}
	s.sum = s.text(text)
	return s
}

// SentMembers identifies arguments in a map.
func SentMembers(members map[string]any) Sent {
	s := Sent{seed: maphash.MakeSeed(), left: maxValues}
	s.sum = s.members(members)
	return s
}

// isText reports whether s identifies text.
func (s Sent) isText(text string) bool {
	return s != (Sent{}) && s.sum == maphash.String(s.seed, text[:min(len(text), maxText)])
}

// isMembers reports whether s identifies a map.
func (s Sent) isMembers(members map[string]any) bool {
	now := Sent{seed: s.seed, left: maxValues}
	return s != (Sent{}) && s.sum == now.members(members) && s.left >= 0
}

// text returns the hash of the part of a text that is read.
func (s *Sent) text(text json.RawMessage) uint64 {
	return maphash.Bytes(s.seed, text[:min(len(text), maxText)])
}

func (s *Sent) members(members map[string]any) uint64 {
	sum := uint64(len(members))
	for name, v := range members { // in any order
		sum += maphash.Comparable(s.seed, [2]uint64{maphash.String(s.seed, name), s.value(v)})
	}
	return sum
}

// value returns the hash of a value of JSON. A value of another type counts as its JSON.
func (s *Sent) value(v any) uint64 {
	if s.left--; s.left < 0 {
		return 0
	}
	switch x := v.(type) {
	case nil:
		return 0
	case string:
		return maphash.String(s.seed, x)
	case json.Number:
		return maphash.String(s.seed, string(x))
	case float64:
		return maphash.Comparable(s.seed, x)
	case int:
		return maphash.Comparable(s.seed, x)
	case bool:
		return maphash.Comparable(s.seed, x)
	case map[string]any:
		return s.members(x)
	case []any:
		sum := ^uint64(len(x))
		for _, item := range x {
			sum = maphash.Comparable(s.seed, [2]uint64{sum, s.value(item)})
		}
		return sum
	}
	return s.text(Encoded(v))
}

// frozen returns a copy of a value of JSON, with the JSON of a value of another type in its
// place.
func frozen(v any) any {
	switch x := v.(type) {
	case nil, string, json.Number, float64, int, bool:
		return v
	case map[string]any:
		members := make(map[string]any, len(x))
		for name, member := range x {
			members[name] = frozen(member)
		}
		return members
	case []any:
		items := make([]any, len(x))
		for i, item := range x {
			items[i] = frozen(item)
		}
		return items
	}
	return Encoded(v)
}

// Encoded returns a value as JSON, and nil if it cannot be encoded.
func Encoded(v any) (text json.RawMessage) {
	defer func() {
		if recover() != nil { // code of another package
			text = nil
		}
	}()
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return text
}
