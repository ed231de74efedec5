print("statehost")
