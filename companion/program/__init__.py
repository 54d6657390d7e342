"""The program as two pure functions: `update` turns a message into a new model, `view` turns a model into a frame."""
