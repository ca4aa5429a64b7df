package otelerrand

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/errand-go/errand/toolerr"
)

// failed has the labels by which errors are counted.
type failed struct {
	tool, errorType, class, adapter string
	canRetry                        bool
}

// ran has the labels by which runs are measured; errorType is "" for success.
type ran struct{ tool, errorType string }

// labels caches the options of measurements.
type labels struct {
	failed cache[failed, []metric.AddOption]
	again  cache[string, []metric.AddOption]
	ran    cache[ran, []metric.RecordOption]
}

func failedOptions(f failed) []metric.AddOption {
	attrs := []attribute.KeyValue{
		keyErrorType.String(f.errorType), keyClass.String(f.class), keyCanRetry.Bool(f.canRetry),
	}
	if f.tool != "" {
		attrs = append(attrs, keyTool.String(valid(f.tool)))
	}
	if f.adapter != "" {
		attrs = append(attrs, keyAdapter.String(valid(f.adapter)))
	}
	return []metric.AddOption{metric.WithAttributeSet(attribute.NewSet(attrs...))}
}

func againOptions(tool string) []metric.AddOption {
	return []metric.AddOption{metric.WithAttributeSet(attribute.NewSet(keyTool.String(valid(tool))))}
}

func ranOptions(r ran) []metric.RecordOption {
	var attrs []attribute.KeyValue
	if r.tool != "" {
		attrs = append(attrs, keyTool.String(valid(r.tool)))
	}
	if r.errorType != "" {
		attrs = append(attrs, keyErrorType.String(r.errorType))
	}
	return []metric.RecordOption{metric.WithAttributeSet(attribute.NewSet(attrs...))}
}

// runOf returns the labels of a run.
func runOf(tool string, te *toolerr.ToolRuntimeError) ran {
	if te == nil {
		return ran{tool: tool}
	}
	return ran{tool, te.ErrorType()}
}
