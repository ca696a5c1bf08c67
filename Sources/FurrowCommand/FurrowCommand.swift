// FurrowCommand
