"""Texts in JSON, in both directions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from collections.abc import Iterable

#: What an encoder of its own costs is spared.
dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder().decode


def loads(text: str) -> Any:
    """A value from its JSON. The numbers in it are whole."""
    return _decode(text)


def asked(**fields: Any) -> str:
    """The fields of a request, without those that were left out."""
    return dumps({name: value for name, value in fields.items() if value is not None})


def seed_of(seed: Union[int, str, None]) -> str | None:
    """A seed as the protocol writes it."""
    return None if seed is None else str(seed)


def listed(one_or_more: Union[str, Iterable[str]]) -> list[str]:
    """Some texts, or one alone."""
    return [one_or_more] if isinstance(one_or_more, str) else list(one_or_more)
