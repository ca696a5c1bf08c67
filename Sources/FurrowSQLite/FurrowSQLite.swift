// FurrowSQLite
