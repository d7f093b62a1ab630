"""Honest twins of everything outside, for tests: same promises, no network, time and dice in their hands."""

from chalicelib.adapters.memory.archive import MemoryArchive
from chalicelib.adapters.memory.buckets import MemoryBuckets
from chalicelib.adapters.memory.chat import MemoryTalk
from chalicelib.adapters.memory.connections import MemoryConnections
from chalicelib.adapters.memory.due_rooms import MemoryDueRooms
from chalicelib.adapters.memory.kept import Memory
from chalicelib.adapters.memory.outside import HandClock, RecordingAlarm, RecordingPush, SeededEntropy
from chalicelib.adapters.memory.own_decks import MemoryShelf
from chalicelib.adapters.memory.register import MemoryRegister
from chalicelib.adapters.memory.rooms import MemoryRooms
from chalicelib.adapters.memory.tenants import MemoryTenants
from chalicelib.adapters.memory.usage import MemoryUsage
from chalicelib.adapters.memory.webhooks import MemoryPost, MemoryWebhooks, RecordingCourier, RecordingSender

__all__ = [
    "HandClock",
    "Memory",
    "MemoryArchive",
    "MemoryBuckets",
    "MemoryConnections",
    "MemoryDueRooms",
    "MemoryPost",
    "MemoryRegister",
    "MemoryRooms",
    "MemoryShelf",
    "MemoryTalk",
    "MemoryTenants",
    "MemoryUsage",
    "MemoryWebhooks",
    "RecordingAlarm",
    "RecordingCourier",
    "RecordingPush",
    "RecordingSender",
    "SeededEntropy",
]
