// Placeholder until its first file arrives.
