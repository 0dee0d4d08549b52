"""Checks that `npm run attack -- openapi` adds to those of schemathesis."""

import re

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

SWITCHES = (0, 1, "0", "1", "true", "false")
# What `text` of lib/contract/schema.ts removes before it counts.
REMOVED = re.compile("[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]")


def is_other_form(schema, value, in_query):
    """Switches are also accepted as 0 and 1, numbers as decimal text, and an empty filter means any, as older clients send them
    (lib/contract/schema.ts); a text is counted without control characters."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(value, bool):
        return False
    if in_query and (value == "" or ("boolean" in kinds and isinstance(value, list))):
        return True
    if "boolean" in kinds and value in SWITCHES:
        return True
    if isinstance(value, str) and "maxLength" in schema and len(value) > schema["maxLength"]:
        return len(REMOVED.sub("", value).strip()) <= schema["maxLength"]
    return "integer" in kinds and isinstance(value, str) and value.lstrip("-").isdigit()


def has_other_form(schema, value, in_query):
    """Looks into lists and objects as well."""
    for alternative in schema.get("anyOf", []) + schema.get("oneOf", []):
        if has_other_form(alternative, value, in_query):
            return True
    if isinstance(value, dict):
        parts = schema.get("properties", {})
        return any(is_other_form(parts.get(name, {}), one, in_query) or has_other_form(parts.get(name, {}), one, in_query) for name, one in value.items())
    if isinstance(value, list):
        items = schema.get("items", {})
        items = items if isinstance(items, dict) else {}
        return any(is_other_form(items, one, in_query) or has_other_form(items, one, in_query) for one in value)
    return False


@schemathesis.check
def bad_input_is_refused(ctx, response, case):
    """The check of schemathesis for refused input, which knows only one form of each type."""
    try:
        return negative_data_rejection(ctx, response, case)
    except AssertionError:
        raw = case.operation.definition.raw
        body = raw.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        query = {one["name"]: one.get("schema", {}) for one in raw.get("parameters", []) if one.get("in") == "query"}
        if has_other_form(body, case.body, False) or has_other_form({"properties": query}, case.query, True):
            return None
        raise


@schemathesis.serializer("application/offset+octet-stream")
def as_bytes(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()
