// Tutorial.swift, beside this file, is the code of the engine's tutorial.
for line in tutorial() { print(line) }
