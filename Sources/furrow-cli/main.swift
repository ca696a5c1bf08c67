import FurrowCommand

EntryPoint.run()
