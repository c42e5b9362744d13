"""The machinery of rules: the model, the turn sheet, the compiler, the state, the engine and scoring."""
