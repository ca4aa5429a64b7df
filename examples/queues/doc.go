// Package queues holds no code. Its packages are examples to copy: what a job queue is told
// about a job whose tool failed, and failsafe-go with errand's advice. Each is driven
// against a real server by its test.
package queues
