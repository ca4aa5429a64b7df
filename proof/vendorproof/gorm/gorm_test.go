// Package gorm_test tests gorm with the SQLite driver that needs no C compiler. It is
// separate from package sql, because that driver has the same name as modernc.org/sqlite's.
package gorm_test

import (
	"path/filepath"
	"strings"
	"testing"

	gosqlite "github.com/glebarez/go-sqlite"
	"github.com/glebarez/sqlite"
	"github.com/stretchr/testify/require"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
)

type parent struct {
	ID    int
	Email string `gorm:"unique"`
	N     int    `gorm:"check:n >= 0"`
}

type child struct {
	ID       int
	ParentID int
	Parent   parent
}

func TestGorm(t *testing.T) {
	for _, translate := range []bool{false, true} {
		name := map[bool]string{false: "the driver's own error", true: "translated"}[translate]
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), faults.CanaryFile) + "?_pragma=foreign_keys(1)"
			db, err := gorm.Open(sqlite.Open(file), &gorm.Config{TranslateError: translate, Logger: logger.Discard})
			require.NoError(t, err)
			pool, err := db.DB()
			require.NoError(t, err)
			t.Cleanup(func() { _ = pool.Close() })
			require.NoError(t, db.AutoMigrate(&parent{}, &child{}))
			require.NoError(t, db.Create(&parent{ID: 1, Email: "one"}).Error)
			code := func(own, translated string) string {
				if translate {
					return translated
				}
				return own
			}
			for _, tt := range []struct {
				name, code string
				err        error
			}{
				{"no row", "no_rows", db.First(&parent{}, 404).Error},
				{"a key", code("SQLITE_CONSTRAINT_PRIMARYKEY", "duplicated_key"), db.Create(&parent{ID: 1, Email: faults.CanaryUpload}).Error},
				{"a unique value", code("SQLITE_CONSTRAINT_UNIQUE", "duplicated_key"), db.Create(&parent{ID: 2, Email: "one"}).Error},
				{"no parent", code("SQLITE_CONSTRAINT_FOREIGNKEY", "foreign_key_violated"), db.Exec("insert into children values (1, 31415)").Error},
				{"a check", "SQLITE_CONSTRAINT_CHECK", db.Create(&parent{ID: 3, Email: "three", N: -1}).Error},
				{"no table", "SQLITE_ERROR", db.Exec("select * from " + faults.CanaryResource).Error},
			} {
				if strings.HasPrefix(tt.code, "SQLITE_") {
					require.ErrorAs(t, tt.err, new(*gosqlite.Error))
				}
				c := proof.RowCase(t, spec.Of(sqladapter.Adapter{}).Table(), tt.code)
				c.Name, c.Err = tt.name, tt.err
				proof.Check(t, sqladapter.Adapter{}, c)
			}
		})
	}
}
