package anthropic_test
import _ "github.com/anthropics/anthropic-sdk-go"
