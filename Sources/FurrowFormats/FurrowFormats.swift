// FurrowFormats
