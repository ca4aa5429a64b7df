package agenthttp

import (
	"cmp"
	"net/http"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

func (x *exchange) listArtifacts() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	names, err := runner.Artifacts().ListArtifacts(x.r.Context(), ref)
	if err != nil {
		return err
	}
	if names == nil {
		names = []string{}
	}
	return x.reply(http.StatusOK, names)
}

func (x *exchange) getArtifact() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	if refused := checkName(x.r.PathValue("name")); refused != nil {
		return refused
	}
	version := 0
	if v := cmp.Or(x.r.PathValue("version"), x.r.URL.Query().Get("version")); v != "" {
		if version, err = strconv.Atoi(v); err != nil || version < 0 {
			return invalid(toolerr.Msg("The version of an artifact is a whole number."))
		}
	}
	blob, err := runner.Artifacts().LoadArtifact(x.r.Context(), ref, x.r.PathValue("name"), version)
	if err != nil {
		return err
	}
	return x.reply(http.StatusOK, blobToWire(&blob))
}

func (x *exchange) deleteArtifact() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	if refused := checkName(x.r.PathValue("name")); refused != nil {
		return refused
	}
	if err := runner.Artifacts().DeleteArtifact(x.r.Context(), ref, x.r.PathValue("name")); err != nil {
		return err
	}
	return x.reply(http.StatusOK, nil)
}
