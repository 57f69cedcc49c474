"""The ledger in DynamoDB: what functions write it with and commands read it with."""

from batchshares.adapters.ledger.dynamo_ledger import DynamoLedger
from batchshares.adapters.ledger.reader import LedgerReader
from batchshares.adapters.ledger.table import Table

__all__ = ["DynamoLedger", "LedgerReader", "Table"]
