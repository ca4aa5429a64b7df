// Package ai has the names of genkit that the tests need.
package ai

import "context"

type ToolContext struct{ context.Context }
