package gemini_test
import _ "google.golang.org/genai"
