"""Checks that `npm run attack -- openapi` adds to those of schemathesis."""

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

SWITCHES = (0, 1, "0", "1", "true", "false")


def is_other_form(schema, value):
    """Switches are also accepted as 0 and 1, and numbers as decimal text, as older clients send them (lib/contract/schema.ts)."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(value, bool):
        return False
    if "boolean" in kinds and value in SWITCHES:
        return True
    return "integer" in kinds and isinstance(value, str) and value.lstrip("-").isdigit()


def without_other_forms(schema, body):
    return {name: value for name, value in body.items() if not is_other_form(schema.get(name, {}), value)}


@schemathesis.check
def bad_input_is_refused(ctx, response, case):
    """The check of schemathesis for refused input, which knows only one form of each type."""
    try:
        return negative_data_rejection(ctx, response, case)
    except AssertionError:
        content = case.operation.definition.raw.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema", {}).get("properties", {})
        body = case.body
        if isinstance(body, dict) and without_other_forms(schema, body) != body:
            return None
        raise
