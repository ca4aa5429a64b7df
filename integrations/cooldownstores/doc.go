// Package cooldownstores holds no code. Its packages share the waits of an adapter.Cooldown
// between processes: package rediscooldown through Redis, and package pgcooldown through
// PostgreSQL.
package cooldownstores
