"""DynamoDB in the lab: a transaction is whole or nothing, and threads do not lose writes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from botocore.exceptions import ClientError

from batchdesk.lab import Lab

TABLE = "probe"


@pytest.fixture
def table(standing_lab: Lab) -> Iterator[Any]:
    client = standing_lab.client("dynamodb")
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
        ],
        KeySchema=[
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    )
    yield client
    client.delete_table(TableName=TABLE)


def key(pk: str, sk: str = "x") -> dict[str, Any]:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def everything(client: Any) -> list[tuple[str, str, str]]:
    items = client.scan(TableName=TABLE)["Items"]
    return sorted((i["pk"]["S"], i["sk"]["S"], i.get("n", {"N": "-"})["N"]) for i in items)


def update(pk: str, n: int, sk: str = "x", **more: Any) -> dict[str, Any]:
    return {
        "Update": {
            "TableName": TABLE,
            "Key": key(pk, sk),
            "UpdateExpression": "SET n = :n",
            "ExpressionAttributeValues": {":n": {"N": str(n)}},
            **more,
        }
    }


def refused() -> dict[str, Any]:
    """A condition that never holds."""
    return {
        "ConditionCheck": {
            "TableName": TABLE,
            "Key": key("nobody"),
            "ConditionExpression": "attribute_exists(pk)",
        }
    }


def test_a_refused_transaction_leaves_everything_as_it_was(table: Any) -> None:
    table.put_item(TableName=TABLE, Item=key("a") | {"n": {"N": "1"}})
    table.put_item(TableName=TABLE, Item=key("b") | {"n": {"N": "2"}})
    before = everything(table)
    put = {"Put": {"TableName": TABLE, "Item": key("new")}}
    another = {"Put": {"TableName": TABLE, "Item": key("a", "new")}}
    delete = {"Delete": {"TableName": TABLE, "Key": key("b")}}
    with pytest.raises(ClientError) as error:
        table.transact_write_items(TransactItems=[update("a", 7), put, another, delete, refused()])
    assert error.value.response["Error"]["Code"] == "TransactionCanceledException"
    reasons = [reason["Code"] for reason in error.value.response["CancellationReasons"]]
    assert reasons == ["None", "None", "None", "None", "ConditionalCheckFailed"]
    assert everything(table) == before


def test_an_accepted_transaction_is_written_whole(table: Any) -> None:
    table.put_item(TableName=TABLE, Item=key("b"))
    delete = {"Delete": {"TableName": TABLE, "Key": key("b")}}
    table.transact_write_items(TransactItems=[update("a", 7), delete, update("c", 8)])
    assert everything(table) == [("a", "x", "7"), ("c", "x", "8")]


def test_threads_that_add_to_one_item_lose_nothing(table: Any) -> None:
    def add(_number: int) -> None:
        table.update_item(
            TableName=TABLE,
            Key=key("counter"),
            UpdateExpression="ADD n :one",
            ExpressionAttributeValues={":one": {"N": "1"}},
        )

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(120)))
    assert everything(table) == [("counter", "x", "120")]


def test_the_same_expression_is_read_anew_for_each_item(table: Any) -> None:
    for number in range(3):
        table.transact_write_items(TransactItems=[update(f"p{number}", number)])
        table.transact_write_items(TransactItems=[update(f"p{number}", number + 10)])
    assert everything(table) == [("p0", "x", "10"), ("p1", "x", "11"), ("p2", "x", "12")]


def test_an_expression_with_a_clause_twice_is_refused(table: Any) -> None:
    with pytest.raises(ClientError, match="SET"):
        table.update_item(
            TableName=TABLE,
            Key=key("a"),
            UpdateExpression="SET n = :n SET m = :n",
            ExpressionAttributeValues={":n": {"N": "1"}},
        )
