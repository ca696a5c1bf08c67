// FurrowPipeline
