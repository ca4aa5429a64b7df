// Package queues has no code. Its packages are examples to copy: the errors that workers of
// job queues return for a job whose tool failed, and failsafe-go with errand's advice. Each
// has a test with a real server.
package queues
