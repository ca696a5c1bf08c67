@_exported public import FurrowCore
@_exported public import FurrowFormats
@_exported public import FurrowPipeline
@_exported public import FurrowSQLite
