// Package cooldownstores holds no code. Its packages share the waits of an
// adapter.Cooldown between processes: rediscooldown through Redis, pgcooldown through
// PostgreSQL.
package cooldownstores
