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

// discovery returns the answer to a Kubernetes client's discovery, and "" for any other
// request.
func discovery(r *http.Request) string {
	if r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), aggregated) {
		return ""
	}
	switch r.URL.Path {
	case "/api":
		return groups(group{"", "v1", map[string]string{
			"pods": "Pod", "namespaces": "Namespace", "events": "Event", "nodes": "Node",
			"services": "Service", "configmaps": "ConfigMap", "secrets": "Secret",
		}})
	case "/apis":
		return groups(
			group{"apps", "v1", map[string]string{"deployments": "Deployment", "statefulsets": "StatefulSet"}},
			group{"metrics.k8s.io", "v1beta1", map[string]string{"pods": "PodMetrics", "nodes": "NodeMetrics"}},
		)
	}
	return ""
}

// A group is a group of resources: names and kinds.
type group struct {
	name, version string
	kinds         map[string]string
}

// clusterWide are the resources without a namespace.
var clusterWide = map[string]bool{"namespaces": true, "nodes": true}

// groups returns the discovery list of groups.
func groups(all ...group) string {
	type object = map[string]any
	var items []object
	for _, g := range all {
		var resources []object
		for resource, kind := range g.kinds {
			scope := "Namespaced"
			if clusterWide[resource] {
				scope = "Cluster"
			}
			resources = append(resources, object{
				"resource": resource, "scope": scope, "singularResource": strings.ToLower(kind),
				"responseKind": object{"group": g.name, "version": g.version, "kind": kind},
				"verbs":        []string{"create", "delete", "get", "list", "patch", "update", "watch"},
			})
		}
		version := object{"version": g.version, "freshness": "Current", "resources": resources}
		items = append(items, object{"metadata": object{"name": g.name}, "versions": []object{version}})
	}
	b, err := json.Marshal(object{"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": object{}, "items": items})
	if err != nil {
		return ""
	}
	return string(b)
}
