"""The shared package of all Batchdesk functions, shipped as a Lambda layer."""
