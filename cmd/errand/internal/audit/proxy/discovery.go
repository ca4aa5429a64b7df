package proxy

import (
	"encoding/json"
	"net/http"
	"strings"
)

// aggregated is the media type with which a Kubernetes client requests the resources of a
// cluster (Kubernetes documentation, "Kubernetes API", section Aggregated discovery).
// Without an answer, no tool of such a server sends a request.
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// A group is a group of resources: names and kinds. Resources without a namespace have a
// star before their kinds.
type group struct {
	name, version string
	kinds         map[string]string
}

var groups = map[string][]group{
	"/api": {{"", "v1", map[string]string{
		"pods": "Pod", "namespaces": "*Namespace", "events": "Event", "nodes": "*Node", "services": "Service", "configmaps": "ConfigMap", "secrets": "Secret",
	}}},
	"/apis": {
		{"apps", "v1", map[string]string{"deployments": "Deployment", "statefulsets": "StatefulSet"}},
		{"metrics.k8s.io", "v1beta1", map[string]string{"pods": "PodMetrics", "nodes": "*NodeMetrics"}},
	},
}

// discovery returns the answer to a Kubernetes client's discovery, and "" for any other
// request.
func discovery(r *http.Request) string {
	type object = map[string]any
	all, ok := groups[r.URL.Path]
	if !ok || r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), aggregated) {
		return ""
	}
	var items []object
	for _, g := range all {
		var resources []object
		for resource, kind := range g.kinds {
			kind, clusterWide := strings.CutPrefix(kind, "*")
			resources = append(resources, object{
				"resource": resource, "scope": map[bool]string{true: "Cluster", false: "Namespaced"}[clusterWide], "singularResource": strings.ToLower(kind),
				"responseKind": object{"group": g.name, "version": g.version, "kind": kind},
				"verbs":        []string{"create", "delete", "get", "list", "patch", "update", "watch"},
			})
		}
		items = append(items, object{
			"metadata": object{"name": g.name}, "versions": []object{{"version": g.version, "freshness": "Current", "resources": resources}},
		})
	}
	b, _ := json.Marshal(object{"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": object{}, "items": items}) // texts
	return string(b)
}
